// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// The samples of the guides. ``MovingTests`` has the samples of the guide to moving from Apple's
/// framework.
@Suite(.timeLimit(.minutes(15))) struct GuideTests {
  let store: TestStore

  init() throws { store = try TestStore() }

  // MARK: Migration.md

  private func writeFirstVersion() throws {
    let context = try store.context(version: TripsV1.self)
    for title in ["Alps", "Alps", "Pamirs"] { context.insert(TripsV1.Trip(title: title)) }
    try context.save()
  }

  @Test func `a property is renamed without a plan`() throws {
    try writeFirstVersion()
    let trips = try store.context(TripsNext.Trip.self).fetch(FetchDescriptor<TripsNext.Trip>())
    #expect(trips.map(\.name).sorted() == ["Alps", "Alps", "Pamirs"])
    #expect(trips.allSatisfy { $0.rating == 3 && $0.note == nil })
  }

  @Test func `a plan migrates a store and reports progress`() throws {
    try writeFirstVersion()
    let told = Mutex(0.0)
    @Sendable func show(_ fraction: Double) { told.withLock { $0 = fraction } }
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripsV2.self), migrationPlan: TripsPlan.self,
      configurations: [ModelConfiguration(url: store.url)],
      migrationProgress: { progress in show(progress.fractionCompleted) })
    #expect(told.withLock { $0 } == 1)
    let trips = try ModelContext(container).fetch(
      FetchDescriptor<TripsV2.Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["Alps", "Pamirs"])
    #expect(trips.map(\.length) == [4, 6])
    _ = try ModelContainer(
      for: TripsV2.Trip.self, migrationPlan: TripsPlan.self,
      configurations: ModelConfiguration(url: store.url))
  }

  @Test func `a program with old models recovers with a new container`() throws {
    try writeFirstVersion()
    var context = try store.context(version: TripsV1.self)
    _ = try store.context(TripsPlan.self)
    context.insert(TripsV1.Trip(title: "Urals"))
    do {
      try context.save()
      Issue.record("saved with old models")
    } catch SwiftDataError.storeWasMigrated {
      context = try store.context(TripsPlan.self)
    }
    #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
  }

  // MARK: History.md

  @Test func `history lists inserts, updates and deletes`() throws {
    let context = ModelContext(try store.open())
    let trip = Trip("one")
    context.insert(trip)
    try context.save()
    trip.name = "two"
    try context.save()
    let last = try #require(try context.history().last?.token)
    context.author = "other"
    context.delete(trip)
    try context.save()
    var lines: [String] = []
    for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
      for change in transaction.changes {
        switch change {
        case .insert(let insert):
          lines.append("new \(insert.changedPersistentIdentifier.entityName)")
        case .update(let update as DefaultHistoryUpdate<Trip>):
          if update.containsAttribute(\.name) { lines.append("another name") }
        case .update: break
        case .delete(let delete):
          lines.append("gone \(delete.changedPersistentIdentifier.entityName)")
        }
      }
    }
    #expect(lines == ["new Trip", "another name", "gone Trip"])
    let news = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > last && $0.author != "me" })
    #expect(try context.fetchHistory(news).count == 1)
  }

  @Test func `a tombstone has the preserved value of a deleted model`() throws {
    var configuration = ModelConfiguration(url: store.url)
    configuration.history = .kept(for: .seconds(30 * 86_400))
    let context = ModelContext(try ModelContainer(for: Relic.self, configurations: configuration))
    let relic = Relic("coin")
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()
    var removed: [String] = []
    for change in try context.history().flatMap(\.changes) {
      guard case .delete(let delete) = change else { continue }
      if let delete = delete as? DefaultHistoryDelete<Relic>,
        let code = delete.tombstone[\.code] as? String
      {
        removed.append(code)
      }
    }
    #expect(removed == ["coin"])
  }

  @Test func `history is deleted in the transaction that processes it`() throws {
    let context = ModelContext(try store.open())
    context.insert(Trip("one"))
    try context.save()
    let last = try #require(try context.history().last?.token)
    try context.transaction {
      context.insert(Folder("sent"))
      try context.deleteHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= last }))
    }
    #expect(try context.history().map(\.summary) == [["+Folder"]])
  }

  // MARK: LiveQueries.md

  @Test func `results are updated after a save`() async throws {
    let container = try store.open()
    let context = ModelContext(container)
    let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
    var seen: [Int] = []
    for try await update in container.results(of: trips) {
      seen.append(update.inserted.count)
      if seen.count == 2 { break }
      context.insert(Trip("one"))
      try context.save()
    }
    #expect(seen == [0, 1])
  }

  @Test func `the changes of several models are one sequence`() async throws {
    let container = try store.open()
    var changes = container.changes(of: [Trip.self, Folder.self]).makeAsyncIterator()
    let context = ModelContext(container)
    context.insert(Folder("one"))
    try context.save()
    let told = try #require(try await changes.next())
    #expect(told.inserted.count == 1 && told.updated.isEmpty && told.deleted.isEmpty)
    #expect(!told.isEverything)
  }

  // MARK: MaintainingAStore.md

  @Test func `a store is backed up and restored`() throws {
    let folder = store.directory.appending(path: "copies")
    do {
      let container = try store.open()
      try container.backup(to: folder, replacing: true)
      try container.vacuum()
    }
    let backup = folder.appending(path: "test.store")
    try ModelContainer.restore(from: backup, to: store.url, replacing: true)
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 0)
  }
}

/// The sample that runs on the main actor.
@Suite @MainActor struct ObserverGuideTests {
  @Test func `a results observer reports an inserted model`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let observer = try ResultsObserver<Trip, Never>(
      filterBy: #Predicate { $0.name.contains("Alps") }, sortBy: [SortDescriptor(\.startDate)],
      modelContext: context)
    let isChanged = Mutex(false)
    withObservationTracking {
      #expect(observer.results.isEmpty)
    } onChange: {
      isChanged.withLock { $0 = true }
    }
    context.insert(Trip("Alps"))
    #expect(observer.results.count == 1)
    #expect(isChanged.withLock { $0 })
  }
}
