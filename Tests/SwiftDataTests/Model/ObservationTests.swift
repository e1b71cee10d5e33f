// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

@Suite struct ObservationTests {
  /// How often observers of what `read` reads are told while `change` runs.
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

  @Test func theReadPropertyAloneFires() {
    let trip = Trip("Alps")
    #expect(notices({ _ = trip.name }, { trip.name = "Jura" }) == 1)
    #expect(notices({ _ = trip.name }, { trip.rating = 1 }) == 0)
    #expect(notices({ _ = trip.rating }, { trip.rating += 1 }) == 1)
  }

  @Test func oneModelsPropertyIsNotAnothers() {
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    #expect(notices({ _ = alps.name }, { jura.name = "Vosges" }) == 0)
  }

  @Test func thereIsNoRegistrarWhereNobodyLooks() throws {
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

  @Test func bothEndsOfARelationshipFire() {
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    #expect(notices({ _ = trip.stops }, { stop.trip = trip }) == 1)
    #expect(notices({ _ = stop.trip }, { trip.stops.removeAll() }) == 1)
    #expect(notices({ _ = trip.stops }, { trip.stops.append(stop) }) == 1)
    #expect(notices({ _ = trip.name }, { trip.stops.removeAll() }) == 0)
  }

  @Test func manyToManyFiresAtBothEnds() {
    let trip = Trip("Alps")
    let traveller = Traveller("Ann")
    #expect(notices({ _ = traveller.trips }, { trip.travellers.append(traveller) }) == 1)
    #expect(notices({ _ = trip.travellers }, { traveller.trips = [] }) == 1)
  }

  @Test func whatARelationshipLeavesFiresToo() {
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    let stop = Stop("Bern", trip: alps)
    let context = try? ModelContext(TestStore.inMemory())
    context?.insert(stop)
    #expect(notices({ _ = alps.stops }, { stop.trip = jura }) == 1)
    #expect(jura.stops.map(\.place) == ["Bern"])
  }

  @Test func computedPropertiesFollowWhatTheyRead() {
    let trip = Trip("Alps")
    #expect(notices({ _ = trip.stops.first?.place }, { trip.stops = [Stop("Bern")] }) == 1)
    #expect(notices({ _ = trip.stops.first?.place }, { trip.stops[0].place = "Thun" }) == 1)
  }

  @Test func aFetchedModelIsObservedAsANewOne() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Trip("Alps"))
    try context.save()
    let trip = try #require(
      try ModelContext(store.open()).fetch(FetchDescriptor<Trip>()).first)
    #expect(notices({ _ = trip.name }, { trip.name = "Jura" }) == 1)
  }

  @Test func rollbackFires() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    trip.name = "Jura"
    #expect(notices({ _ = trip.name }, { context.rollback() }) == 1)
    #expect(trip.name == "Alps")
  }

  @MainActor @Test func changesComeAsASequence() async {
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
