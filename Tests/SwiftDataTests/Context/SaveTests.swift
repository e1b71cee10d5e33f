// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Model
final class Trip {
  var name: String
  var rating: Double = 3
  var note: String?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  init(name: String) { self.name = name }
}

@Model
final class Stop {
  var code: String
  var trip: Trip?
  init(code: String, trip: Trip? = nil) {
    self.code = code
    self.trip = trip
  }
}

@Suite struct SaveTests {
  @Test func savesAndFetches() throws {
    let container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let trip = Trip(name: "Alps")
    context.insert(trip)
    trip.stops.append(Stop(code: "A"))
    context.insert(Stop(code: "B", trip: trip))
    #expect(trip.stops.map(\.code) == ["A", "B"])
    try context.save()
    let other = ModelContext(container)
    let read = try other.fetch(FetchDescriptor<Trip>())
    #expect(read.map(\.name) == ["Alps"])
    #expect(read[0].stops.map(\.code) == ["A", "B"])
    #expect(read[0].stops[0].trip === read[0])
    other.delete(read[0])
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 0)
  }
}
