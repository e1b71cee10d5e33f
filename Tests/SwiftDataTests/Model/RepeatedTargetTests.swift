// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// To-many relationships whose targets are added twice: by both ends, or by repeated appends.
@Suite struct RepeatedTargetTests {
  /// The state of the models at the time of the change.
  enum State: CaseIterable {
    case notInserted, inserted, saved, fetched
  }

  private func context() throws -> ModelContext { ModelContext(try TestStore.inMemory()) }

  /// Returns a trip with two stops, and a stop outside of it; fetched models are in `reader`.
  private func models(
    _ state: State, _ context: ModelContext, reader read: ModelContext? = nil
  ) throws -> (trip: Trip, stop: Stop) {
    let (trip, stop) = (Trip("Alps"), Stop("new"))
    trip.stops = [Stop("a"), Stop("b")]
    if state == .notInserted { return (trip, stop) }
    context.insert(trip)
    context.insert(stop)
    if state == .inserted { return (trip, stop) }
    try context.save()
    guard state == .fetched, let read else { return (trip, stop) }
    let new = FetchDescriptor<Stop>(predicate: #Predicate { $0.place == "new" })
    return (
      try #require(try read.fetch(FetchDescriptor<Trip>()).first),
      try #require(try read.fetch(new).first)
    )
  }

  private func save(_ trip: Trip, _ context: ModelContext) throws -> [String] {
    if trip.modelContext == nil { context.insert(trip) }
    try trip.modelContext?.save()
    let read = ModelContext(context.container)
    return try #require(try read.fetch(FetchDescriptor<Trip>()).first).stops.map(\.place)
  }

  @Test(arguments: State.allCases)
  func `a model related by both ends is counted once at once`(_ state: State) throws {
    for isReferenceFirst in [true, false] {
      let context = try context()
      let reader = ModelContext(context.container)
      let (trip, stop) = try models(state, context, reader: reader)
      if isReferenceFirst {
        stop.trip = trip
        trip.stops.append(stop)
      } else {
        trip.stops.append(stop)
        stop.trip = trip
      }
      #expect(trip.stops.map(\.place) == ["a", "b", "new"])
      #expect(stop.trip === trip)
      #expect(try save(trip, context) == ["a", "b", "new"])
      #expect(trip.stops.count == 3)
    }
  }

  @Test(arguments: State.allCases)
  func `a repeated append moves the model to the end`(_ state: State) throws {
    let context = try context()
    let reader = ModelContext(context.container)
    let (trip, stop) = try models(state, context, reader: reader)
    trip.stops.append(stop)
    trip.stops.append(stop)
    #expect(trip.stops.map(\.place) == ["a", "b", "new"])
    let first = trip.stops[0]
    trip.stops.append(first)
    #expect(trip.stops.map(\.place) == ["b", "new", "a"])
    #expect(first.trip === trip)
    trip.stops += [stop, first, stop]
    #expect(trip.stops.map(\.place) == ["b", "a", "new"])
    trip.stops.insert(stop, at: 0)
    #expect(trip.stops.map(\.place) == ["new", "b", "a"])
    #expect(try save(trip, context) == ["new", "b", "a"])
    #expect(trip.stops.map(\.place) == ["new", "b", "a"])
  }

  @Test func `an assignment relates each model once`() throws {
    let context = try context()
    let (trip, stop) = try models(.saved, context)
    let (a, b) = (trip.stops[0], trip.stops[1])
    trip.stops = [stop, stop]
    #expect(trip.stops.map(\.place) == ["new"])
    #expect(a.trip == nil && b.trip == nil)
    trip.stops = [a, b, a]
    #expect(trip.stops.map(\.place) == ["b", "a"])
    #expect(stop.trip == nil)
    #expect(try save(trip, context) == ["b", "a"])
  }

  @Test func `a removal removes a model that both ends related`() throws {
    let context = try context()
    let (trip, stop) = try models(.saved, context)
    stop.trip = trip
    trip.stops.append(stop)
    trip.stops.removeAll { $0 === stop }
    #expect(trip.stops.count == 2)
    #expect(stop.trip == nil)
    stop.trip = trip
    trip.stops.append(stop)
    stop.trip = nil
    #expect(trip.stops.map(\.place) == ["a", "b"])
    #expect(try save(trip, context) == ["a", "b"])
  }

  @Test func `sums and delete rules see a repeated model once`() throws {
    let context = try context()
    let trip = Trip("Alps")
    context.insert(trip)
    for amount in 1...3 {
      let invoice = Invoice(Decimal(amount), trip: trip)
      context.insert(invoice)
      invoice.trip = trip
      trip.invoices.append(invoice)
    }
    #expect(trip.invoices.reduce(0) { $0 + $1.amount } == 6)
    let stop = Stop("a")
    stop.trip = trip
    trip.stops.append(stop)
    try context.save()
    for invoice in trip.invoices { context.delete(invoice) }
    #expect(trip.invoices.isEmpty)
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Invoice>()) == 0)
  }

  @Test(arguments: State.allCases)
  func `a many-to-many relationship counts a model once`(_ state: State) throws {
    let context = try context()
    let reader = ModelContext(context.container)
    let (trip, _) = try models(state, context, reader: reader)
    let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
    trip.modelContext?.insert(ann)
    ann.trips?.append(trip)
    trip.travellers.append(ann)
    trip.travellers.append(ben)
    ben.trips?.append(trip)
    trip.travellers.append(ann)
    #expect(trip.travellers.map(\.name) == ["Ben", "Ann"])
    #expect(ann.trips?.count == 1)
    #expect(ben.trips?.count == 1)
    _ = try save(trip, context)
    let read = ModelContext(context.container)
    let stored = try #require(try read.fetch(FetchDescriptor<Trip>()).first)
    #expect(stored.travellers.map(\.name) == ["Ben", "Ann"])
    #expect(stored.travellers.allSatisfy { $0.trips?.count == 1 })
  }

  @Test func `models of an initializer are related once`() throws {
    let context = try context()
    let trip = Trip("Alps")
    context.insert(trip)
    let stop = Stop("a", trip: trip)
    trip.stops.append(stop)
    #expect(trip.stops.count == 1)
    let invoice = Invoice(1, trip: trip)
    trip.invoices.append(invoice)
    #expect(trip.invoices.count == 1)
    let other = Invoice(2, trip: trip)
    other.trip = trip
    context.insert(other)
    #expect(trip.invoices.count == 2)
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Invoice>()) == 2)
    #expect(trip.invoices.map(\.amount) == [1, 2])
  }

  @Test(arguments: State.allCases)
  func `a long relationship counts each model once`(_ state: State) throws {
    let context = try context()
    let reader = ModelContext(context.container)
    let (trip, _) = try models(state, context, reader: reader)
    let stops = (0..<300).map { Stop("\($0)") }
    for stop in stops {
      stop.trip = trip
      trip.stops.append(stop)
      trip.stops.append(stop)
    }
    #expect(trip.stops.count == 302)
    trip.stops.append(contentsOf: stops.prefix(100))
    #expect(trip.stops.count == 302)
    #expect(trip.stops.last === stops[99])
    trip.stops += [stops[200], stops[0], Stop("last"), stops[0]]
    #expect(trip.stops.count == 303)
    let order = trip.stops.map(\.place)
    #expect(order.suffix(3) == ["200", "last", "0"])
    #expect(Set(order).count == 303)
    #expect(try save(trip, context) == order)
  }

  @Test func `a long many-to-many relationship counts each model once`() throws {
    let context = try context()
    let (trip, _) = try models(.saved, context)
    let travellers = (0..<300).map { Traveller("\($0)") }
    for traveller in travellers {
      traveller.trips?.append(trip)
      trip.travellers.append(traveller)
    }
    #expect(trip.travellers.count == 300)
    trip.travellers.append(travellers[10])
    trip.travellers.remove(at: 20)
    trip.travellers.append(travellers[21])
    trip.travellers += travellers.prefix(20)
    #expect(trip.travellers.count == 300)
    #expect(trip.travellers.allSatisfy { $0.trips?.count == 1 })
    let order = trip.travellers.map(\.name)
    #expect(order.last == "19")
    try context.save()
    let read = ModelContext(context.container)
    let stored = try #require(try read.fetch(FetchDescriptor<Trip>()).first)
    #expect(stored.travellers.map(\.name) == order)
    // The inverse is not in memory.
    let again = try #require(stored.travellers.first)
    stored.travellers.append(again)
    #expect(stored.travellers.count == 300)
    #expect(stored.travellers.last === again)
  }

  @Test func `a long relationship without an inverse counts each model once`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Shelf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let shelf = Shelf()
    context.insert(shelf)
    let books = (0..<200).map { Book($0) }
    for book in books { shelf.books.append(book) }
    shelf.books.append(books[0])
    shelf.books.append(books[150])
    #expect(shelf.books.map(\.number).suffix(3) == [199, 0, 150])
    #expect(shelf.books.count == 200)
    try context.save()
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Shelf>())
    #expect(read.first?.books.map(\.number) == shelf.books.map(\.number))
  }

  @Test func `two models can be exchanged by assignments to their indices`() throws {
    let context = try context()
    let (trip, _) = try models(.saved, context)
    let first = trip.stops[0]
    trip.stops[0] = trip.stops[1]
    trip.stops[1] = first
    #expect(trip.stops.map(\.place) == ["b", "a"])
    #expect(trip.stops.allSatisfy { $0.trip === trip })
    #expect(try save(trip, context) == ["b", "a"])
    // An unfinished exchange is stored as one model.
    trip.stops[0] = trip.stops[1]
    #expect(try save(trip, context) == ["a"])
    #expect(trip.stops.map(\.place) == ["a"])
  }
}

@Model
final class Shelf {
  var books: [Book] = []

  init() {}
}

@Model
final class Book {
  var number: Int

  init(_ number: Int) { self.number = number }
}
