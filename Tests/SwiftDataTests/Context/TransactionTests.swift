// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct TransactionTests {
  struct Cancelled: Error {}

  @Test func `a transaction commits all of its saves at once`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let outside = ModelContext(try store.open())
    try context.transaction {
      for index in 0..<100 {
        context.insert(Trip("\(index)"))
        if index % 10 == 9 { try context.save() }
      }
      #expect(try outside.fetchCount(FetchDescriptor<Trip>()) == 0)
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 100)
    }
    #expect(try outside.fetchCount(FetchDescriptor<Trip>()) == 100)
  }

  @Test func `a transaction that throws rolls back the store and the context`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    #expect(throws: Cancelled.self) {
      try context.transaction {
        trip.name = "changed"
        context.insert(Trip("new"))
        try context.save()
        context.insert(Everything(extreme: true))
        try context.save()
        throw Cancelled()
      }
    }
    #expect(!context.hasChanges)
    #expect(trip.name == "Alps")
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Everything>()) == 0)
    trip.name = "after"
    try context.save()
    #expect(try ModelContext(store.open()).fetch(FetchDescriptor<Trip>()).map(\.name) == ["after"])
  }

  @Test func `an error in a nested transaction rolls back the outer one`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    #expect(throws: Cancelled.self) {
      try context.transaction {
        context.insert(Trip("outer"))
        do {
          try context.transaction {
            context.insert(Trip("inner"))
            try context.save()
            throw Cancelled()
          }
        } catch is Cancelled {}
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 0)
    try context.transaction { context.insert(Trip("later")) }
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `a transaction that throws restores the models that it deleted`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    let stop = Stop("Bern", trip: trip)
    context.insert(stop)
    try context.save()
    #expect(throws: Cancelled.self) {
      try context.transaction {
        context.delete(trip)
        try context.save()
        throw Cancelled()
      }
    }
    #expect(trip.modelContext === context)
    #expect(stop.modelContext === context)
    #expect(trip.name == "Alps")
    #expect(trip.stops.map(\.place) == ["Bern"])
    trip.name = "edited"
    let other = Stop("Thun", trip: trip)
    context.insert(other)
    try context.save()
    let read = try ModelContext(store.open()).fetch(FetchDescriptor<Trip>())
    #expect(read.map(\.name) == ["edited"])
    #expect(read.first?.stops.count == 2)
  }

  @Test func `saved models are released inside a transaction`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    weak var released: Stop?
    try context.transaction {
      context.insert(trip)
      for index in 0..<10 {
        let stop = Stop("\(index)")
        context.insert(stop)
        stop.trip = trip
        if index == 0 { released = stop }
        try context.save()
      }
      #expect(released == nil)
    }
    #expect(trip.stops.map(\.place) == (0..<10).map(String.init))
  }
}
