// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

@Suite struct ObservationTests {
  private func fires(_ read: () -> Void, _ change: () -> Void) -> Bool {
    let count = Mutex(0)
    let box = Counter()
    withObservationTracking(read) { box.count.withLock { $0 += 1 } }
    change()
    _ = count
    return box.count.withLock { $0 } > 0
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  @Test func theReadPropertyAloneFires() {
    let trip = Trip("Alps")
    #expect(fires({ _ = trip.name }, { trip.name = "Jura" }))
    #expect(!fires({ _ = trip.name }, { trip.rating = 1 }))
    #expect(fires({ _ = trip.rating }, { trip.rating += 1 }))
  }

  @Test func theInverseOfARelationshipFires() {
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    #expect(fires({ _ = trip.stops }, { stop.trip = trip }))
    #expect(fires({ _ = stop.trip }, { trip.stops.removeAll() }))
  }
}
