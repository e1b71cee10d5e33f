// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreTestSupport
import SwiftData
import Testing

@Suite struct RestoreTests {
  /// Returns a store with "b" and "c", whose backup has "a".
  static func changed() throws -> TestStore {
    let store = try TestStore()
    try store.save(["a"])
    _ = try store.file.backUp(to: store.backup)
    do {
      let context = ModelContext(try store.open())
      try context.delete(model: Everything.self)
      try context.delete(model: Trip.self)
      try context.save()
    }
    try store.save(["b", "c"])
    return store
  }

  @Test func `a restore replaces the store with the backup`() throws {
    let store = try Self.changed()
    #expect(throws: SwiftDataError.storeFailure) {
      try ModelContainer.restore(from: store.backup, to: store.url)
    }
    #expect(try store.trips() == ["b", "c"])
    let bytes = try Data(contentsOf: store.backup)
    try ModelContainer.restore(from: store.backup, to: store.url, replacing: true)
    #expect(try store.trips() == ["a"])
    #expect(try store.files(of: store.url) == store.files(of: store.backup))
    #expect(try Data(contentsOf: store.backup) == bytes)
    #expect(try store.file.check().isSound)
    #expect(try store.partialFiles() == [])
  }

  @Test func `a restore creates a store that does not exist`() throws {
    let store = try Self.changed()
    let place = store.directory.appending(path: "elsewhere/new.store")
    try ModelContainer.restore(from: store.backup, to: place)
    #expect(try store.trips(in: place) == ["a"])
  }

  @Test func `a restore expires tokens and reuses no row IDs`() throws {
    let store = try Self.changed()
    let (token, key) = try { () -> (DefaultHistoryToken, PersistentIdentifier) in
      let context = ModelContext(try store.open())
      let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      let trips = try context.fetch(FetchDescriptor<Trip>())
      return (
        try #require(history.last?.token), try #require(trips.first?.persistentModelID)
      )
    }()
    _ = try store.file.restore(from: store.backup, replacing: true)
    let context = ModelContext(try store.open())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    }
    for number in 0..<5 {
      let trip = Trip("\(number)")
      context.insert(trip)
      try context.save()
      #expect(trip.persistentModelID != key)
    }
  }

  @Test(arguments: [false, true])
  func `row IDs and tokens of a lost store are not reused after a restore`(isDamaged: Bool) throws {
    let store = try Self.changed()
    var (tokens, keys): ([DefaultHistoryToken], Set<PersistentIdentifier>) = ([], [])
    do {
      let context = ModelContext(try store.open())
      // The backup has no folder.
      context.insert(Folder("new"))
      try context.save()
      tokens = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.token)
      keys = Set(try context.fetch(FetchDescriptor<Trip>()).map(\.persistentModelID))
      keys.formUnion(try context.fetch(FetchDescriptor<Folder>()).map(\.persistentModelID))
    }
    if isDamaged {
      _ = try store.page(of: "Trip")
      try store.damage(page: 1)
    } else {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(
          at: store.directory.appending(path: "test.store\(suffix)"))
      }
    }
    _ = try store.file.restore(from: store.backup, replacing: true)
    let context = ModelContext(try store.open())
    // Save more transactions than the lost store had.
    for number in 0..<10 {
      let (trip, folder) = (Trip("\(number)"), Folder("\(number)"))
      context.insert(trip)
      context.insert(folder)
      try context.save()
      #expect(keys.isDisjoint(with: [trip.persistentModelID, folder.persistentModelID]))
    }
    for token in tokens {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(
          HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
      }
    }
    let last = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    let token = last.token
    context.insert(Folder("after"))
    try context.save()
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token })
    #expect(try context.fetchHistory(descriptor).count == 1)
  }

  @Test func `a restore over an open store is rejected`() throws {
    let store = try Self.changed()
    do {
      let container = try store.open()
      let error = #expect(throws: SwiftDataError.self) {
        try store.file.restore(from: store.backup, replacing: true)
      }
      #expect(error == .storeIsLocked)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
    }
    // The other program is idle, and only has the file open.
    let other = try OtherProgram(store.url, "SELECT count(*) FROM Trip")
    let error = #expect(throws: SwiftDataError.self) {
      try store.file.restore(from: store.backup, replacing: true)
    }
    #expect(error == .storeIsLocked)
    #expect(error?.localizedDescription.contains("while it is open in another program") == true)
    other.end()
    #expect(try store.trips() == ["b", "c"])
    #expect(try store.partialFiles() == [])
  }

  @Test func `a restore from a damaged or incomplete backup is rejected`() throws {
    let store = try Self.changed()
    let bytes = try Data(contentsOf: store.backup)
    let page = try #require(
      Int(
        TestStore.shell(
          "SELECT pageno FROM dbstat WHERE name = 'Trip' LIMIT 1", on: store.backup)))
    try store.damage(page: page, of: store.backup)
    let error = #expect(throws: SwiftDataError.self) {
      try store.file.restore(from: store.backup, replacing: true)
    }
    #expect(error == .storeIsCorrupt)
    #expect(error?.localizedDescription.contains("is not sound") == true)
    try bytes.write(to: store.backup)
    let name = try store.files(of: store.backup)[0]
    try FileManager.default.removeItem(
      at: store.directory.appending(path: ".backup.store-external/\(name)"))
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try store.file.restore(from: store.backup, replacing: true)
    }
    #expect(try store.trips() == ["b", "c"])
  }

  @Test func `a restore keeps an unreadable store beside the restored one`() throws {
    let store = try Self.changed()
    _ = try store.page(of: "Trip")
    try store.damage(page: 1)
    let bytes = try Data(contentsOf: store.url)
    let report = try store.file.restore(from: store.backup, replacing: true)
    let kept = try #require(report.damaged)
    #expect(kept.lastPathComponent == "test.store-damaged")
    #expect(try Data(contentsOf: kept) == bytes)
    #expect(try store.trips() == ["a"])
    // A second restore does not overwrite it.
    _ = try store.page(of: "Trip")
    try store.damage(page: 1)
    let second = try store.file.restore(from: store.backup, replacing: true)
    #expect(second.damaged?.lastPathComponent == "test.store-damaged-2")
    #expect(try Data(contentsOf: kept) == bytes)
  }

  @Test func `a restore replaces a store with a damaged table`() throws {
    let store = try Self.changed()
    try store.damage(page: store.page(of: "Trip"))
    #expect(try !store.file.check().isSound)
    _ = try store.file.restore(from: store.backup, replacing: true)
    #expect(try store.trips() == ["a"])
    #expect(try store.file.check().isSound)
  }
}
