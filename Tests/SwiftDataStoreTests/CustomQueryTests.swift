// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Queries in SQL, on custom stores whose rows no context has fetched.
@Suite struct CustomQueryTests {
  private let name = UUID().uuidString

  /// A context of a new container.
  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Landmark.self, configurations: DictionaryStore.Configuration(name)))
  }

  init() throws {
    let context = try context()
    for landmark in [
      Landmark("Old bridge", in: "north", 46.95, 7.45),
      Landmark("Old tower", in: "south", 46.01, 8.96),
      Landmark("New tower", in: "north", 47.37, 8.54),
    ] { context.insert(landmark) }
    try context.save()
  }

  /// Renames a landmark in the store.
  private func rename(_ name: String, to new: String) throws {
    let context = try context()
    let landmarks = try context.fetch(
      FetchDescriptor<Landmark>(predicate: #Predicate { $0.name == name }))
    try #require(landmarks.first).name = new
    try context.save()
  }

  @Test func `aggregates read all models of the store`() throws {
    let (count, north) = try context().aggregate(
      FetchDescriptor<Landmark>(), .count, .maximum(\.latitude))
    #expect(count == 3 && north == 47.37)
    let regions = try context().aggregate(
      FetchDescriptor<Landmark>(predicate: #Predicate { $0.latitude > 46 }),
      by: .value(\.region), values: .count)
    #expect(regions.map(\.key) == ["north", "south"] && regions.map(\.values) == [2, 1])
  }

  @Test func `sections have all models of the store`() throws {
    let observer = try ResultsObserver<Landmark, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.region, modelContext: context())
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["north", "south"])
    #expect(sections.map { $0.map(\.name) } == [["New tower", "Old bridge"], ["Old tower"]])
  }

  @Test func `a search by distance finds all models of the store`() throws {
    var nearby = NearbyDescriptor<Landmark>(
      latitude: \.latitude, longitude: \.longitude, center: (46.94, 7.45))
    #expect(
      try context().search(nearby).map(\.model.name) == ["Old bridge", "New tower", "Old tower"])
    nearby.radius = 5_000
    #expect(try context().search(nearby).map(\.model.name) == ["Old bridge"])
    nearby.radius = .infinity
    nearby.predicate = #Predicate { $0.region == "south" }
    #expect(try context().search(nearby).map(\.model.name) == ["Old tower"])
  }

  @Test func `a search for words finds all models of the store`() throws {
    let context = try context()
    func names(_ text: String) throws -> [String] {
      try context.search(FullTextDescriptor<Landmark>(text)).map(\.model.name).sorted()
    }
    #expect(try names("tower") == ["New tower", "Old tower"])
    try rename("Old tower", to: "Old gate")
    #expect(try names("tower") == ["New tower"])
    #expect(try names("gate") == ["Old gate"])
    try rename("Old gate", to: "Old tower")
    #expect(try names("tower") == ["New tower", "Old tower"])
  }
}
