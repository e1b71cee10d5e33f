// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The sequence of saved changes of several models.
@Suite(.timeLimit(.minutes(15))) struct ChangesSequenceTests {
  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
  }

  @Test func `each element lists the inserted, updated and deleted models of a save`() async throws
  {
    var changes = container.changes(of: [Trip.self, Stop.self]).makeAsyncIterator()
    let trip = Trip("one")
    context.insert(trip)
    trip.stops = [Stop("a"), Stop("b")]
    try context.save()
    var element = try #require(try await changes.next())
    #expect(
      element.inserted == Set([trip.persistentModelID] + trip.stops.map(\.persistentModelID)))
    #expect(element.updated.isEmpty && element.deleted.isEmpty && !element.isEverything)

    trip.name = "two"
    try context.save()
    element = try #require(try await changes.next())
    #expect(element.updated == [trip.persistentModelID])
    #expect(element.inserted.isEmpty && element.deleted.isEmpty)

    let stop = trip.stops[0]
    let gone = stop.persistentModelID
    context.delete(stop)
    try context.save()
    element = try #require(try await changes.next())
    #expect(element.deleted == [gone])
    #expect(element.updated == [trip.persistentModelID])
  }

  @Test func `changes of other models are not reported`() async throws {
    var folders = container.changes(of: [Folder.self]).makeAsyncIterator()
    var all = container.changes().makeAsyncIterator()
    let (trip, folder) = (Trip("t"), Folder("f"))
    context.insert(trip)
    try context.save()
    context.insert(folder)
    try context.save()
    #expect(try await folders.next()?.inserted == [folder.persistentModelID])
    var seen: Set<PersistentIdentifier> = []
    while seen.count < 2 { seen.formUnion(try await all.next()?.inserted ?? []) }
    #expect(seen == [trip.persistentModelID, folder.persistentModelID])
  }

  @Test func `consecutive saves are coalesced into one element`() async throws {
    let kept = Trip("kept", code: "k")
    context.insert(kept)
    try context.save()
    var changes = container.changes(of: [Trip.self]).makeAsyncIterator()
    let (new, brief) = (Trip("new", code: "n"), Trip("brief", code: "b"))
    context.insert(new)
    context.insert(brief)
    try context.save()
    new.name = "newer"
    kept.name = "changed"
    try context.save()
    context.delete(brief)
    context.delete(kept)
    let gone = kept.persistentModelID
    try context.save()
    let element = try #require(try await changes.next())
    #expect(element.inserted == [new.persistentModelID])
    #expect(element.updated.isEmpty)
    #expect(element.deleted == [gone])
  }

  @Test func `an insert followed by a delete yields no element`() async throws {
    var changes = container.changes(of: [Trip.self]).makeAsyncIterator()
    let brief = Trip("brief", code: "b")
    context.insert(brief)
    try context.save()
    context.delete(brief)
    try context.save()
    let task = Task { [container] in
      var changes = container.changes(of: [Folder.self]).makeAsyncIterator()
      return try await changes.next()
    }
    task.cancel()
    #expect(try await task.value == nil)
    context.insert(Trip("last", code: "l"))
    try context.save()
    let first = try #require(try await changes.next())
    // The short-lived model is in no element, even if all saves are coalesced.
    #expect(first.inserted.count == 1 && first.deleted.isEmpty)
  }

  @Test func `changes beyond the buffer limit are reported as everything`() async throws {
    var changes = container.changes(of: [Trip.self]).makeAsyncIterator()
    for number in 0..<70 {
      context.insert(Trip("t", code: "\(number)"))
      try context.save()
    }
    let element = try #require(try await changes.next())
    #expect(element.isEverything && element.inserted.isEmpty)
    try container.erase()
    #expect(try await changes.next()?.isEverything == true)
    context.insert(Trip("after", code: "a"))
    try context.save()
    // Erasing is a commit without history, so that a second element may report everything.
    let after = try #require(try await changes.next())
    #expect(after.isEverything || after.inserted.count == 1)
  }

  @Test func `the changes of a superclass include its subclasses`() async throws {
    let store = try TestStore()
    let container = try ModelContainer(
      for: Family.Animal.self, Family.Dog.self,
      configurations: ModelConfiguration(url: store.url))
    var animals = container.changes(of: [Family.Animal.self]).makeAsyncIterator()
    var dogs = container.changes(of: [Family.Dog.self]).makeAsyncIterator()
    let context = ModelContext(container)
    let (cat, dog) = (Family.Animal("cat", legs: 4), Family.Dog("dog", tricks: 1))
    context.insert(cat)
    context.insert(dog)
    try context.save()
    #expect(
      try await animals.next()?.inserted == [cat.persistentModelID, dog.persistentModelID])
    #expect(try await dogs.next()?.inserted == [dog.persistentModelID])
  }

  @Test func `changes of several stores are reported`() async throws {
    let store = try TestStore()
    let container = try ModelContainer(
      for: Schema([Family.Animal.self, Alone.Other.self]),
      configurations: ModelConfiguration(
        "one", schema: Schema([Family.Animal.self]), url: store.url),
      ModelConfiguration(
        "two", schema: Schema([Alone.Other.self]), url: store.directory.appending(path: "two")))
    var changes = container.changes().makeAsyncIterator()
    let context = ModelContext(container)
    let (animal, other) = (Family.Animal("cat", legs: 4), Alone.Other())
    context.insert(animal)
    context.insert(other)
    try context.save()
    var seen: Set<PersistentIdentifier> = []
    while seen.count < 2 { seen.formUnion(try await changes.next()?.inserted ?? []) }
    #expect(seen == [animal.persistentModelID, other.persistentModelID])
  }

  @Test func `saves of other processes are reported`() async throws {
    var changes = container.changes(of: [Trip.self]).makeAsyncIterator()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let context = ModelContext(
        try ModelContainer(
          for: Trip.self, Folder.self, Everything.self,
          configurations: ModelConfiguration(url: url)))
      context.insert(Folder("nobody wants to know"))
      try context.save()
      context.insert(Trip("from elsewhere"))
      try context.save()
    }
    let element = try #require(try await changes.next())
    #expect(element.inserted.map(\.entityName) == ["Trip"])
    let trip = try #require(element.inserted.first.map(context.model(for:)) as? Trip)
    #expect(trip.name == "from elsewhere")
  }

  @Test func `changes of concurrent writers are reported in order`() async throws {
    var changes = container.changes(of: [Trip.self], coalescing: .zero).makeAsyncIterator()
    let other = try store.open()
    let writers = DispatchGroup()
    // One writer inserts trips, and two delete all trips, one of them in another container.
    for (number, container) in [container, container, other].enumerated() {
      DispatchQueue.global().async(group: writers) {
        let context = ModelContext(container)
        for round in 0..<200 {
          if number == 0 {
            context.insert(Trip("t", code: "\(round)"))
          } else {
            try? context.delete(model: Trip.self)
          }
          // Two writers may delete the same trip.
          do { try context.save() } catch { context.rollback() }
        }
      }
    }
    let end = Trip("end", code: "end")
    nonisolated(unsafe) let context = context
    nonisolated(unsafe) let last = end
    writers.notify(queue: .global()) {
      context.insert(last)
      try? context.save()
    }
    var alive: Set<PersistentIdentifier> = []
    var known: Set<PersistentIdentifier>? = []
    var isAtTheEnd = false
    while !isAtTheEnd {
      let element = try #require(try await changes.next())
      if element.isEverything {
        // The buffer overflowed. Start again from the stored trips, which may be ahead of the
        // elements.
        alive = try Set(ModelContext(container).fetchIdentifiers(FetchDescriptor<Trip>()))
        known = nil
      } else {
        known?.formUnion(element.inserted)
        #expect(known.map(element.deleted.isSubset) ?? true)
        alive.formUnion(element.inserted)
        alive.subtract(element.deleted)
      }
      isAtTheEnd =
        try !alive.isEmpty
        && ModelContext(container).fetch(
          FetchDescriptor<Trip>(predicate: #Predicate { $0.code == "end" })
        ).contains { alive.contains($0.persistentModelID) }
    }
    #expect(
      alive == (try Set(ModelContext(container).fetchIdentifiers(FetchDescriptor<Trip>()))))
  }

  @Test func `an error ends the sequence of changes`() async throws {
    var unknown = container.changes(of: [Family.Animal.self]).makeAsyncIterator()
    await #expect(throws: SwiftDataError.self) { try await unknown.next() }
    #expect(try await unknown.next() == nil)
    let store = try TestStore()
    let old = try store.context(Alone.Animal.self)
    var changes = old.container.changes().makeAsyncIterator()
    let new = try store.context(Family.Animal.self, Family.Dog.self)
    new.insert(Family.Dog("dog", tricks: 1))
    try new.save()
    await #expect(throws: SwiftDataError.storeWasMigrated) { try await changes.next() }
    #expect(try await changes.next() == nil)
  }
}

extension Alone {
  @Model final class Other {
    init() {}
  }
}
