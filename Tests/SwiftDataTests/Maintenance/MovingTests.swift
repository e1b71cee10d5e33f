// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The samples of the guide "Moving from Apple's SwiftData".
@Suite struct MovingTests {
  struct TripRecord: Codable {
    var code: String
    var name: String
    var start: Date?
    var stops: [String]
  }

  @Test func `models are exported to JSON and imported`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 123.456_789)
    let source = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps", code: "a")
    trip.startDate = date
    source.insert(trip)
    trip.stops = [Stop("Bern"), Stop("Chur")]
    try source.save()
    let data = try JSONEncoder().encode(
      source.fetch(FetchDescriptor<Trip>()).map { trip in
        TripRecord(
          code: trip.code, name: trip.name, start: trip.startDate, stops: trip.stops.map(\.place))
      })
    let context = ModelContext(try TestStore.inMemory())
    let records = try JSONDecoder().decode([TripRecord].self, from: data)
    try context.transaction {
      for record in records {
        let trip = Trip(record.name, code: record.code)
        trip.startDate = record.start
        context.insert(trip)
        trip.stops = record.stops.map { Stop($0) }
      }
    }
    let trips = try context.fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.name) == ["Alps"])
    #expect(trips.first?.startDate == date)
    #expect(trips.first?.stops.map(\.place) == ["Bern", "Chur"])
  }
}
