// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles
import Weather

@testable import TripPlanner

struct OpenMeteoTests {
  private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  @Test func `a request has the rounded position and the days`() throws {
    let days = try #require(StoredTime.day("2027-03-10"))...#require(StoredTime.day("2027-03-12"))
    #expect(
      OpenMeteo.request(
        "http://127.0.0.1:8090", at: try position(-37.00812, 174.7917), days: days)
        == "http://127.0.0.1:8090/v1/forecast?latitude=-37.01&longitude=174.79"
        + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum"
        + "&timezone=auto&start_date=2027-03-10&end_date=2027-03-12")
  }

  @Test func `the days of an answer have their values, and impossible ones are left out`() throws {
    let text = #"""
      {"latitude":-37,"daily_units":{"time":"iso8601"},"daily":{
      "time":["2027-03-10","2027-03-11","tomorrow"],"weather_code":[95,null,3],
      "temperature_2m_max":[21.4,1e9,3],"temperature_2m_min":[-0.6,2,3],
      "precipitation_sum":[0.04,12]}}
      """#
    let days = try OpenMeteo.days(Data(text.utf8), at: try position(-37, 175), fetchedAt: now)
    #expect(days.map(\.day) == ["2027-03-10", "2027-03-11"])
    #expect(days.map(\.text) == ["Thunderstorm, \u{2212}1 to 21 °C", "12 mm"])
    #expect(days[1].high == nil && days[1].low == 2 && days[1].code == nil)
    #expect(days.allSatisfy { $0.fetchedAt == now && $0.latitude == -37 && $0.longitude == 175 })
  }

  @Test(arguments: [
    ("", "no JSON of a forecast"), ("<html>", "no JSON of a forecast"), ("{}", "no days"),
    (#"{"daily":{"time":7}}"#, "no JSON of a forecast"),
    (#"{"error":true,"reason":"Too many requests"}"#, "Too many requests"),
  ])
  func `a malformed answer names its reason`(text: String, reason: String) throws {
    let position = try position(0, 0)
    let error = #expect(throws: OpenMeteo.InvalidResponse.self) {
      try OpenMeteo.days(Data(text.utf8), at: position, fetchedAt: now)
    }
    #expect(error?.reason == reason)
  }

  @Test func `a day is at its stay, else at its item, else at its last arrival`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-05")
    var places: [PlaceSnapshot] = []
    for (name, latitude) in [("Airport", 10.0), ("Hotel", 20), ("Museum", 30)] {
      var place = PlaceSnapshot()
      (place.name, place.tripID) = (name, trip.id)
      (place.latitude, place.longitude) = (latitude, 5)
      places.append(try await library.insert(place))
    }
    var flight = SegmentSnapshot()
    (flight.tripID, flight.destinationID) = (trip.id, places[0].id)
    flight.departure = "2027-03-01T10:00:00"
    flight.arrival = "2027-03-02T10:00:00"
    try await library.insert(flight)
    var hotel = DayPlanItemSnapshot()
    (hotel.title, hotel.tripID, hotel.placeID) = ("Hotel", trip.id, places[1].id)
    hotel.planKind = .lodging
    (hotel.day, hotel.start, hotel.end) = ("2027-03-03", "2027-03-03", "2027-03-05")
    try await library.insert(hotel)
    for day in ["2027-03-04", "2027-03-05"] {
      var museum = DayPlanItemSnapshot()
      (museum.title, museum.tripID, museum.placeID) = ("Museum", trip.id, places[2].id)
      museum.day = day
      try await library.insert(museum)
    }
    // A cancelled stay is no position.
    var other = hotel
    (other.id, other.placeID, other.bookingStatus) = (UUID(), places[0].id, .cancelled)
    try await library.insert(other)
    let detail = try #require(try await library.trip(trip.id))
    let positions = detail.positions(of: try await library.plan(trip.id))
    let byDay = Dictionary(
      uniqueKeysWithValues: positions.map { ($0.key.description, $0.value.latitude) })
    #expect(
      byDay == ["2027-03-02": 10, "2027-03-03": 20, "2027-03-04": 20, "2027-03-05": 30])
  }
}
