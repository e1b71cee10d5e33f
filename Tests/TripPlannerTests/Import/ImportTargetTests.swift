// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// The trip that a caller names for an import.
struct ImportTargetTests {
  private let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:dinner@example.org\r
    DTSTART;TZID=Europe/Vienna:20270301T190000\r
    SUMMARY:Dinner\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test func `a deleted trip is no target, and nothing is stored in it`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Alps", "2027-03-01", "2027-03-05")
    try await library.delete(TripSnapshot.self, trip.id)
    let report = await library.importData(
      Data(calendar.utf8), name: "dinner.ics", options: TripImportOptions(trip: trip.id))
    #expect(report.files.map { $0.error != nil } == [true])
    #expect(
      report.files.first?.error?.message.contains("Alps") == true, "\(report.files)")
    try await library.restore(TripSnapshot.self, trip.id)
    #expect(try await library.trip(trip.id)?.items.isEmpty == true)
  }

  @Test func `an identifier names a part of its own trip only`() async throws {
    let library = try await makeLibrary()
    let (first, second) = (
      try await library.makeTrip("First"), try await library.makeTrip("Second")
    )
    let item = try await library.makeItem(in: first.id, "Walk", "2027-03-01")
    let id = try await library.itemID(
      DayPlanItemSnapshot.self, matching: item.id.uuidString, in: first.id)
    #expect(id == item.id)
    await #expect(throws: TripLibraryError.self) {
      try await library.itemID(
        DayPlanItemSnapshot.self, matching: item.id.uuidString, in: second.id)
    }
  }

  @Test(arguments: [
    ("99.99000000000001", "EUR", "99.99"), ("\"12.346\"", "EUR", "12.35"),
    ("\"1.234\"", "KWD", "1.234"), ("\"1500.6\"", "JPY", "1501"),
  ])
  func `an imported price has the digits of its currency`(
    price: String, currency: String, expected: String
  ) async throws {
    let library = try await makeLibrary()
    let file = await library.importText(
      """
      {"@context": "http://schema.org", "@type": "LodgingReservation",
       "reservationNumber": "INN1", "totalPrice": \(price), "priceCurrency": "\(currency)",
       "underName": {"@type": "Person", "name": "Kim"},
       "reservationFor": {"@type": "LodgingBusiness", "name": "Inn",
        "address": {"@type": "PostalAddress", "addressLocality": "Graz", "addressCountry": "AT"}},
       "checkinTime": "2027-05-01T15:00:00", "checkoutTime": "2027-05-03T10:00:00"}
      """)
    #expect(file.error == nil, "\(file)")
    let trip = try #require(try await library.trips().first?.id)
    let detail = try #require(try await library.trip(trip))
    #expect(detail.bookings.map(\.price) == [Decimal(string: expected)])
    #expect(detail.expenses.map(\.amount) == [Decimal(string: expected)])
  }
}
