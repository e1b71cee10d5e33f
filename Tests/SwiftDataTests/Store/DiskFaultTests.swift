// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import SwiftData
import Testing

/// Saves on a disk that fails at each of its operations in turn.
@Suite struct DiskFaultTests {
  /// More operations than any of the saves below needs.
  private let limit = 400

  init() {
    #expect(faulty_vfs_install() == 0)
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `a save that fails on the disk changes nothing and can be repeated`(kind: faulty_kind) throws
  {
    for operation in 1...limit {
      let store = try TestStore()
      let context = ModelContext(try store.open())
      let old = Trip("old", code: "old")
      context.insert(old)
      old.stops = (0..<3).map { Stop("stop \($0)") }
      try context.save()

      old.name = "changed"
      context.delete(old.stops[2])
      let new = Trip("new", code: "new")
      context.insert(new)
      new.stops = (0..<200).map { Stop("\($0) " + String(repeating: "x", count: 100)) }
      let (error, failures) = failing(store, kind, at: operation) { try context.save() }

      if let error {
        #expect(error == (kind == FAULTY_DISK_FULL ? .storeIsFull : .storeFailure))
        #expect(error.localizedDescription.contains(store.url.lastPathComponent))
        #expect(try contents(store) == ["old": 3], "after operation \(operation)")
        #expect(context.hasChanges)
        try context.save()
      }
      #expect(!context.hasChanges)
      #expect(try contents(store) == ["changed": 2, "new": 200], "after operation \(operation)")
      #expect(new.stops.count == 200)
      if failures == 0 { return #expect(operation > 3, "the disk never failed") }
    }
    Issue.record("a save takes more than \(limit) operations")
  }

  @Test func `a transaction that fails on the disk leaves no changes`() throws {
    for operation in stride(from: 1, through: limit, by: 3) {
      let store = try TestStore()
      let context = ModelContext(try store.open())
      context.insert(Trip("old", code: "old"))
      try context.save()
      let (error, failures) = failing(store, FAULTY_WRITE_ERROR, at: operation) {
        try context.transaction {
          for batch in 0..<3 {
            for index in 0..<200 {
              context.insert(Trip("new \(batch) \(index)", code: "\(batch) \(index)"))
            }
            try context.save()
          }
        }
      }
      let left = try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>())
      #expect(left == (error == nil ? 601 : 1), "after operation \(operation)")
      #expect(!context.hasChanges)
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == left)
      if failures == 0 { return #expect(operation > 3, "the disk never failed") }
    }
    Issue.record("a transaction takes more than \(limit) operations")
  }

  @Test func `a failed read throws instead of returning no rows`() throws {
    let store = try TestStore()
    let filler = ModelContext(try store.open())
    for index in 0..<2_000 { filler.insert(Trip("trip \(index)", code: "\(index)")) }
    try filler.save()
    for operation in 1...limit {
      let context = ModelContext(try store.open())
      var found = 0
      let (error, failures) = failing(store, FAULTY_READ_ERROR, at: operation) {
        found = try context.fetch(FetchDescriptor<Trip>()).count
      }
      #expect(found == (error == nil ? 2_000 : 0))
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2_000)
      if failures == 0 { return #expect(operation > 3, "the disk never failed") }
    }
    Issue.record("a fetch takes more than \(limit) operations")
  }

  /// Runs `body` while the operation with the given number on the store's files and all later ones
  /// fail. Returns the error of `body` and the number of failed operations.
  private func failing(
    _ store: TestStore, _ kind: faulty_kind, at operation: Int, _ body: () throws -> Void
  ) -> (error: SwiftDataError?, failures: Int) {
    let prefix = store.directory.path(percentEncoded: false)
    #expect(faulty_vfs_arm(prefix, kind, operation) == 1)
    var failure: SwiftDataError?
    do {
      try body()
    } catch {
      failure = error as? SwiftDataError
      #expect(failure != nil, "\(error)")
    }
    return (failure, faulty_vfs_disarm(prefix))
  }

  /// Returns the number of stops of each stored trip, by name, read by a new container.
  private func contents(_ store: TestStore) throws -> [String: Int] {
    let trips = try ModelContext(store.open()).fetch(FetchDescriptor<Trip>())
    return Dictionary(uniqueKeysWithValues: trips.map { ($0.name, $0.stops.count) })
  }
}
