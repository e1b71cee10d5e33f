// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

/// Messages whose parts belong together.
struct MailTests {
  private static let ticket = """
    {"@type":"EventReservation","reservationNumber":"T1",
    "underName":{"@type":"Person","name":"Kim Aroha"},
    "reservationFor":{"@type":"Event","name":"Opera","startDate":"2027-04-12T19:30:00",
    "location":{"@type":"Place","name":"State Opera"}}}
    """

  private func read(_ text: String) throws -> TravelDocument {
    try TravelFileReader(documentDate: LocalDate(year: 2027, month: 1, day: 1))
      .read(Data(text.utf8), name: "mail.eml")
  }

  /// A message of an HTML page with JSON-LD, and of further parts with their headers.
  private func mail(_ page: String, _ parts: String..., date: String? = nil) -> String {
    let all = ["Content-Type: text/html; charset=utf-8\n\n" + page] + parts
    return "From: a@b\nSubject: Booking\n" + (date.map { "Date: \($0)\n" } ?? "")
      + "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=\"b\"\n\n"
      + all.map { "--b\n\($0)\n" }.joined() + "--b--\n"
  }

  private func page(_ json: String, _ body: String = "") -> String {
    "<html><script type=\"application/ld+json\">\(json)</script>\(body)</html>"
  }

  private func calendar(_ lines: String) -> String {
    "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\n\(lines)\n"
      + "END:VEVENT\nEND:VCALENDAR\n"
  }

