// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// Contexts on a custom store.
@Suite struct CustomStoreTests {
  private let name = UUID().uuidString
  private var contents: DictionaryStore.Contents { DictionaryStore.contents(name) }

  private func open(_ configuration: DictionaryStore.Configuration? = nil) throws -> ModelContainer
  {
    try ModelContainer(
      for: Trip.self, Stop.self, Remark.self,
      configurations: configuration ?? DictionaryStore.Configuration(name))
  }

  private var calls: [String] {
    contents.state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  @Test func `a context without changes requests no save`() throws {
    let context = ModelContext(try open())
    try context.save()
    #expect(calls == [])
    context.insert(Remark("a"))
    context.rollback()
    try context.save()
    #expect(calls == [])
  }

  @Test func `a save is one request with all changes`() throws {
    let context = ModelContext(try open())
    let trip = Trip("Alps", code: "a")
    context.insert(trip)
    trip.stops = [Stop("Bern"), Stop("Chur")]
    context.insert(Remark("x"))
    try context.save()
    #expect(calls == ["save 4 0 0"])
    trip.name = "Jura"
    context.delete(trip.stops[0])
    try context.save()
    #expect(calls == ["save 0 1 1"])
  }

  @Test func `a failed save keeps the changes and throws the store's error`() throws {
    struct Failure: Error, Equatable {}
    let context = ModelContext(try open())
    let remark = Remark("a")
    context.insert(remark)
    try context.save()
    remark.text = "b"
    context.insert(Remark("c"))
    contents.state.withLock { $0.failure = Failure() }
    #expect(throws: Failure()) { try context.save() }
    #expect(context.hasChanges)
    #expect(remark.text == "b")
    #expect(context.insertedModelsArray.first?.persistentModelID.isTemporary == true)
    contents.state.withLock { $0.failure = nil }
    try context.save()
    let texts = try ModelContext(try open()).fetch(
      FetchDescriptor<Remark>(sortBy: [SortDescriptor(\.text)])
    ).map(\.text)
    #expect(texts == ["b", "c"])
  }

  @Test func `an observer without changes fetches once`() throws {
    let container = try open()
    let context = ModelContext(container)
    context.insert(Remark("a"))
    try context.save()
    _ = calls
    let observer = try ResultsObserver<Remark, Never>(modelContext: ModelContext(container))
    #expect(observer.results.count == 1)
    #expect(observer.results.count == 1)
    #expect(calls.filter { $0 == "fetch Remark" }.count == 1)
    context.insert(Remark("b"))
    try context.save()
    #expect(observer.results.count == 2)
  }

  @Test func `a failed fetch throws the store's error`() throws {
    struct Failure: Error, Equatable {}
    let context = ModelContext(try open())
    contents.state.withLock { $0.failure = Failure() }
    #expect(throws: Failure()) { try context.fetch(FetchDescriptor<Remark>()) }
    #expect(throws: Failure()) { try context.fetchCount(FetchDescriptor<Remark>()) }
  }

  @Test func `a new model with a stored unique value represents the stored model`() throws {
    let configuration = DictionaryStore.Configuration(
      name, unique: .init(entity: "Trip", property: "code"))
    let context = ModelContext(try open(configuration))
    let first = Trip("Alps", code: "a")
    context.insert(first)
    try context.save()
    let identifier = first.persistentModelID
    let second = Trip("Jura", code: "a")
    context.insert(second)
    second.stops = [Stop("Biel")]
    try context.save()
    #expect(second.persistentModelID == identifier)
    let trips = try context.fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.name) == ["Jura"])
    #expect(trips.first === second)
    #expect(first.modelContext == nil)
    let other = try ModelContext(try open(configuration)).fetch(FetchDescriptor<Trip>())
    #expect(other.map(\.name) == ["Jura"])
    #expect(other.first?.stops.map(\.place) == ["Biel"])
  }

  @Test func `a fetch reads changes that the store got elsewhere`() throws {
    let context = ModelContext(try open())
    let trip = Trip("Alps", code: "a")
    context.insert(trip)
    trip.stops = [Stop("Bern"), Stop("Chur")]
    let remark = Remark("a")
    context.insert(remark)
    try context.save()
    // Another container does not share contexts with the first.
    let elsewhere = ModelContext(try open())
    let copy = try #require(try elsewhere.fetch(FetchDescriptor<Trip>()).first)
    copy.name = "Jura"
    copy.stops.removeFirst()
    elsewhere.delete(try #require(try elsewhere.fetch(FetchDescriptor<Remark>()).first))
    try elsewhere.save()
    #expect(trip.name == "Alps")
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Jura"])
    #expect(trip.name == "Jura")
    #expect(trip.stops.map(\.place) == ["Chur"])
    #expect(try context.fetch(FetchDescriptor<Remark>()).isEmpty)
    #expect(remark.modelContext == nil)
  }

  @Test func `related models are requested when they are read`() throws {
    let first = ModelContext(try open())
    let trip = Trip("Alps", code: "a")
    first.insert(trip)
    trip.stops = (1...3).map { Stop("\($0)") }
    try first.save()
    let configuration = DictionaryStore.Configuration(name, caches: true)
    let context = ModelContext(try open(configuration))
    _ = calls
    let found = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(calls == ["fetch Trip"])
    #expect(found.stops.map(\.place) == ["1", "2", "3"])
    #expect(calls == ["cached 3"])
    #expect(found.stops.count == 3)
    #expect(calls == [])
  }

  @Test func `deletions of a model without relationships are one batch request`() throws {
    let context = ModelContext(try open())
    for index in 1...3 { context.insert(Remark("\(index)")) }
    try context.save()
    _ = calls
    try context.delete(model: Remark.self)
    try context.save()
    #expect(calls.contains("delete Remark"))
    #expect(contents.state.withLock { $0.snapshots.isEmpty })
    #expect(try context.fetchCount(FetchDescriptor<Remark>()) == 0)
  }

  @Test func `a context announces itself and its author to the store`() throws {
    let container = try open()
    do {
      let context = ModelContext(container)
      #expect(contents.state.withLock { $0.editingStates } == 1)
      context.author = "importer"
      context.insert(Remark("a"))
      try context.save()
      #expect(contents.state.withLock { $0.authors } == ["importer"])
    }
    #expect(contents.state.withLock { $0.editingStates } == 0)
  }

  @Test func `a store with history provides its own transactions`() throws {
    let context = ModelContext(try open())
    for author in ["a", "b"] {
      context.author = author
      context.insert(Remark(author))
      try context.save()
    }
    let all = try context.fetchHistory(HistoryDescriptor<StoreTransaction>())
    #expect(all.map(\.author) == ["a", "b"])
    #expect(all.map(\.token.tokenValue) == [1, 2])
    try context.deleteHistory(
      HistoryDescriptor<StoreTransaction>(predicate: #Predicate { $0.author == "a" }))
    #expect(
      try context.fetchHistory(HistoryDescriptor<StoreTransaction>()).map(\.author) == ["b"])
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test func `a container mixes a SQLite store and a custom store`() throws {
    let folder = try TemporaryFolder()
    let sqlite = ModelConfiguration(
      "sqlite", schema: Schema([Trip.self]), url: folder.url.appending(path: "trips.store"))
    var custom = DictionaryStore.Configuration(name)
    custom.schema = Schema([Remark.self])
    func container() throws -> ModelContainer {
      try ModelContainer(
        for: Schema([Trip.self, Stop.self, Remark.self]), configurations: [sqlite, custom])
    }
    let context = ModelContext(try container())
    context.insert(Trip("Alps", code: "a"))
    context.insert(Remark("high"))
    #expect(context.insertedModelsArray.count == 2)
    try context.save()
    #expect(calls == ["save 1 0 0"])
    let other = ModelContext(try container())
    #expect(try other.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
    let remark = try #require(try other.fetch(FetchDescriptor<Remark>()).first)
    #expect(remark.persistentModelID.storeIdentifier == "dictionary-" + name)
    #expect((other.model(for: remark.persistentModelID) as? Remark) === remark)
    #expect(other.container.storeIdentifier(forConfigurationNamed: name) == "dictionary-" + name)
    #expect(other.container.configurationName(forStoreIdentifier: "dictionary-" + name) == name)
    #expect(other.container.configurations == [sqlite])
    #expect(try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
    #expect(try other.fetchHistory(HistoryDescriptor<StoreTransaction>()).count == 1)
  }

  @Test func `two stores with one identifier are refused`() throws {
    let first = DictionaryStore.Configuration(name)
    var second = DictionaryStore.Configuration(name)
    second.schema = Schema([Remark.self])
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Schema([Trip.self, Stop.self, Remark.self]), configurations: [first, second])
    }
  }

  @MainActor @Test func `the main context saves automatically`() async throws {
    let container = try open()
    let saved = AsyncStream<Void>.makeStream()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: container.mainContext, queue: nil
    ) { _ in saved.continuation.yield() }
    defer { NotificationCenter.default.removeObserver(token) }
    container.mainContext.insert(Remark("a"))
    for await _ in saved.stream { break }
    #expect(contents.state.withLock { $0.snapshots.count } == 1)
  }

  @Test func `model actors save concurrently`() async throws {
    let container = try open()
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let writer = Writer(modelContainer: container)
          for index in 0..<10 { try await writer.add("\(number).\(index)") }
        }
      }
    }
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Remark>()) == 40)
    #expect(Set(try context.fetch(FetchDescriptor<Remark>()).map(\.text)).count == 40)
    #expect(contents.state.withLock { $0.snapshots.count } == 40)
  }

  @Test func `deletions reach the store beside concurrent saves`() async throws {
    let container = try open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let writer = Writer(modelContainer: container)
          for index in 0..<20 { try await writer.replace("\(number).\(index)") }
        }
      }
      try await group.waitForAll()
    }
    // The last remark of each writer.
    #expect(contents.state.withLock { $0.snapshots.count } == 4)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Remark>()) == 4)
  }

  @Test func `an observer of results sees the saves of other contexts`() async throws {
    let container = try open()
    let context = ModelContext(container)
    context.insert(Remark("a"))
    try context.save()
    let writer = Writer(modelContainer: container)
    var counts: [Int] = []
    for try await update in container.results(of: FetchDescriptor<Remark>()) {
      counts.append(update.identifiers.count)
      if counts.count == 1 { try await writer.add("b") }
      if update.identifiers.count == 2 { break }
    }
    #expect(counts.first == 1)
    #expect(counts.last == 2)
  }
}

@ModelActor
actor Writer {
  func add(_ text: String) throws {
    modelContext.insert(Remark(text))
    try modelContext.save()
  }

  /// Adds a remark, and deletes the one that this writer added before it.
  func replace(_ text: String) throws {
    let number = text.prefix { $0 != "." }
    let former = try modelContext.fetch(FetchDescriptor<Remark>())
      .filter { $0.text.prefix { $0 != "." } == number }
    former.forEach(modelContext.delete)
    modelContext.insert(Remark(text))
    try modelContext.save()
  }
}
