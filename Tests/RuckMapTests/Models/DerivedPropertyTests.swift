// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import RuckMap
import SwiftData
import Testing

/// Derived properties and their recalculation.
struct DerivedPropertyTests {
  @Test func `each derived property is a property of its model`() throws {
    let entities = Schema(RuckMapStore.models).entities
    func names(_ entity: String) -> Set<String> {
      Set(entities.first { $0.name == entity }?.properties.map(\.name) ?? [])
    }
    #expect(names("RuckingSession").isStrictSuperset(of: RuckingSession.derivedProperties))
    #expect(names("User").isStrictSuperset(of: User.derivedProperties))
  }

  @Test(arguments: [true, false])
  func `a changed pack weight recalculates the energy as an edit does`(hasTrack: Bool) async throws
  {
    let folder = try TemporaryFolder()
    let library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    let track = Tracks.north(points: 101, seconds: 10, altitude: { 300 + Double($0 % 7) })
    let file = try folder.file("north.gpx", GPXText.file(track, name: "North"))
    let report = await library.importFiles([file], options: ImportOptions(bodyWeight: 80))
    let id = try #require(report.imported.first?.ruck.id)
    let context = ModelContext(library.modelContainer)
    let ruck = try #require(try context.fetch(RuckingSession.withIdentifier(id)).first)
    #expect(!ruck.warnings.isEmpty)
    if !hasTrack {
      for point in ruck.locationPoints { context.delete(point) }
      ruck.pointCount = 0
      try context.save()
    }
    let light = try await library.edit(id, RuckEdit(packWeight: 5)).calories
    let heavy = try await library.edit(id, RuckEdit(packWeight: 25)).calories
    #expect(light != heavy && heavy != nil)
    _ = try await library.edit(id, RuckEdit(packWeight: 5))

    let other = ModelContext(library.modelContainer)
    let again = try #require(try other.fetch(RuckingSession.withIdentifier(id)).first)
    #expect(again.calorieEstimate == light)
    again.packWeight = Mass.pounds(kilograms: 25)
    again.didChange("packWeight")
    #expect(again.calorieEstimate == heavy)
    #expect(again.warnings.isEmpty && again.syncStatus == .pending)
    // A new name does not recalculate the energy.
    again.calories = 1
    again.didChange("name")
    #expect(again.calories == 1)
  }
}
