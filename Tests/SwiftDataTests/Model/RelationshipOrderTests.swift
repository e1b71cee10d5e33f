// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// The order of to-many relationships.
@Suite struct RelationshipOrderTests {
  private func stored(_ context: ModelContext) throws -> [[String]] {
    let read = ModelContext(context.container)
    return try read.fetch(FetchDescriptor<Trip>()).map { $0.stops.map(\.place) }
  }

  @Test func `moves inside a relationship are stored`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    trip.stops = "abcdef".map { Stop(String($0)) }
    context.insert(trip)
    try context.save()
    trip.stops.reverse()
    try context.save()
    #expect(try stored(context) == [["f", "e", "d", "c", "b", "a"]])
    let moved = trip.stops.remove(at: 4)
    trip.stops.insert(moved, at: 1)
    trip.stops.insert(Stop("x"), at: 0)
    trip.stops.append(Stop("y"))
    try context.save()
    #expect(try stored(context) == [["x", "f", "b", "e", "d", "c", "a", "y"]])
    // Insert at the same index repeatedly, until the numbers between two neighbors are exhausted.
    for index in 0..<80 {
      trip.stops.insert(Stop("\(index)"), at: 1)
      try context.save()
    }
    let places = trip.stops.map(\.place)
    #expect(places.prefix(3) == ["x", "79", "78"])
    #expect(try stored(context) == [places])
  }

  @Test func `a model that is related from the inverse is last`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      let (alps, jura) = (Trip("Alps"), Trip("Jura"))
      alps.stops = [Stop("a"), Stop("b"), Stop("c")]
      jura.stops = [Stop("d")]
      context.insert(alps)
      context.insert(jura)
      try context.save()
    }
    let context = ModelContext(try store.open())
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let a = try #require(try context.fetch(FetchDescriptor<Stop>()).first)
    let new = Stop("e", trip: trips[1])
    context.insert(new)
    a.trip = trips[1]
    // The relationship is not loaded yet.
    try context.save()
    #expect(try stored(context) == [["b", "c"], ["d", "e", "a"]])
    #expect(trips[1].stops.map(\.place) == ["d", "e", "a"])
  }

  @Test func `each end of a many-to-many relationship has its own order`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trips = ["A", "B", "C"].map { Trip($0) }
    let travellers = ["x", "y", "z"].map { Traveller($0) }
    for trip in trips { context.insert(trip) }
    trips[0].travellers = [travellers[2], travellers[0], travellers[1]]
    trips[1].travellers = [travellers[1], travellers[2]]
    travellers[2].trips = [trips[2], trips[1], trips[0]]
    try context.save()
    func check() throws {
      let read = ModelContext(context.container)
      let trips = try read.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      #expect(trips.map { $0.travellers.map(\.name).joined() } == ["zxy", "yz", "z"])
      let z = try #require(try read.fetch(FetchDescriptor<Traveller>()).first { $0.name == "z" })
      #expect(z.trips?.map(\.name).joined() == "CBA")
    }
    try check()
    trips[0].travellers.shuffle()
    try context.save()
    trips[0].travellers = [travellers[2], travellers[0], travellers[1]]
    try context.save()
    try check()
  }

  @Test func `a move inside a relationship writes one row`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    trip.stops = (0..<100).map { Stop("\($0)") }
    context.insert(trip)
    try context.save()
    trip.stops.swapAt(10, 90)
    try context.save()
    let last = trip.stops.removeLast()
    trip.stops.insert(last, at: 3)
    try context.save()
    #expect(try stored(context) == [trip.stops.map(\.place)])
    #expect(try store.count("SELECT count(*) FROM Stop WHERE _trip_order IS NOT NULL") == 3)
  }

  @Test func `changes in place of a long relationship reach the inverses`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (trip, other) = (Trip("Alps"), Trip("Jura"))
    context.insert(trip)
    context.insert(other)
    for index in 0..<1000 { trip.stops.append(Stop("\(index)")) }
    #expect(trip.stops.allSatisfy { $0.trip === trip })
    // An `inout` function that replaces a target and appends another.
    func replace(_ stops: inout [Stop], _ stop: Stop, _ more: Stop) {
      stops[123] = stop
      stops.append(more)
    }
    let (stop, more, old) = (Stop("new"), Stop("more"), trip.stops[123])
    replace(&trip.stops, stop, more)
    #expect(more.trip === trip)
    try context.save()
    #expect(stop.trip === trip)
    #expect(old.trip == nil)
    let places = trip.stops.map(\.place)
    #expect(places[123] == "new")
    #expect(try stored(context) == [places, []])
    // An insertion in the middle, a move and a removal.
    trip.stops.insert(Stop("middle"), at: 500)
    #expect(trip.stops[500].trip === trip)
    other.stops = Array(trip.stops.prefix(10))
    #expect(trip.stops.count == 992)
    try context.save()
    #expect(try stored(context) == [trip.stops.map(\.place), other.stops.map(\.place)])
  }
}
