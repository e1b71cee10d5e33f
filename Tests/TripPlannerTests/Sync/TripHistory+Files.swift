// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TripPlanner

/// The files of a history: calendars, flights with a price in three versions, and packing lists.
extension TripHistory {
  mutating func importFile(_ index: Int) async throws {
    let number = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try await importText(Self.calendar(number), "\(number).ics", index)
    case 1, 2:
      let version = Int.random(in: 1...3, using: &random)
      try await importText(
        Self.flight(number, version: version), "\(number)-\(version).json", index)
    default:
      guard let trip = try await trip(of: index) else { return }
      try await importText(Self.packing(number), "\(number).csv", index, trip: trip)
    }
  }

  private mutating func importText(
    _ text: String, _ name: String, _ index: Int, trip: UUID? = nil
  ) async throws {
    steps.append("\(index) imports \(name)")
    let report = await devices[index].library.importData(
      Data(text.utf8), name: name, options: TripImportOptions(trip: trip))
    if let error = report.files[0].error { throw TripHistoryError(message: error.message) }
  }

  /// A calendar with three events in the year of its number.
  private static func calendar(_ number: Int) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
    for day in 1...3 {
      lines += [
        "BEGIN:VEVENT", "UID:\(number)-\(day)@example.com", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Vienna:\(2030 + number)050\(day)T100000",
        "DTEND;TZID=Europe/Vienna:\(2030 + number)050\(day)T120000", "SUMMARY:Event \(day)",
        "LOCATION:Hall", "END:VEVENT",
      ]
    }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  /// The flight of two travellers in the year of its number; the versions differ in seats and price.
  private static func flight(_ number: Int, version: Int) -> String {
    let reservations = ["Kim Lee", "Ann Lee"].enumerated().map { row, traveller in
      """
      {"@context": "http://schema.org", "@type": "FlightReservation",
       "reservationNumber": "CODE\(number)",
       "reservationStatus": "http://schema.org/ReservationConfirmed",
       "underName": {"@type": "Person", "name": "\(traveller)"},
       "airplaneSeat": "\(version)\(row)A", "totalPrice": "12\(version).50", "priceCurrency": "EUR",
       "reservationFor": {"@type": "Flight", "flightNumber": "87",
        "airline": {"@type": "Airline", "iataCode": "OS", "name": "Austrian"},
        "departureAirport": {"@type": "Airport", "iataCode": "VIE", "name": "Vienna"},
        "arrivalAirport": {"@type": "Airport", "iataCode": "JFK", "name": "New York"},
        "departureTime": "\(2030 + number)-07-01T10:30:00+02:00",
        "arrivalTime": "\(2030 + number)-07-01T14:00:00-04:00"}}
      """
    }
    return "[" + reservations.joined(separator: ",\n") + "]"
  }

  /// A packing list with three lines, of which all lists have the first.
  private static func packing(_ number: Int) -> String {
    "Item Name,Category,qty\nTent,Sleep,1\nThing \(number),Bag,\(number + 1)\nSocks \(number),Bag,6\n"
  }
}
