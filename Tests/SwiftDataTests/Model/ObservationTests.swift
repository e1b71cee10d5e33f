// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

@Suite struct ObservationTests {
  /// Returns the number of notifications for properties that `read` accesses while `change` runs.
  private func notices(_ read: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let counter = Counter()
    withObservationTracking(read) { counter.add() }
    try change()
    return counter.value
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  @Test func `only changes of an observed property notify its observers`() {
    let trip = Trip("Alps")
    #expect(notices({ _ = trip.name }, { trip.name = "Jura" }) == 1)
    #expect(notices({ _ = trip.name }, { trip.rating = 1 }) == 0)
    #expect(notices({ _ = trip.rating }, { trip.rating += 1 }) == 1)
  }

  @Test func `changes of another model notify no observer`() {
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    #expect(notices({ _ = alps.name }, { jura.name = "Vosges" }) == 0)
  }

  @Test func `a model without observers has no registrar`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    trip.stops = [Stop("Bern")]
    context.insert(trip)
    try context.save()
    trip.name += "!"
    trip.stops.append(Stop("Chur"))
    _ = trip.stops.first?.trip?.name
    context.rollback()
    #expect(!trip._$state.has(.observed) && trip._$state.registrar == nil)
    withObservationTracking {
      _ = trip.name
    } onChange: {
    }
    #expect(trip._$state.has(.observed) && trip._$state.registrar != nil)
    #expect(trip.stops.allSatisfy { !$0._$state.has(.observed) })
  }

  @Test func `a changed relationship notifies the observers of both ends`() {
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    #expect(notices({ _ = trip.stops }, { stop.trip = trip }) == 1)
    #expect(notices({ _ = stop.trip }, { trip.stops.removeAll() }) == 1)
    #expect(notices({ _ = trip.stops }, { trip.stops.append(stop) }) == 1)
    #expect(notices({ _ = trip.name }, { trip.stops.removeAll() }) == 0)
  }

  @Test func `a many-to-many relationship notifies the observers of both ends`() {
    let trip = Trip("Alps")
    let traveller = Traveller("Ann")
    #expect(notices({ _ = traveller.trips }, { trip.travellers.append(traveller) }) == 1)
    #expect(notices({ _ = trip.travellers }, { traveller.trips = [] }) == 1)
  }

  @Test func `a moved model notifies the observers of its former owner`() {
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    let stop = Stop("Bern", trip: alps)
    let context = try? ModelContext(TestStore.inMemory())
    context?.insert(stop)
    #expect(notices({ _ = alps.stops }, { stop.trip = jura }) == 1)
    #expect(jura.stops.map(\.place) == ["Bern"])
  }

  @Test func `a property chain notifies its observers of each property that it reads`() {
    let trip = Trip("Alps")
    #expect(notices({ _ = trip.stops.first?.place }, { trip.stops = [Stop("Bern")] }) == 1)
    #expect(notices({ _ = trip.stops.first?.place }, { trip.stops[0].place = "Thun" }) == 1)
  }

  @Test func `a fetched model notifies its observers`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Trip("Alps"))
    try context.save()
    let trip = try #require(
      try ModelContext(store.open()).fetch(FetchDescriptor<Trip>()).first)
    #expect(notices({ _ = trip.name }, { trip.name = "Jura" }) == 1)
  }

  @Test func `a rollback notifies the observers of a changed property`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    trip.name = "Jura"
    #expect(notices({ _ = trip.name }, { context.rollback() }) == 1)
    #expect(trip.name == "Alps")
  }

  @MainActor @Test func `Observations yields each value of a property`() async {
    let trip = Trip("0")
    let names = Observations { trip.name }
    var seen: [String] = []
    for await name in names {
      seen.append(name)
      if seen.count == 3 { break }
      trip.name = "\(seen.count)"
    }
    #expect(seen == ["0", "1", "2"])
  }
}
