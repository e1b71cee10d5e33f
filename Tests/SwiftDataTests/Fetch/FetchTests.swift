// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct FetchTests {
  private func filled(_ count: Int) throws -> ModelContext {
    let context = ModelContext(try TestStore.inMemory())
    for index in 0..<count {
      let trip = Trip("\(index)")
      trip.rating = Double(index % 5)
      context.insert(trip)
    }
    try context.save()
    return context
  }

  @Test func `limit and offset apply to the matching models`() throws {
    let context = try filled(20)
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.rating >= 3 }, sortBy: [SortDescriptor(\.rating, order: .reverse)])
    #expect(try context.fetchCount(descriptor) == 8)
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.name) == ["19", "3"])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.fetchOffset = 100
    #expect(try context.fetch(descriptor).isEmpty)
    #expect(try context.fetchCount(descriptor) == 0)
  }

  @Test func `a fetch includes pending changes unless they are excluded`() throws {
    let context = try filled(5)
    let trips = try context.fetch(FetchDescriptor<Trip>())
    trips[0].rating = 10
    context.delete(trips[4])
    let new = Trip("new")
    new.rating = 11
    context.insert(new)
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.rating > 2 }, sortBy: [SortDescriptor(\.rating)])
    #expect(try context.fetch(descriptor).map(\.name) == ["3", "0", "new"])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.name) == ["3", "0"])
    descriptor.fetchLimit = nil
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor).map(\.name) == ["3", "4"])
  }

  @Test func `a predicate sees pending changes of related models`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    trip.stops = [Stop("Bern")]
    context.insert(trip)
    try context.save()
    trip.name = "Jura"
    let descriptor = FetchDescriptor<Stop>(predicate: #Predicate { $0.trip?.name == "Jura" })
    #expect(try context.fetch(descriptor).count == 1)
  }

  @Test func `a fetch merges another container's saves into models in memory`() throws {
    let store = try TestStore()
    let (here, there) = (ModelContext(try store.open()), ModelContext(try store.open()))
    let mine = Trip("Alps")
    here.insert(mine)
    try here.save()
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    theirs.name = "Jura"
    theirs.stops.append(Stop("Bern"))
    try there.save()
    #expect(try here.fetch(FetchDescriptor<Trip>()).first === mine)
    #expect(mine.name == "Jura")
    #expect(mine.stops.map(\.place) == ["Bern"])
  }

  @Test func `a fetch preserves unsaved changes when others have saved`() throws {
    let store = try TestStore()
    let (here, there) = (ModelContext(try store.open()), ModelContext(try store.open()))
    let mine = Trip("Alps")
    here.insert(mine)
    try here.save()
    mine.rating = 5
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    theirs.name = "Jura"
    try there.save()
    #expect(try here.fetch(FetchDescriptor<Trip>()).first?.rating == 5)
    try here.save()
    let read = try #require(try ModelContext(store.open()).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.name == "Jura")
    #expect(read.rating == 5)
  }

  @Test func `a fault whose row was deleted reads as empty`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    trip.stops = [Stop("Bern")]
    context.insert(trip)
    try context.save()
    let other = ModelContext(try store.open())
    let stop = try #require(try other.fetch(FetchDescriptor<Stop>()).first)
    let fault = try #require(stop.trip)
    context.delete(trip)
    try context.save()
    #expect(fault.name == "")
    #expect(fault.stops.isEmpty)
    #expect(fault.modelContext == nil)
  }
}
