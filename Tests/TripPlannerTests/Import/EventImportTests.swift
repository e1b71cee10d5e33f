// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import TravelFiles

@testable import TripPlanner

/// Events of calendars that become items of a trip.
struct EventImportTests {
  @Test func `a calendar event moves and is cancelled by its identifier`() async throws {
    let library = try await makeLibrary()
    func event(_ start: String, _ sequence: Int, _ status: String = "CONFIRMED") -> String {
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      BEGIN:VEVENT\r
      UID:concert@example.com\r
      SEQUENCE:\(sequence)\r
      STATUS:\(status)\r
      SUMMARY:Concert\r
      DTSTART;TZID=Europe/Vienna:\(start)\r
      DTEND;TZID=Europe/Vienna:20270412T220000\r
      LOCATION:Musikverein\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    }
    let trip = try await library.makeTrip("Wien", "2027-04-10", "2027-04-14")
    let first = await library.importText(event("20270412T193000", 0))
    #expect(first.changes.map(\.kind) == [.added] && first.trips == [trip.id])
    let second = await library.importText(event("20270412T200000", 1))
    #expect(second.changes.map(\.kind) == [.updated])
    let items = try #require(try await library.trip(trip.id)?.items)
    #expect(items.map(\.start) == ["2027-04-12T20:00:00[Europe/Vienna]"])
    let last = await library.importText(event("20270412T200000", 2, "CANCELLED"))
    #expect(last.changes.map(\.kind) == [.cancelled])
    #expect(try await library.trip(trip.id)?.items.first?.bookingStatus == .cancelled)
  }

  @Test func `recurring events are items on each day`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Course", "2027-04-01", "2027-04-30")
    let file = await library.importText(
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      BEGIN:VEVENT\r
      UID:course@example.com\r
      SUMMARY:German course\r
      DTSTART;TZID=Europe/Vienna:20270405T090000\r
      DTEND;TZID=Europe/Vienna:20270405T120000\r
      RRULE:FREQ=WEEKLY;COUNT=3\r
      EXDATE;TZID=Europe/Vienna:20270412T090000\r
      END:VEVENT\r
      END:VCALENDAR\r

      """, trip: trip.id)
    #expect(file.changes.map(\.kind) == [.added, .added])
    let items = try #require(try await library.trip(trip.id)?.items)
    #expect(items.map(\.day) == ["2027-04-05", "2027-04-19"])
    #expect(
      items.map(\.end) == [
        "2027-04-05T12:00:00[Europe/Vienna]", "2027-04-19T12:00:00[Europe/Vienna]",
      ])
  }
}
