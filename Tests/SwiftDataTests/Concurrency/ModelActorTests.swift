// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@ModelActor
actor TripWriter {
  func add(_ name: String) throws -> PersistentIdentifier {
    let trip = Trip(name)
    modelContext.insert(trip)
    try modelContext.save()
    return trip.persistentModelID
  }

  func rename(_ id: PersistentIdentifier, to name: String) throws {
    self[id, as: Trip.self]?.name = name
    try modelContext.save()
  }

  func name(of id: PersistentIdentifier) -> String? { self[id, as: Trip.self]?.name }
}

/// An actor that observes a model, and can save automatically.
@ModelActor
actor TripWatcher {
  private var trip: Trip?

  /// Returns a stream with an element for each later change of a model's name.
  func watch(_ id: PersistentIdentifier) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    trip = self[id, as: Trip.self]
    withObservationTracking {
      _ = trip?.name
    } onChange: {
      continuation.yield()
    }
    return stream
  }

  /// The context, for notifications of its saves only.
  var modelContextForNotices: Notices { Notices(object: modelContext) }

  /// Unchecked because the context is only compared.
  struct Notices: @unchecked Sendable {
    let object: AnyObject
  }

  /// The name of the observed model.
  var name: String? { trip?.name }

  func saveAutomatically() { modelContext.autosaveEnabled = true }

  func add(_ name: String) { modelContext.insert(Trip(name)) }
}

/// An actor that conforms to `ModelActor` without the macro.
actor Ledger: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
  }

  func add(_ name: String) throws {
    modelContext.insert(Trip(name))
    try modelContext.save()
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Trip>()) }
}

@Suite struct ModelActorTests {
  @Test func `concurrent saves of many model actors all succeed`() async throws {
    let store = try TestStore()
    let container = try store.open()
    let reader = Task {
      var counts: [Int] = []
      while !Task.isCancelled {
        counts.append(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()))
        await Task.yield()
      }
      return counts
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          let writer = TripWriter(modelContainer: container)
          for turn in 0..<3 { _ = try await writer.add("\(index)-\(turn)") }
        }
      }
      try await group.waitForAll()
    }
    reader.cancel()
    let counts = try await reader.value
    #expect(counts == counts.sorted(), "a reader saw fewer models than before")
    let trips = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(Set(trips.map(\.name)).count == 600)
  }

  @Test func `a model actor without the macro runs on its own executor`() async throws {
    let ledger = Ledger(try TestStore.inMemory())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<50 { group.addTask { try await ledger.add("\(index)") } }
      try await group.waitForAll()
    }
    #expect(try await ledger.count() == 50)
  }

  @Test func `an identifier from one model actor resolves in another`() async throws {
    let container = try TestStore.inMemory()
    let id = try await TripWriter(modelContainer: container).add("Alps")
    #expect(await TripWriter(modelContainer: container).name(of: id) == "Alps")
  }

  @Test func `the context of a model actor merges other saves by itself`() async throws {
    let container = try TestStore.inMemory()
    let writer = TripWriter(modelContainer: container)
    let id = try await writer.add("Alps")
    let watcher = TripWatcher(modelContainer: container)
    let changes = await watcher.watch(id)
    try await writer.rename(id, to: "Jura")
    var iterator = changes.makeAsyncIterator()
    await iterator.next()
    #expect(await watcher.name == "Jura")
  }

  @Test func `a model actor with autosave saves at the end of its turn`() async throws {
    let container = try TestStore.inMemory()
    let actor = TripWatcher(modelContainer: container)
    await actor.add("Alps")
    await actor.saveAutomatically()
    let context = await actor.modelContextForNotices
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context.object, queue: nil
    ) { _ in continuation.yield() }
    defer { NotificationCenter.default.removeObserver(observer) }
    await actor.add("Jura")
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `a commit notifies the other containers of its store`() async throws {
    let store = try TestStore()
    let (first, second) = (try store.open(), try store.open())
    let commits = remoteCommits(second)
    _ = try await TripWriter(modelContainer: first).add("Alps")
    var iterator = commits.makeAsyncIterator()
    await iterator.next()
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  /// More containers than a user may have inotify instances; all of them write.
  @Test func `every container is notified of commits while it writes itself`() async throws {
    let store = try TestStore()
    let containers = try (0..<150).map { _ in try store.open() }
    let commits = containers.map(remoteCommits)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, container) in containers.enumerated() {
        group.addTask { _ = try await TripWriter(modelContainer: container).add("\(index)") }
      }
      try await group.waitForAll()
    }
    for commits in commits {
      var iterator = commits.makeAsyncIterator()
      await iterator.next()
    }
  }

  /// Returns a stream with an element for each later notification of other containers' commits.
  private func remoteCommits(_ container: ModelContainer) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: container, queue: nil
    ) { notification in
      if notification.userInfo?["isOwnCommit"] as? Bool == false { continuation.yield() }
    }
    let token = Token(observer: observer)
    continuation.onTermination = { _ in NotificationCenter.default.removeObserver(token.observer) }
    return stream
  }

  /// Unchecked because the token is opaque and only returned to the notification center.
  private struct Token: @unchecked Sendable {
    let observer: any NSObjectProtocol
  }
}
