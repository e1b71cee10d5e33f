// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct ResultsSequenceTests {
  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
  }

  @discardableResult
  private func insert(_ names: String...) throws -> [Trip] {
    let trips = names.map { Trip($0, code: $0) }
    for trip in trips { context.insert(trip) }
    try context.save()
    return trips
  }

  private func names(_ identifiers: [PersistentIdentifier]) -> [String] {
    let context = ModelContext(container)
    return identifiers.compactMap { (context.model(for: $0) as? Trip)?.code }
  }

  private let byName = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])

  @Test func `each update lists inserted, removed, moved and changed models`() async throws {
    let trips = try insert("a", "c", "e", "g")
    var updates = container.results(of: byName).makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(names(first.identifiers) == ["a", "c", "e", "g"])
    #expect(first.inserted == first.identifiers)
    #expect(first.removed.isEmpty && first.moved.isEmpty && first.changed.isEmpty)

    let gone = trips[1].persistentModelID
    context.delete(trips[1])
    context.insert(Trip("d", code: "d"))
    trips[0].name = "f"
    trips[3].rating = 1
    try context.save()
    let second = try #require(try await updates.next())
    #expect(names(second.identifiers) == ["d", "e", "a", "g"])
    #expect(names(second.inserted) == ["d"])
    #expect(second.removed == [gone])
    #expect(names(second.moved).count == 1)
    #expect(Set(names(second.changed)) == ["a", "g"])
  }

  @Test func `a slow consumer gets the latest results`() async throws {
    try insert("a")
    var updates = container.results(of: byName, coalescing: .zero).makeAsyncIterator()
    _ = try await updates.next()
    for number in 0..<200 { try insert("b\(number)") }
    let update = try #require(try await updates.next())
    #expect(update.identifiers.count == 201)
    #expect(update.inserted.count == 200)
    try insert("last")
    #expect(try #require(try await updates.next()).inserted.count == 1)
  }

  @Test func `saves that do not affect the results yield no update`() async throws {
    try insert("a")
    let named = FetchDescriptor<Trip>(predicate: #Predicate { $0.name.count > 1 })
    var updates = container.results(of: named).makeAsyncIterator()
    #expect(try #require(try await updates.next()).identifiers.isEmpty)
    context.insert(Folder("unrelated"))
    try context.save()
    try insert("b")
    try insert("long")
    let update = try #require(try await updates.next())
    #expect(names(update.inserted) == ["long"])
  }

  @Test func `a change of a related model updates the results`() async throws {
    let trips = try insert("a", "b")
    let stopping = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.stops.contains { $0.place == "here" } })
    var updates = container.results(of: stopping).makeAsyncIterator()
    _ = try await updates.next()
    let stop = Stop("there", trip: trips[1])
    context.insert(stop)
    try context.save()
    stop.place = "here"
    try context.save()
    #expect(names(try #require(try await updates.next()).inserted) == ["b"])
    stop.trip = trips[0]
    try context.save()
    let moved = try #require(try await updates.next())
    #expect(names(moved.inserted) == ["a"])
    #expect(names(moved.removed) == ["b"])
  }

  @Test func `results of a predicate evaluated in Swift are updated`() async throws {
    let trips = try insert("a", "b")
    let shouting = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name.caseInsensitiveCompare("A") == .orderedSame },
      sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)])
    var updates = container.results(of: shouting).makeAsyncIterator()
    #expect(names(try #require(try await updates.next()).identifiers) == ["a"])
    trips[1].name = "A"
    try context.save()
    #expect(names(try #require(try await updates.next()).inserted) == ["b"])
  }

  @Test func `the fetch limit applies to each update`() async throws {
    let trips = try insert("b", "c", "d")
    var two = byName
    two.fetchLimit = 2
    var updates = container.results(of: two).makeAsyncIterator()
    _ = try await updates.next()
    let last = trips[1].persistentModelID
    try insert("a")
    let update = try #require(try await updates.next())
    #expect(names(update.inserted) == ["a"])
    #expect(update.removed == [last])
  }

  @Test func `results of a model outside the schema throw an error`() async throws {
    var updates = container.results(of: FetchDescriptor<Relic>()).makeAsyncIterator()
    await #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      _ = try await updates.next()
    }
    #expect(try await updates.next() == nil)
  }

  @Test func `erase empties the results`() async throws {
    try insert("a", "b")
    var updates = container.results(of: byName).makeAsyncIterator()
    _ = try await updates.next()
    try container.erase()
    let update = try #require(try await updates.next())
    #expect(update.identifiers.isEmpty && update.removed.count == 2)
  }

  @Test func `cancellation releases the container`() async throws {
    let store = try TestStore()
    weak var known: ModelContainer?
    do {
      let container = try store.open()
      known = container
      let (started, starting) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        var count = 0
        for try await _ in container.results(of: FetchDescriptor<Trip>()) {
          count += 1
          starting.yield()
        }
        return count
      }
      for await _ in started { break }
      task.cancel()
      #expect(try await task.value == 1)
    }
    #expect(known == nil)
  }

  @Test func `a thousand observers are notified`() async throws {
    let container = container
    let (started, starting) = AsyncStream.makeStream(of: Int.self)
    let descriptor = byName
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<1000 {
        group.addTask {
          var updates = container.results(of: descriptor).makeAsyncIterator()
          _ = try await updates.next()
          starting.yield(number)
          return try await updates.next()?.inserted.count ?? 0
        }
      }
      var waiting = 1000
      for await _ in started {
        waiting -= 1
        if waiting == 0 { break }
      }
      context.insert(Folder("unrelated"))
      try context.save()
      try insert("a", "b")
      var told = 0
      for try await count in group { told += count }
      #expect(told == 2000)
    }
  }
}
