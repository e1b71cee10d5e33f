// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// The change of several rucks at once.
@Suite(.timeLimit(.minutes(15))) struct RuckSelectionTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  private func addRucks(_ count: Int) async throws -> [UUID] {
    let files = try (1...count).map { number in
      let track = Tracks.north(points: 100 + number, altitude: { _ in 300 })
      return try folder.file("\(number).gpx", GPXText.file(track))
    }
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 10))
    return report.imported.map(\.ruck.id)
  }

  private func change(adding gear: UUID?) -> RuckSelectionEdit {
    var change = RuckSelectionEdit()
    change.edit.packWeight = 25
    change.edit.rpe = 6
    change.addedGear = gear
    return change
  }

  private func savedTransactions() throws -> Int {
    try ModelContext(library.modelContainer)
      .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
  }

  @Test func `several rucks are changed in one transaction of the store`() async throws {
    let rucks = try await addRucks(3)
    #expect(rucks.count == 3)
    var item = GearItem()
    item.name = "Pack"
    let pack = try await library.insert(item)
    let before = try savedTransactions()
    try await library.change(rucks, change(adding: pack.id))
    #expect(try savedTransactions() == before + 1)
    #expect(try await library.rucks().allSatisfy { abs($0.packWeight - 25) < 1e-9 })
    #expect(try await library.object(GearItem.self, pack.id)?.uses == 3)
  }

  @Test func `a change that fails for one ruck changes none`() async throws {
    let rucks = try await addRucks(2)
    var item = GearItem()
    item.name = "Pack"
    let pack = try await library.insert(item)
    let content = try StoreContent(library.modelContainer)
    let before = try savedTransactions()
    await #expect(throws: RuckLibraryError.self) {
      try await library.change(rucks + [UUID()], change(adding: pack.id))
    }
    await #expect(throws: RuckObjectError.self) {
      try await library.change(rucks, change(adding: UUID()))
    }
    #expect(try StoreContent(library.modelContainer).differences(from: content) == [])
    #expect(try savedTransactions() == before)
    // The library works on.
    try await library.change(rucks, change(adding: pack.id))
    #expect(try await library.object(GearItem.self, pack.id)?.uses == 2)
  }
}
