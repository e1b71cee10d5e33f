// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct UniqueTests {
  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Trip.self, Seat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `an upsert keeps the identifier and the to-many relationships of the row`() throws {
    let context = ModelContext(try container())
    let old = Trip("old", code: "A")
    old.stops = [Stop("a")]
    context.insert(old)
    try context.save()
    let id = old.persistentModelID
    let new = Trip("new", code: "A")
    new.stops = [Stop("b")]
    context.insert(new)
    try context.save()
    // The identifier is the stored one, the values are the new ones, and references to the row are
    // preserved.
    #expect(new.persistentModelID == id)
    #expect(old.modelContext == nil)
    #expect(new.stops.map(\.place) == ["a", "b"])
    #expect(new.stops.allSatisfy { $0.trip === new })
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(read.map(\.name) == ["new"])
    #expect(read.first?.stops.map(\.place) == ["a", "b"])
  }

  @Test func `the last inserted of two equal unique values in one save wins`() throws {
    let context = ModelContext(try container())
    let (first, second) = (Trip("first", code: "A"), Trip("second", code: "A"))
    let stop = Stop("a")
    first.stops = [stop]
    context.insert(first)
    context.insert(second)
    try context.save()
    #expect(first.modelContext == nil)
    #expect(second.modelContext === context)
    #expect(stop.trip === second)
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["second"])
  }

  @Test func `unique values of saved models can be swapped`() throws {
    let context = ModelContext(try container())
    let trips = ["A", "B", "C"].map { Trip($0, code: $0) }
    for trip in trips { context.insert(trip) }
    try context.save()
    (trips[0].code, trips[1].code, trips[2].code) = ("B", "C", "A")
    try context.save()
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(read.map(\.name) == ["A", "B", "C"])
    #expect(read.map(\.code) == ["B", "C", "A"])
  }

  @Test func `a unique value can be reused in the save that deletes its model`() throws {
    let context = ModelContext(try container())
    let old = Trip("old", code: "A")
    old.stops = [Stop("a")]
    let other = Trip("other", code: "B")
    context.insert(old)
    context.insert(other)
    try context.save()
    context.delete(old)
    context.delete(other)
    let new = Trip("new", code: "A")
    context.insert(new)
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["new"])
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  @Test func `a compound constraint applies to the combined values`() throws {
    let context = ModelContext(try container())
    for (row, number) in [(1, 1), (1, 2), (2, 1)] { context.insert(Seat(row, number, "first")) }
    try context.save()
    context.insert(Seat(1, 2, "second"))
    try context.save()
    let reader = ModelContext(context.container)
    let seats = try reader.fetch(
      FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.row), SortDescriptor(\.number)]))
    #expect(seats.map(\.holder) == ["first", "second", "first"])
    seats[0].number = 2
    let error = #expect(throws: SwiftDataError.self) { try reader.save() }
    #expect(error == .modelValidationFailure)
  }

  @Test func `a to-one relationship can be unique`() throws {
    let context = ModelContext(try container())
    let trip = Trip("Alps")
    let (first, second) = (Seat(1, 1, "first"), Seat(1, 2, "second"))
    first.trip = trip
    second.trip = trip
    for seat in [first, second] { context.insert(seat) }
    try context.save()
    // The second has the same trip, and updates the row of the first.
    #expect(first.modelContext == nil)
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Seat>()).map(\.holder) == ["second"]
    )
  }

  @Test func `a model with the unique values of several rows is rejected`() throws {
    let context = ModelContext(try container())
    let trip = Trip("Alps")
    let (first, second) = (Seat(1, 1, "first"), Seat(1, 2, "second"))
    first.trip = trip
    for seat in [first, second] { context.insert(seat) }
    try context.save()
    let third = Seat(1, 2, "third")
    third.trip = trip
    context.insert(third)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("2 stored rows") == true)
  }

  @Test func `several models may have nil in a unique property`() throws {
    let context = ModelContext(try container())
    context.insert(Seat(1, 1, "first"))
    context.insert(Seat(1, 2, "second"))
    try context.save()
    #expect(
      try context.fetchCount(FetchDescriptor<Seat>(predicate: #Predicate { $0.trip == nil })) == 2)
  }
}

@Model
private final class Seat {
  #Unique<Seat>([\.row, \.number])
  var row: Int
  var number: Int
  var holder: String
  @Relationship(.unique) var trip: Trip?

  init(_ row: Int, _ number: Int, _ holder: String) {
    self.row = row
    self.number = number
    self.holder = holder
  }
}
