// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

struct RentalCheckTests {
  private static let week = ("2027-06-01T14:00:00", "2027-06-08T10:00:00")

  private func time(_ text: String) -> String { "\(text)[America/New_York]" }

  /// A trip of a week with a car that is rented for all of it.
  private func rental(
    from: String = "JFK", to: String = "JFK"
  ) async throws -> (library: TripLibrary, trip: UUID) {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-06-01", "2027-06-08")
    try await library.makeSegment(
      in: trip.id, "Golf", time(Self.week.0), time(Self.week.1), mode: .car
    ) { ($0.carrier, $0.originName, $0.destinationName) = ("Hertz", from, to) }
    return (library, trip.id)
  }

  private func addStay(_ library: TripLibrary, _ trip: UUID) async throws {
    try await library.makeItem(
      in: trip, "Hotel", "2027-06-01", start: time("2027-06-01T18:00:00"),
      end: time("2027-06-08T09:00:00"), kind: .lodging)
  }

  @Test func `a rented car is no bed`() async throws {
    let (library, trip) = try await rental()
    let findings = try await library.findings(trip)
    #expect(findings.map(\.kind) == [.nightWithoutBed])
    #expect(findings.first?.endDay?.description == "2027-06-08")
  }

  @Test func `dinners and flights fit between the pick-up and the return of a car`() async throws {
    let (library, trip) = try await rental()
    try await addStay(library, trip)
    try await library.makeItem(
      in: trip, "Dinner", "2027-06-03", start: time("2027-06-03T19:00:00"),
      end: time("2027-06-03T21:00:00"), kind: .food)
    try await library.makeSegment(
      in: trip, "B6 1", time("2027-06-04T08:00:00"), time("2027-06-04T10:00:00"), mode: .flight
    ) { ($0.originName, $0.destinationName) = ("BOS", "JFK") }
    #expect(try await library.findings(trip).map(\.kind) == [])
  }

  @Test(arguments: [
    ("2027-06-01T13:00:00", "2027-06-01T14:30:00", Finding.Kind.impossibleConnection),
    ("2027-06-08T10:20:00", "2027-06-08T14:00:00", .tightConnection),
    ("2027-06-08T09:00:00", "2027-06-08T11:00:00", .impossibleConnection),
  ])
  func `a flight at the pick-up or the return of a car is reported`(
    departure: String, arrival: String, kind: Finding.Kind
  ) async throws {
    let (library, trip) = try await rental()
    try await addStay(library, trip)
    try await library.makeSegment(
      in: trip, "B6 1", time(departure), time(arrival), mode: .flight
    ) { ($0.originName, $0.destinationName) = ("JFK", "JFK") }
    #expect(try await library.findings(trip).map(\.kind) == [kind])
  }

  @Test func `the message of a missed pick-up names it`() async throws {
    let (library, trip) = try await rental()
    try await addStay(library, trip)
    try await library.makeSegment(
      in: trip, "B6 1", time("2027-06-01T13:00:00"), time("2027-06-01T14:30:00"), mode: .flight)
    #expect(
      try await library.findings(trip).map(\.message)
        == ["The pick-up of Golf is 30 minutes before B6 1 arrives. Change one of them."])
  }

  @Test func `a drive of some hours occupies its driver`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.makeSegment(
      in: trip.id, "Drive", time("2027-06-01T14:00:00"), time("2027-06-01T18:00:00"), mode: .car)
    try await library.makeItem(
      in: trip.id, "Tea", "2027-06-01", start: time("2027-06-01T15:00:00"),
      end: time("2027-06-01T16:00:00"), kind: .food)
    #expect(try await library.findings(trip.id).map(\.kind) == [.overlap])
  }

  @Test func `an imported rental is one without its company`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(
      """
      {"@context":"http://schema.org","@type":"RentalCarReservation","reservationNumber":"R1",
      "reservationFor":{"@type":"RentalCar","name":"Golf"},
      "pickupTime":"2027-06-01T08:00:00-04:00","dropoffTime":"2027-06-01T18:00:00-04:00",
      "pickupLocation":{"@type":"Place","name":"Office"},
      "dropoffLocation":{"@type":"Place","name":"Office"}}
      """)
    let trip = try #require(try await library.trips().first?.id)
    let segment = try #require(try await library.trip(trip)?.segments.first)
    #expect(segment.mode == .car && segment.isRental)
  }
}
