// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// The import of a mailbox, and of mails with parts that belong together.
struct MailboxImportTests {
  /// A message with a flight, and with further parts.
  private func booking(
    _ day: Int, seat: String, status: String = "Confirmed", code: String = "K7QX2M",
    _ parts: String...
  ) -> String {
    let json = """
      {"@type":"FlightReservation","reservationNumber":"\(code)","airplaneSeat":"\(seat)",
      "reservationStatus":"http://schema.org/Reservation\(status)",
      "underName":{"@type":"Person","name":"Kim Aroha"},"reservationFor":
      {"@type":"Flight","flightNumber":"87","airline":{"@type":"Airline","iataCode":"OS"},
      "departureAirport":{"@type":"Airport","iataCode":"VIE"},
      "departureTime":"2027-07-01T10:30:00",
      "arrivalAirport":{"@type":"Airport","iataCode":"JFK"},"arrivalTime":"2027-07-01T14:00:00"}}
      """
    let page =
      "Content-Type: text/html\n\n<html><script type=\"application/ld+json\">\(json)</script></html>"
    return message(
      day,
      "Subject: Booking\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"
        + ([page] + parts).map { "--b\n\($0)\n" }.joined() + "--b--\n")
  }

  private func message(_ day: Int, _ text: String) -> String {
    "From - Mon Mar 01 10:00:00 2027\nFrom: a@b\nTo: c@d\nDate: \(day) Mar 2027 10:00:00 +0000\n"
      + text + "\n"
  }

  private func event(_ status: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:f87
    SUMMARY:Flight to New York
    STATUS:\(status)
    DTSTART:20270701T083000Z
    DTEND:20270701T180000Z
    END:VEVENT
    END:VCALENDAR

    """
  }

  private func load(_ library: TripLibrary) async throws -> TripDetail {
    let trips = try await library.trips()
    #expect(trips.count == 1)
    let id = try #require(trips.first).id
    return try #require(try await library.trip(id))
  }

  @Test func `the bookings of a mailbox are stored from the oldest message to the newest`()
    async throws
  {
    let library = try await makeLibrary()
    let invitation = "Content-Type: text/calendar\n\n" + event("CONFIRMED")
    let file =
      booking(9, seat: "40C") + message(7, "Subject: Lunch\n\nHello\n")
      + message(6, "Subject: Meeting\n" + invitation) + booking(5, seat: "31A")
    let result = await library.importText(file, "all.mbox")
    #expect(result.error == nil && result.format == .mail && result.name == "all.mbox")
    #expect(
      result.issues.map(\.message) == ["2 of 4 messages have no booking that a program can read."])
    let detail = try await load(library)
    #expect(detail.segments.count == 1 && detail.items.isEmpty)
    #expect(detail.bookings.map(\.seat) == ["40C"])
    #expect(result.trips == [detail.trip.id])
    let kinds = result.changes.filter { $0.type == "Segment" }.map(\.kind)
    #expect(kinds == [.added, .updated])
    let again = await library.importText(file, "all.mbox")
    #expect(again.changes.allSatisfy { $0.kind == .unchanged })
  }

  @Test func `a cancellation in a mailbox cancels the booking of an older message`() async throws {
    let library = try await makeLibrary()
    let file = booking(9, seat: "31A", status: "Cancelled") + booking(5, seat: "31A")
    _ = await library.importText(file, "all.mbox", dryRun: true)
    #expect(try await library.trips().isEmpty)
    _ = await library.importText(file, "all.mbox")
    #expect(try await load(library).segments.map(\.bookingStatus) == [.cancelled])
  }

  @Test func `tickets of a mailbox are documents of the trips of their bookings`() async throws {
    let library = try await makeLibrary()
    let ticket =
      "Content-Type: application/pdf; name=ticket.pdf\nContent-Transfer-Encoding: base64\n\n"
      + Data("%PDF-1.7 ticket".utf8).base64EncodedString()
    let other = message(
      6,
      "Subject: Bill\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"
        + "--b\n\(ticket.replacing("ticket.pdf", with: "bill.pdf"))\n--b--\n")
    let result = await library.importText(other + booking(5, seat: "31A", ticket), "all.mbox")
    #expect(result.error == nil, "\(result)")
    let detail = try await load(library)
    #expect(detail.documents.map(\.fileName) == ["ticket.pdf"])
    #expect(detail.documents.first?.segmentID == detail.segments.first?.id)
  }

  @Test func `a ticket without a name is an attachment of its type`() async throws {
    let library = try await makeLibrary()
    let ticket = "Content-Type: application/pdf\n\n%PDF-1.7 ticket"
    let mail = booking(5, seat: "31A", ticket).split(separator: "\n", maxSplits: 1)[1]
    _ = await library.importText(String(mail), "booking.eml")
    #expect(try await load(library).documents.map(\.fileName) == ["attachment.pdf"])
  }

  @Test func `a cancelled event cancels the flight whose mail had it attached`() async throws {
    let library = try await makeLibrary()
    let mail = booking(5, seat: "31A", "Content-Type: text/calendar\n\n" + event("CONFIRMED"))
    let text = mail.split(separator: "\n", maxSplits: 1)[1]
    let result = await library.importText(String(text), "booking.eml")
    #expect(result.error == nil, "\(result)")
    var detail = try await load(library)
    #expect(detail.segments.count == 1 && detail.items.isEmpty)
    let cancelled = await library.importText(event("CANCELLED"), "cancelled.ics")
    #expect(cancelled.changes.map(\.kind) == [.cancelled])
    detail = try await load(library)
    #expect(detail.segments.map(\.bookingStatus) == [.cancelled])
    #expect(detail.bookings.map(\.bookingStatus) == [.cancelled])
    let again = await library.importText(event("CANCELLED"), "cancelled.ics")
    #expect(again.changes.map(\.kind) == [.unchanged])
  }

  @Test func `an event that is imported as cancelled again keeps a status that the user has reset`()
    async throws
  {
    let library = try await makeLibrary()
    let mail = booking(5, seat: "31A", "Content-Type: text/calendar\n\n" + event("CONFIRMED"))
    _ = await library.importText(String(mail.split(separator: "\n", maxSplits: 1)[1]), "mail.eml")
    _ = await library.importText(event("CANCELLED"), "cancelled.ics")
    let segment = try #require(try await load(library).segments.first)
    #expect(segment.bookingStatus == .cancelled)
    try await library.edit(SegmentSnapshot.self, segment.id) { $0.bookingStatus = .confirmed }
    let again = await library.importText(event("CANCELLED"), "cancelled.ics")
    #expect(again.changes.map(\.kind) == [.unchanged])
    #expect(try await load(library).segments.map(\.bookingStatus) == [.confirmed])
    // The event takes place again, and is then cancelled a second time.
    _ = await library.importText(event("CONFIRMED"), "confirmed.ics")
    #expect(try await load(library).segments.map(\.bookingStatus) == [.confirmed])
    let second = await library.importText(event("CANCELLED"), "cancelled.ics")
    #expect(second.changes.map(\.kind) == [.cancelled])
    #expect(try await load(library).segments.map(\.bookingStatus) == [.cancelled])
  }
}
