// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// The trips of recurring events.
struct RecurringImportTests {
  private func event(_ id: String, _ start: String, _ rule: String) -> String {
    """
    BEGIN:VEVENT
    UID:\(id)@example.com
    SUMMARY:\(id)
    DTSTART;TZID=Europe/Vienna:\(start)T180000
    DTEND;TZID=Europe/Vienna:\(start)T190000
    RRULE:\(rule)
    END:VEVENT

    """
  }

  private func calendar(_ events: [String]) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
  }

  @Test func `a weekly class is in the trips that contain its days, and creates none`() async throws
  {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Vienna", "2027-01-10", "2027-01-20")
    let text = calendar([event("Yoga", "20270105", "FREQ=WEEKLY;COUNT=12")])
    let file = await library.importText(text)
    #expect(file.error == nil && file.trips == [trip.id])
    #expect(try await library.trips().count == 1)
    let items = try #require(try await library.trip(trip.id)).items
    #expect(items.map(\.day) == ["2027-01-12", "2027-01-19"])
    #expect(file.issueCount == 1)
    #expect(file.issues.first?.message.contains("10 of its 12 occurrences") == true, "\(file)")
    // The named trip has all of them.
    let all = await library.importText(text, trip: trip.id)
    #expect(all.issueCount == 0)
    #expect(try await library.trip(trip.id)?.items.count == 12)
  }

  @Test func `a short recurring event with gaps is one trip, and so is a daily one`() async throws {
    for rule in ["FREQ=WEEKLY;COUNT=3", "FREQ=DAILY;COUNT=90"] {
      let library = try await makeLibrary()
      let file = await library.importText(calendar([event("Course", "20270105", rule)]))
      #expect(file.error == nil && file.issueCount == 0, "\(rule): \(file.issues)")
      #expect(try await library.trips().map(\.trip.title) == ["Course"], "\(rule)")
    }
  }

  @Test func `a file stores a limited number of occurrences`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Year", "2027-01-01", "2027-12-31")
    let events = (0..<6).map { event("E\($0)", "20270105", "FREQ=DAILY;COUNT=30") }
    var options = TripImportOptions(trip: trip.id)
    options.occurrenceLimit = 100
    let file = await library.importData(
      Data(calendar(events).utf8), name: "all.ics", options: options
    ).files[0]
    #expect(file.error == nil && file.changes.count == 100)
    #expect(
      file.issues.map(\.message) == [
        "E3 recurs more often; the first 10 occurrences until 2027-01-14 are stored.",
        "The file has more than 100 occurrences of recurring events; 2 events are skipped.",
      ])
    #expect(TripImportOptions().occurrenceLimit == 10_000)
  }

  @Test func `a rented car names its trip by the place of the pick-up`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(
      """
      {"@type":"RentalCarReservation","reservationNumber":"R1",
      "reservationFor":{"@type":"RentalCar","name":"Mini"},
      "pickupLocation":{"@type":"Place","name":"Airport desk","address":
      {"@type":"PostalAddress","addressLocality":"San Diego","addressCountry":"US"}},
      "pickupTime":"2027-08-05T09:00:00-07:00","dropoffTime":"2027-08-06T09:00:00-07:00"}
      """)
    #expect(try await library.trips().map(\.trip.title) == ["San Diego"])
  }
}
