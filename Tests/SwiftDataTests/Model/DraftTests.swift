// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Models that were constructed and not inserted, and refer to models of a context.
@Suite struct DraftTests {
  private func stored() throws -> (trip: Trip, context: ModelContext) {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    return (trip, context)
  }

  private func counts(_ context: ModelContext) throws -> [Int] {
    let read = ModelContext(context.container)
    return [
      try read.fetchCount(FetchDescriptor<Trip>()), try read.fetchCount(FetchDescriptor<Stop>()),
      try read.fetchCount(FetchDescriptor<Invoice>()),
      try read.fetchCount(FetchDescriptor<Traveller>()),
      try read.fetchCount(FetchDescriptor<Passport>()),
    ]
  }

  @Test func `a draft whose initializer refers to a stored model is not saved`() throws {
    let (trip, context) = try stored()
    let stop = Stop("Bern", trip: trip)
    let invoice = Invoice(1, trip: trip)
    #expect(stop.trip === trip && invoice.trip === trip)
    #expect(stop.modelContext == nil && invoice.modelContext == nil)
    #expect(trip.stops.isEmpty && trip.invoices.isEmpty)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try counts(context) == [1, 0, 0, 0, 0])
  }

  @Test func `a draft that is related to a stored model later is not saved`() throws {
    let (trip, context) = try stored()
    let stop = Stop("Bern")
    stop.trip = trip
    let ann = Traveller("Ann")
    ann.trips = [trip]
    let ben = Traveller("Ben")
    ben.trips?.append(trip)
    #expect(stop.trip === trip)
    #expect(ann.trips?.map(\.name) == ["Alps"] && ben.trips?.map(\.name) == ["Alps"])
    #expect(trip.stops.isEmpty && trip.travellers.isEmpty)
    #expect(!context.hasChanges)
    trip.name = "Jura"
    try context.save()
    #expect(try counts(context) == [1, 0, 0, 0, 0])
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  @Test func `a draft without an inverse is not saved`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Remark.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let topic = Topic("a")
    context.insert(topic)
    try context.save()
    let note = Remark(topic)
    note.others.append(topic)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Remark>()) == 0)
    context.insert(note)
    try context.save()
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Remark>())
    #expect(read.map { $0.topic?.name } == ["a"])
    #expect(read.first?.others.map(\.name) == ["a"])
  }

  @Test func `an insertion links a draft to the models that it refers to`() throws {
    let (trip, context) = try stored()
    let (stop, ann) = (Stop("Bern"), Traveller("Ann"))
    stop.trip = trip
    ann.trips = [trip, Trip("Jura")]
    ann.trips?.append(Trip("Harz"))
    ann.passport = Passport(7)
    context.insert(stop)
    context.insert(ann)
    #expect(trip.stops.count == 1 && trip.travellers.count == 1)
    try context.save()
    #expect(try counts(context) == [3, 1, 0, 1, 1])
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Traveller>())
    #expect(read.first?.trips?.map(\.name) == ["Alps", "Jura", "Harz"])
    #expect(read.first?.trips?.allSatisfy { $0.travellers.count == 1 } == true)
  }

  @Test func `a draft that a stored model refers to is saved`() throws {
    let (trip, context) = try stored()
    let stop = Stop("Bern")
    stop.trip = trip
    trip.stops.append(stop)
    let invoice = Invoice(1, trip: trip)
    trip.invoices = [invoice]
    let ann = Traveller("Ann")
    ann.passport = Passport(7)
    trip.travellers.append(ann)
    #expect(context.insertedModelsArray.count == 4)
    #expect(trip.stops.count == 1 && trip.invoices.count == 1)
    try context.save()
    #expect(try counts(context) == [1, 1, 1, 1, 1])
  }

  @Test func `a draft that changes its references leaves stored models unchanged`() throws {
    let (trip, context) = try stored()
    let other = Trip("Jura")
    context.insert(other)
    try context.save()
    let (stop, ann) = (Stop("Bern", trip: trip), Traveller("Ann"))
    stop.trip = other
    stop.trip = nil
    stop.trip = trip
    ann.trips = [trip, other]
    ann.trips?.removeFirst()
    ann.trips = []
    #expect(!context.hasChanges)
    context.insert(stop)
    context.insert(ann)
    try context.save()
    #expect(trip.stops.count == 1 && other.stops.isEmpty)
    #expect(trip.travellers.isEmpty && other.travellers.isEmpty)
  }

  @Test func `drafts among themselves are inserted together`() throws {
    let (trip, context) = try stored()
    let (ann, passport) = (Traveller("Ann"), Passport(7))
    passport.holder = ann
    ann.trips = [trip]
    try context.save()
    #expect(try counts(context) == [1, 0, 0, 0, 0])
    context.insert(passport)
    try context.save()
    #expect(try counts(context) == [1, 0, 0, 1, 1])
    #expect(trip.travellers.first === ann)
  }

  @Test func `a discarded draft is released`() throws {
    let (trip, context) = try stored()
    weak var draft: Stop?
    do {
      let stop = Stop("Bern", trip: trip)
      stop.trip = trip
      draft = stop
    }
    #expect(draft == nil)
    #expect(!context.hasChanges)
  }
}

@Model
final class Topic {
  var name: String

  init(_ name: String) { self.name = name }
}

@Model
final class Remark {
  var topic: Topic?
  var others: [Topic] = []

  init(_ topic: Topic) { self.topic = topic }
}
