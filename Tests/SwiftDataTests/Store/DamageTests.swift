// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct DamageTests {
  /// Returns a store with 2,000 trips and 10 folders.
  private func filled() throws -> TestStore {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    for index in 0..<2_000 {
      let trip = Trip("trip \(index)", code: "\(index)")
      trip.note = String(repeating: "n", count: 200)
      context.insert(trip)
    }
    for index in 0..<10 { context.insert(Folder("folder \(index)")) }
    try context.save()
    return store
  }

  /// Overwrites one page of the file with invalid bytes.
  private func damage(_ store: TestStore, page: Int) throws {
    let file = try FileHandle(forUpdating: store.url)
    defer { try? file.close() }
    try file.seek(toOffset: UInt64((page - 1) * 4096))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
  }

  /// Returns the number of a page in the middle of a table.
  private func pageInTheMiddle(of table: String, _ store: TestStore) throws -> Int {
    let text = try store.sqlite(
      "PRAGMA wal_checkpoint(TRUNCATE); "
        + "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path")
    let pages = text.split(separator: "\n").dropFirst().compactMap { Int($0) }
    return try #require(pages.isEmpty ? nil : pages[pages.count / 2])
  }

  @Test func `a damaged table is reported with the readable rows`() throws {
    let store = try filled()
    try damage(store, page: pageInTheMiddle(of: "Trip", store))
    let bytes = try Data(contentsOf: store.url)
    let context = ModelContext(try store.open())
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Trip>())
    }
    #expect(error == .storeIsCorrupt)
    let text = try #require(error?.localizedDescription)
    #expect(text.contains("Folder (10)"))
    let count = try #require(text.firstMatch(of: /At least (\d+) rows of Trip can be read/))
    let rows = try #require(Int(count.1))
    #expect(rows > 1_900 && rows < 2_000)
    #expect(try context.fetch(FetchDescriptor<Folder>()).count == 10)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func `a store with a damaged first page is rejected and not changed`() throws {
    let store = try filled()
    _ = try pageInTheMiddle(of: "Trip", store)
    let file = try FileHandle(forUpdating: store.url)
    try file.seek(toOffset: 100)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 3_996))
    try file.close()
    let bytes = try Data(contentsOf: store.url)
    let error = #expect(throws: SwiftDataError.self) { try store.open() }
    #expect(error == .storeIsCorrupt)
    #expect(error?.localizedDescription.contains("The list of its tables can't be read") == true)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func `a damaged table does not prevent saves to other tables`() throws {
    let store = try filled()
    try damage(store, page: pageInTheMiddle(of: "Trip", store))
    let context = ModelContext(try store.open())
    context.insert(Folder("new"))
    try context.save()
    try context.transaction {
      context.insert(Folder("newer"))
    }
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 12)
  }
}
