// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct RollbackTests {
  @Test func `a rollback restores every kind of relationship`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
    let passport = Passport(7)
    alps.stops = [Stop("a"), Stop("b"), Stop("c")]
    alps.travellers = [ann, ben]
    ann.passport = passport
    context.insert(alps)
    context.insert(jura)
    try context.save()
    let stops = alps.stops
    jura.stops = [stops[1]]
    alps.stops.swapAt(0, 1)
    jura.travellers = [ben]
    alps.travellers = [ben]
    ben.passport = passport
    context.delete(stops[2])
    context.delete(ann)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(alps.stops.map(\.place) == ["a", "b", "c"])
    #expect(stops[1].trip === alps)
    #expect(jura.stops.isEmpty && jura.travellers.isEmpty)
    #expect(alps.travellers.map(\.name) == ["Ann", "Ben"])
    #expect(ben.trips?.map(\.name) == ["Alps"])
    #expect(ann.passport === passport)
    #expect(passport.holder === ann)
    #expect(ben.passport == nil)
    #expect(!ann.isDeleted && !stops[2].isDeleted)
    try context.save()
  }

  @Test func `a rollback restores a relationship loaded during a pending deletion`() throws {
    let container = try TestStore.inMemory()
    let made = ModelContext(container)
    let trip = Trip("Alps")
    trip.stops = [Stop("a"), Stop("b")]
    made.insert(trip)
    try made.save()
    let context = ModelContext(container)
    let stops = try context.fetch(FetchDescriptor<Stop>())
    context.delete(stops[0])
    let read = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(read.stops.map(\.place) == ["b"])
    context.rollback()
    #expect(read.stops.map(\.place) == ["a", "b"])
  }

  @Test func `inserting a deleted model cancels its deletion`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    trip.stops = [Stop("a"), Stop("b")]
    context.insert(trip)
    try context.save()
    let stop = trip.stops[0]
    context.delete(stop)
    #expect(trip.stops.map(\.place) == ["b"])
    context.insert(stop)
    #expect(!stop.isDeleted)
    #expect(!context.hasChanges)
    #expect(trip.stops.map(\.place) == ["a", "b"])
  }

  @Test func `new models keep their graph after a rollback and can be inserted again`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let stored = Trip("Alps")
    let ann = Traveller("Ann")
    stored.travellers = [ann]
    context.insert(stored)
    try context.save()
    let new = Trip("Jura")
    new.stops = [Stop("a")]
    new.travellers = [ann, Traveller("Ben")]
    let stop = Stop("b", trip: stored)
    context.insert(new)
    context.insert(stop)
    #expect(stored.stops.count == 1)
    context.rollback()
    #expect(stored.stops.isEmpty)
    #expect(ann.trips?.map(\.name) == ["Alps"])
    #expect(new.modelContext == nil && stop.modelContext == nil)
    #expect(new.stops.map(\.place) == ["a"])
    context.insert(new)
    context.insert(stop)
    try context.save()
    #expect(stored.stops.map(\.place) == ["b"])
    #expect(ann.trips?.map(\.name) == ["Alps", "Jura"])
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(read.map { $0.travellers.map(\.name) } == [["Ann"], ["Ann", "Ben"]])
    #expect(read.map { $0.stops.map(\.place) } == [["b"], ["a"]])
  }

  @Test func `a rollback notifies observers of the reset properties only`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    trip.name = "changed"
    nonisolated(unsafe) var told = 0
    withObservationTracking {
      _ = trip.name
    } onChange: {
      told += 1
    }
    withObservationTracking {
      _ = trip.rating
    } onChange: {
      told += 10
    }
    context.rollback()
    #expect(told == 1)
    #expect(trip.name == "Alps")
  }

  @Test func `row IDs of a failed transaction are not reused`() throws {
    struct Cancelled: Error {}
    let context = ModelContext(try TestStore.inMemory())
    let (lost, kept) = (Trip("lost"), Trip("kept"))
    var seen: PersistentIdentifier?
    #expect(throws: Cancelled.self) {
      try context.transaction {
        context.insert(lost)
        try context.save()
        seen = lost.persistentModelID
        throw Cancelled()
      }
    }
    context.insert(kept)
    try context.save()
    #expect(kept.persistentModelID != seen)
    #expect(lost.modelContext == nil)
    #expect(lost.name == "lost")
  }
}
