// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Fetches in batches, of identifiers, of selected properties, and with prefetched relationships.
@Suite struct BatchTests {
  private func filled(_ count: Int) throws -> (store: TestStore, context: ModelContext) {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    for index in 0..<count {
      let trip = Trip("\(index)")
      trip.rating = Double(index)
      trip.stops = (0..<3).map { Stop("\(index).\($0)") }
      context.insert(trip)
    }
    try context.save()
    return (store, ModelContext(try store.open()))
  }

  @Test func `a batched collection loads batches on access and releases earlier ones`() throws {
    let (store, context) = try filled(100)
    defer { withExtendedLifetime(store) {} }
    let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating, order: .reverse)])
    let trips = try context.fetch(descriptor, batchSize: 10)
    #expect(trips.count == 100)
    weak var first: Trip?
    first = trips[0]
    #expect(first?.name == "99")
    #expect(trips.map(\.name) == (0..<100).reversed().map(String.init))
    #expect(first == nil)
    #expect(trips[50].name == "49")
    #expect(trips.dropFirst(98).map(\.name) == ["1", "0"])
  }

  @Test func `a batched fetch includes pending changes`() throws {
    let (store, context) = try filled(5)
    defer { withExtendedLifetime(store) {} }
    context.delete(try #require(try context.fetch(FetchDescriptor<Trip>()).first))
    let new = Trip("new")
    new.rating = 2.5
    context.insert(new)
    let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    let trips = try context.fetch(descriptor, batchSize: 2)
    #expect(trips.map(\.name) == ["1", "2", "new", "3", "4"])
    #expect(trips[2] === new)
  }

  /// Apple's framework throws an error of this name instead.
  @Test func `identifiers of unsaved models are sorted among the others`() throws {
    let (store, context) = try filled(4)
    defer { withExtendedLifetime(store) {} }
    let new = Trip("new")
    new.rating = 1.5
    context.insert(new)
    let byRating = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating, order: .reverse)])
    let trips = try context.fetch(byRating)
    #expect(trips.map(\.name) == ["3", "2", "new", "1", "0"])
    trips[0].rating = -1
    let identifiers = [1, 2, 3, 4, 0].map { trips[$0].persistentModelID }
    #expect(try context.fetchIdentifiers(byRating) == identifiers)
    #expect(try Array(context.fetchIdentifiers(byRating, batchSize: 2)) == identifiers)
    let names: Set = [
      SwiftDataError.includePendingChangesWithBatchSize, .sortingPendingChangesWithIdentifiers,
    ]
    #expect(names.count == 2)
  }

  @Test func `a fetch of identifiers loads no models`() throws {
    let (store, context) = try filled(10)
    defer { withExtendedLifetime(store) {} }
    let descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.rating >= 4 }, sortBy: [SortDescriptor(\.rating)])
    let identifiers = try context.fetchIdentifiers(descriptor)
    #expect(identifiers.count == 6)
    #expect(identifiers.allSatisfy { context.registeredModel(for: $0) as Trip? == nil })
    let batched = try context.fetchIdentifiers(descriptor, batchSize: 4)
    #expect(Array(batched) == identifiers)
    let fourth = try #require(context.model(for: identifiers[0]) as? Trip)
    #expect(fourth.name == "4")
    #expect(fourth.persistentModelID == identifiers[0])
    context.insert(Trip("new"))
    #expect(try context.fetchIdentifiers(FetchDescriptor<Trip>()).last?.isTemporary == true)
  }

  @Test func `enumerate visits all models and releases earlier batches`() throws {
    let (store, context) = try filled(25)
    defer { withExtendedLifetime(store) {} }
    var names: [String] = []
    var sizes: [Int] = []
    weak var first: Trip?
    try context.enumerate(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)]), batchSize: 10
    ) { trip in
      if names.isEmpty { first = trip }
      names.append(trip.name)
      sizes.append(first == nil ? 0 : 1)
    }
    #expect(names == (0..<25).map(String.init))
    #expect(sizes.last == 0)
  }

  @Test func `enumerate throws if a block leaves changes without permission`() throws {
    let (store, context) = try filled(25)
    defer { withExtendedLifetime(store) {} }
    let error = #expect(throws: SwiftDataError.self) {
      try context.enumerate(FetchDescriptor<Trip>(), batchSize: 10) { $0.name = "changed" }
    }
    #expect(error?.localizedDescription.contains("allowEscapingMutations") == true)
    #expect(context.changedModelsArray.count == 10)
    context.rollback()
    try context.enumerate(
      FetchDescriptor<Trip>(), batchSize: 10, allowEscapingMutations: true
    ) { $0.name = "changed" }
    #expect(context.changedModelsArray.count == 25)
    context.rollback()
    var count = 0
    try context.enumerate(FetchDescriptor<Trip>(), batchSize: 10) { trip in
      // A model that is deleted during the enumeration is omitted.
      if count == 0 {
        let last = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating, order: .reverse)])
        context.delete(try #require(try context.fetch(last).first))
      }
      trip.name = "changed"
      count += 1
      try context.save()
    }
    #expect(count == 24)
  }

  @Test func `a property that was not fetched is loaded on first access`() throws {
    let (store, context) = try filled(3)
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    descriptor.propertiesToFetch = [\.name, \.rating]
    let trips = try context.fetch(descriptor)
    #expect(trips.map(\.name) == ["0", "1", "2"])
    let other = ModelContext(try store.open())
    let theirs = try #require(try other.fetch(descriptor).first)
    theirs.name = "renamed"
    theirs.note = "noted"
    try other.save()
    // The name is loaded already; the note loads the whole row.
    #expect(trips[0].name == "0")
    #expect(trips[0].note == "noted")
    #expect(trips[0].name == "renamed")
    trips[1].rating = 7
    #expect(trips[1].stops.count == 3)
    try context.save()
    #expect(try other.fetch(FetchDescriptor<Trip>())[1].rating == 7)
  }

  @Test func `a model of a row that was fetched in part before has all its values`() throws {
    let (_, context) = try filled(3)
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    descriptor.propertiesToFetch = [\.name, \.rating]
    // These models are released at once.
    #expect(try context.fetch(descriptor).count == 3)
    let stops = try context.fetch(FetchDescriptor<Stop>())
    #expect(Set(stops.compactMap { $0.trip?.name }) == ["0", "1", "2"])
    #expect(stops.allSatisfy { $0.trip?.code.isEmpty == false })
  }

  @Test func `a model that was fetched in part has the values of a later save`() throws {
    let container = try TestStore.inMemory()
    let (here, there) = (ModelContext(container), ModelContext(container))
    here.insert(Trip("Alps"))
    try here.save()
    var descriptor = FetchDescriptor<Trip>()
    descriptor.propertiesToFetch = [\.name]
    let mine = try #require(try there.fetch(descriptor).first)
    #expect(mine.name == "Alps")
    try #require(try here.fetch(FetchDescriptor<Trip>()).first).name = "Jura"
    try here.save()
    there.processPendingChanges()
    #expect(mine.name == "Jura")
    #expect(throws: CancellationError.self) {
      try there.transaction {
        mine.name = "Vosges"
        throw CancellationError()
      }
    }
    #expect(mine.name == "Jura")
  }

  @Test func `prefetched relationships are loaded with the fetch`() throws {
    let (store, context) = try filled(20)
    var trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    trips.relationshipKeyPathsForPrefetching = [\.stops, \.travellers]
    let loaded = try context.fetch(trips)
    var stops = FetchDescriptor<Stop>()
    stops.relationshipKeyPathsForPrefetching = [\.trip]
    let other = ModelContext(try store.open())
    let children = try other.fetch(stops)
    // Later reads from the store find no rows.
    let eraser = ModelContext(try store.open())
    try eraser.delete(model: Trip.self)
    try eraser.save()
    #expect(loaded[7].stops.map(\.place) == ["7.0", "7.1", "7.2"])
    #expect(loaded.allSatisfy { $0.travellers.isEmpty })
    #expect(children[59].trip?.name == "19")
  }

  @Test func `a fault loads the references of the following models too`() throws {
    let (store, context) = try filled(30)
    let stops = try context.fetch(FetchDescriptor<Stop>())
    let first = try #require(stops[0].trip)
    let eraser = ModelContext(try store.open())
    try eraser.delete(model: Trip.self)
    try eraser.save()
    #expect(first.name == "0")
    // The trips of the next stops were loaded with it.
    #expect((0..<60).allSatisfy { stops[$0].trip?.name == "\($0 / 3)" })
    // Setting a reference loads the following ones too.
    stops[89].trip = nil
    #expect(stops[89].trip == nil)
  }

  @Test func `models changed by another context are reloaded in one batch`() throws {
    let (store, context) = try filled(20)
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let other = ModelContext(try store.open())
    for trip in try other.fetch(FetchDescriptor<Trip>()) { trip.name += "!" }
    try other.save()
    context.processPendingChanges()
    #expect(trips[0].name == "0!")
    try other.delete(model: Trip.self)
    try other.save()
    #expect(trips.map(\.name) == (0..<20).map { "\($0)!" })
  }

  @Test func `prefetched relationships are ordered and include pending changes`() throws {
    let (store, context) = try filled(2)
    defer { withExtendedLifetime(store) {} }
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)]))
    trips[0].stops.swapAt(0, 2)
    try context.save()
    let again = ModelContext(context.container)
    let stop = try #require(try again.fetch(FetchDescriptor<Stop>()).last)
    let other = try #require(try again.fetch(FetchDescriptor<Trip>()).first)
    stop.trip = other
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)])
    descriptor.relationshipKeyPathsForPrefetching = [\.stops]
    let read = try again.fetch(descriptor)
    #expect(read[0].stops.map(\.place) == ["0.2", "0.1", "0.0", "1.2"])
    #expect(read[1].stops.map(\.place) == ["1.0", "1.1"])
  }
}