  @Test func `a picture that a page shows is no attachment, and others are`() throws {
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).base64EncodedString()
    func part(_ header: String, _ name: String) -> String {
      "Content-Type: image/png; name=\"\(name)\"\n\(header)Content-Transfer-Encoding: base64\n\n"
        + picture
    }
    let document = try read(
      mail(
        page(Self.ticket, "<img src=\"cid:logo%40example.org\"><p style=\"x:url(CID:bar)\">"),
        part("Content-ID: <logo@example.org>\n", "logo.png"),
        part("Content-Id: <bar>\n", "bar.png"),
        part("Content-ID: <seat>\n", "seat.png"), part("", "map.png")))
    #expect(document.attachments.map(\.name) == ["seat.png", "map.png"])
    #expect(document.reservations.count == 1)
  }

  @Test(arguments: [
    ("filename*=UTF-8''Fahrkarte%20M%C3%BCnchen.pdf", "Fahrkarte München.pdf"),
    ("filename=old.pdf; filename*=iso-8859-1'de'M%FCnchen.pdf", "München.pdf"),
    (
      "filename*0*=utf-8''Fahrkarte%20; filename*1*=M%C3%BC; filename*2=\"100%.pdf\"",
      "Fahrkarte Mü100%.pdf"
    ),
    ("filename*0=\"a long \"; filename*1=name.pdf", "a long name.pdf"),
    ("filename=\"=?utf-8?Q?M=C3=BCnchen.pdf?=\"", "München.pdf"),
    ("filename*=broken", "broken"), ("x=y", "typed.pdf"),
  ])
  func `an attachment has its name in every form`(parameter: String, name: String) throws {
    let document = try read(
      mail(
        page(Self.ticket),
        "Content-Type: application/pdf; name=typed.pdf\n"
          + "Content-Disposition: attachment; \(parameter)\n\n%PDF-1.7"))
    #expect(document.attachments.map(\.name) == [name])
  }

  @Test func `the attached event of a booking is one with it`() throws {
    let document = try read(
      mail(
        page(Self.ticket),
        calendar("UID:e1\nSUMMARY:Opera\nDTSTART:20270412T193000\nDTEND:20270412T220000")))
    #expect(document.items.count == 1)
    #expect(document.reservations.map(\.uid) == ["e1"])
    #expect(document.reservations.first?.number == "T1")
  }

  @Test func `an attached event of other times stays an event`() throws {
    let document = try read(
      mail(
        page(Self.ticket),
        calendar("UID:e1\nSUMMARY:Opera\nDTSTART:20270413T193000\nDTEND:20270413T220000")))
    #expect(document.items.count == 2 && document.reservations.map(\.uid) == [nil])
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20270301\nDTEND;VALUE=DATE:20270303", 1),
    ("DTSTART;VALUE=DATE:20270301\nDTEND;VALUE=DATE:20270304", 1),
    ("DTSTART:20270301T150000\nDTEND:20270303T100000", 1),
    ("DTSTART;VALUE=DATE:20270302\nDTEND;VALUE=DATE:20270303", 2),
  ])
  func `the attached event of a stay has its name and its days`(times: String, count: Int) throws {
    let stay = """
      {"@type":"LodgingReservation","reservationNumber":"H1",
      "checkinTime":"2027-03-01T15:00:00","checkoutTime":"2027-03-03T10:00:00",
      "reservationFor":{"@type":"LodgingBusiness","name":"Hotel Marina"}}
      """
    let document = try read(
      mail(page(stay), calendar("UID:h\nSUMMARY:Your stay at HOTEL MARINA\n\(times)")))
    #expect(document.items.count == count, "\(times)")
  }

  @Test func `the attached event of a flight has both of its instants`() throws {
    let flight = """
      {"@type":"FlightReservation","reservationNumber":"K7QX2M","reservationFor":
      {"@type":"Flight","flightNumber":"87","airline":{"@type":"Airline","iataCode":"OS"},
      "departureAirport":{"@type":"Airport","iataCode":"VIE"},
      "departureTime":"2027-07-01T10:30:00+02:00",
      "arrivalAirport":{"@type":"Airport","iataCode":"JFK"},
      "arrivalTime":"2027-07-01T14:00:00-04:00"}}
      """
    let event = "UID:f\nSUMMARY:Flight to New York\nDTSTART:20270701T083000Z\nDTEND:"
    let same = try read(mail(page(flight), calendar(event + "20270701T180000Z")))
    #expect(same.items.count == 1 && same.reservations.map(\.uid) == ["f"])
    let other = try read(mail(page(flight), calendar(event + "20270701T190000Z")))
    #expect(other.items.count == 2)
  }

  @Test func `the date of a mail selects the year of its boarding pass`() throws {
    let pass = """
      {"@type":"FlightReservation","reservationFor":{"@type":"Flight"},
      "reservedTicket":{"@type":"Ticket",
      "ticketToken":"aztecCode:M1DOE/JOHN            EXXX007 TXLBRUSN 2592 110Y012A0034 100"}}
      """
    let old = try read(mail(page(pass), date: "Mon, 19 Apr 2021 10:00:00 +0200"))
    #expect(old.date?.date == LocalDate(year: 2021, month: 4, day: 19))
    #expect(
      old.reservations.first?.journey?.departureDay == LocalDate(year: 2021, month: 4, day: 20))
    let undated = try read(mail(page(pass)))
    #expect(
      undated.reservations.first?.journey?.departureDay == LocalDate(year: 2027, month: 4, day: 20))
  }

  @Test(arguments: [
    "<html><body><p>You fly on Monday.</p></body></html>", "{\"@type\":\"WebSite\"}",
    "<html><script type=\"application/ld+json\">{\"@type\":\"Organization\",\"name\":\"Inn\"}"
      + "</script></html>",
    "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n",
    "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document/></kml>",
  ])
  func `a file without anything to store says so`(text: String) throws {
    let document = try read(text)
    #expect(document.issues.first.map(\.kind) == [.skippedPart])
    #expect(document.issues.first.first?.reason.contains("no booking") == true)
  }

  @Test func `a header of many folded lines is read in linear time`() throws {
    let lines = String(repeating: "\n a", count: 200_000)
    let document = try read("From: a@b\nSubject: x\nX-Long: a\(lines)\n\nText\n")
    #expect(document.title == "x")
  }
}
