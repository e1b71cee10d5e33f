// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct HistoryTests {
  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
  }

  @Test func `a save is one transaction with its changes`() throws {
    let trip = Trip("Alps")
    context.insert(trip)
    trip.stops = [Stop("one"), Stop("two")]
    try context.save()
    trip.name = "Pamirs"
    trip.rating = 5
    try context.save()
    context.delete(trip.stops[0])
    try context.save()

    let history = try context.history()
    #expect(
      history.map(\.summary) == [
        ["+Trip", "+Stop", "+Stop"], ["Trip name,rating"], ["Trip stops", "-Stop"],
      ])
    #expect(history.allSatisfy { $0.storeIdentifier == trip.persistentModelID.storeIdentifier })
    #expect(history.map(\.transactionIdentifier) == history.map(\.id))
    #expect(history.map(\.id) == history.map(\.id).sorted())
    #expect(zip(history, history.dropFirst()).allSatisfy { $0.token < $1.token })
    #expect(Set(history).count == 3)
    let process = ProcessInfo.processInfo
    #expect(history[0].bundleIdentifier == process.processName)
    #expect(history[0].processIdentifier == "\(process.processIdentifier)")
    #expect(abs(history[0].timestamp.timeIntervalSinceNow) < 3600)
    guard case .update(let update) = history[1].changes[0],
      let update = update as? DefaultHistoryUpdate<Trip>
    else { throw Unexpected() }
    #expect(update.containsAttribute(\Trip.name))
    #expect(!update.containsAttribute(\Trip.code))
    #expect(update.changedPersistentIdentifier == trip.persistentModelID)
    #expect(update.transactionIdentifier == history[1].id)
    let identifiers = history.flatMap(\.changes).map { change in
      switch change {
      case .insert(let insert): insert.changeIdentifier as? Int64 ?? 0
      case .update(let update): update.changeIdentifier as? Int64 ?? 0
      case .delete(let delete): delete.changeIdentifier as? Int64 ?? 0
      }
    }
    #expect(zip(identifiers, identifiers.dropFirst()).allSatisfy { $0 < $1 })
  }

  private struct Unexpected: Error {}

  @Test func `discarded and failed changes are not in the history`() throws {
    context.insert(Trip("Alps"))
    context.rollback()
    try context.save()
    context.insert(Trip("one", code: "1"))
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try context.transaction {
        context.insert(Trip("two", code: "2"))
        try context.save()
        throw Stopped()
      }
    }
    let invoiced = Trip("three", code: "3")
    context.insert(invoiced)
    context.insert(Invoice(1, trip: invoiced))
    try context.save()
    context.delete(invoiced)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(try context.history().map(\.summary) == [["+Trip", "+Invoice"]])
  }

  @Test func `a transaction of several saves is one history transaction`() throws {
    let old = Trip("old", code: "old")
    context.insert(old)
    old.stops = [Stop("a")]
    try context.save()
    try context.transaction {
      for batch in 0..<5 {
        for index in 0..<40 { context.insert(Folder("\(batch).\(index)")) }
        old.rating = Double(batch)
        try context.save()
      }
      old.name = "new"
      try context.save()
      try context.delete(model: Folder.self, where: #Predicate { $0.name.starts(with: "1.") })
      try context.save()
      context.delete(old)
    }
    let history = try context.history()
    #expect(history.count == 2)
    // Models that were inserted and deleted in it are omitted, and deleted models have no update.
    #expect(history[1].summary == Array(repeating: "+Folder", count: 160) + ["-Stop", "-Trip"])
    let identifiers = Set(history[1].changes.prefix(160).map(\.changedPersistentIdentifier))
    let folders = try context.fetchIdentifiers(FetchDescriptor<Folder>())
    #expect(identifiers == Set(folders))
  }

  @Test func `a transaction without net effect is listed without changes`() throws {
    try context.transaction {
      let folder = Folder("gone")
      context.insert(folder)
      try context.save()
      context.delete(folder)
      try context.save()
    }
    #expect(try context.history().map(\.summary) == [[]])
    context.insert(Folder("stays"))
    try context.save()
    #expect(try context.history().map(\.summary) == [[], ["+Folder"]])
  }

  @Test func `updates of a model in several saves of a transaction are merged`() throws {
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    try context.transaction {
      trip.name = "1"
      try context.save()
      trip.rating = 2
      try context.save()
      try context.save()
    }
    try context.transaction {}
    #expect(try context.history().map(\.summary) == [["+Trip"], ["Trip name,rating"]])
  }

  @Test func `a deletion by predicate is recorded row by row`() throws {
    for name in ["a", "b", "c"] {
      let trip = Trip(name)
      context.insert(trip)
      trip.stops = [Stop(name), Stop(name)]
    }
    try context.save()
    let other = ModelContext(container)
    try other.delete(model: Trip.self, where: #Predicate { $0.name != "b" })
    try other.save()
    let last = try #require(try context.history().last)
    #expect(
      last.summary == Array(repeating: "-Trip", count: 2) + Array(repeating: "-Stop", count: 4))
  }

  @Test func `a model deleted by two contexts is recorded once`() throws {
    let trip = Trip("Alps")
    context.insert(trip)
    trip.stops = [Stop("one")]
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    let stop = try #require(same.stops.first)
    other.delete(same)
    same.stops = []
    context.delete(trip)
    try context.save()
    try? other.save()
    _ = stop
    let deletions = try context.history().flatMap(\.summary).filter { $0.hasPrefix("-Trip") }
    #expect(deletions.count == 1)
  }

  @Test func `moving a model records updates of owners that are not in memory`() throws {
    let (one, two) = (Trip("one"), Trip("two"))
    context.insert(one)
    context.insert(two)
    one.stops = [Stop("a"), Stop("b")]
    try context.save()
    let second = two.persistentModelID
    let other = ModelContext(container)
    let stop = try #require(
      try other.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.place == "a" })).first)
    stop.trip = try #require(other.model(for: second) as? Trip)
    try other.save()
    let last = try #require(try context.history().last)
    #expect(Set(last.summary) == ["Stop trip", "Trip stops"])
    #expect(last.changes.count == 3)
  }

  @Test func `changes of ephemeral attributes are not recorded`() throws {
    let container = try ModelContainer(
      for: Relic.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let relic = Relic("cup")
    context.insert(relic)
    try context.save()
    relic.glances = 3
    try context.save()
    relic.glances = 4
    relic.note = "cracked"
    try context.save()
    #expect(try context.history().map(\.summary) == [["+Relic"], ["Relic note"]])
  }

  @Test func `an upsert is recorded as an update`() throws {
    context.insert(Trip("old", code: "a"))
    try context.save()
    context.insert(Trip("new", code: "a"))
    context.insert(Trip("first", code: "b"))
    context.insert(Trip("second", code: "b"))
    try context.save()
    let last = try #require(try context.history().last)
    #expect(last.summary.count == 2)
    #expect(last.summary[0] == "+Trip")
    #expect(last.summary[1].hasPrefix("Trip code,name,"))
  }

  @Test func `each transaction has the author of its context`() throws {
    context.author = "importer"
    #expect(context.editingState.author == "importer")
    context.insert(Trip("one"))
    try context.save()
    let other = ModelContext(container)
    #expect(other.author == nil)
    other.insert(Trip("two"))
    try other.save()
    try context.transaction { context.insert(Trip("three")) }
    #expect(try other.history().map(\.author) == ["importer", nil, "importer"])
    #expect(context.editingState.id != other.editingState.id)
  }

  @Test func `didSave contains the history token`() throws {
    let tokens = Tokens()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      if let found = notification.userInfo?[key] as? [String: DefaultHistoryToken] {
        tokens.found.append(contentsOf: found.values)
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Trip("one"))
    try context.save()
    #expect(try context.history().map(\.token) == tokens.found)
  }

  /// The tokens that a synchronous observer has received.
  private final class Tokens: @unchecked Sendable {
    var found: [DefaultHistoryToken] = []
  }
}
