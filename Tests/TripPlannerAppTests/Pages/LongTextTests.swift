// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner

/// Names in right-to-left scripts, long trips, and bookings on paper.
struct LongTextTests {
  private func trip(_ path: String) throws -> UUID {
    try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
  }

  @Test func `names of a right-to-left script keep their times beside them`() async throws {
    let (haifa, eilat) = ("חיפה", "אילת")
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let segment = try await server.post(
        path + "/segments/new",
        [
          "transport": "bus", "from": haifa, "to": eilat, "depart-day": "2027-03-10",
          "depart-time": "08:00", "depart-zone": "Asia/Jerusalem", "arrive-day": "2027-03-10",
          "arrive-time": "13:30", "arrive-zone": "Asia/Jerusalem",
        ])
      #expect(segment.status == 303, "\(segment.body)")
      let timeline = try await server.send("GET", path).body
      let ends = "08:00 \u{2068}\(haifa)\u{2069} → 13:30 \u{2068}\(eilat)\u{2069}"
      #expect(timeline.contains(ends))
      #expect(timeline.contains(">\u{2068}\(haifa)\u{2069} → \u{2068}\(eilat)\u{2069}<"))
      let file = try await server.send("GET", path + "/export/html").body
      #expect(file.contains("\u{2068}\(haifa)\u{2069}"))
      // A file for programs has the name alone.
      let calendar = try await server.send("GET", path + "/export/ics").body
      #expect(calendar.contains(haifa) && !calendar.contains("\u{2068}"))
    }
  }

  @Test(arguments: [("Graz", false), ("Zürich 東京", false), ("القاهرة", true), ("Ha חיפה", true)])
  func `only a name with right-to-left characters is isolated`(_ name: String, _ isIsolated: Bool) {
    #expect(
      BidirectionalText.isolated(name) == (isIsolated ? "\u{2068}\(name)\u{2069}" : name))
  }

  @Test func `a long timeline leads to today, and to days without entries`() async throws {
    try await TripServer.run { server in
      let utc = try #require(TimeZone(secondsFromGMT: 0))
      func text(_ days: Double) -> String {
        Date(timeIntervalSinceNow: days * 86_400).formatted(
          Date.ISO8601FormatStyle(timeZone: utc).year().month().day())
      }
      let path = try await server.post(
        "/trips/new", ["title": "Sabbatical", "start": text(-30), "end": text(29)]
      ).location
      let empty = try await server.send("GET", path).body
      // Without entries, the first day and today are shown.
      #expect(empty.contains("29 days, nothing planned"))
      #expect(try await server.post(path + "/days/\(text(20))", ["title": "Dive"]).status == 303)
      let page = try await server.send("GET", path).body
      #expect(page.contains(##"href="#day-\##(text(0))">Today</a>"##))
      #expect(page.contains("id=\"day-\(text(0))\""))
      #expect(page.contains("19 days, nothing planned") && page.contains("9 days, nothing planned"))
      #expect(page.contains("href=\"\(path)/days/\(text(1))\">19 days"))
      let past = try await server.post(
        "/trips/new", ["title": "Past", "start": "2020-03-10", "end": "2020-05-08"]
      ).location
      let days = try await server.send("GET", past).body
      #expect(days.contains("58 days, nothing planned") && !days.contains(">Today</a>"))
      #expect(days.contains("id=\"day-2020-03-10\"") && days.contains("id=\"day-2020-05-08\""))
    }
  }

  @Test func `the print view has the barcode and the details of each booking`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      var segment = SegmentSnapshot()
      (segment.tripID, segment.title) = (try trip(path), "Night train")
      segment.departure = "2027-03-10T23:55:00[Europe/Vienna]"
      segment.notes = "First line\nSecond line"
      try await server.library.insert(segment)
      for (traveller, status) in [("Ann", "confirmed"), ("Bo", "cancelled")] {
        var booking = BookingSnapshot()
        (booking.tripID, booking.segmentID) = (segment.tripID, segment.id)
        (booking.traveller, booking.status, booking.coach) = (traveller, status, "21")
        booking.barcodeValue = Barcode(.qrCode, message: "TICKET \(traveller)")
        try await server.library.insert(booking)
      }
      let page = try await server.send("GET", path + "/print").body
      #expect(page.contains(#"aria-label="Barcode of Ann""#) && page.contains("Ann, coach 21"))
      #expect(!page.contains("Barcode of Bo"))
      #expect(page.contains("First line\nSecond line"))
      // The file for devices without these pages has the barcode, too.
      let file = try await server.send("GET", path + "/export/html").body
      #expect(file.contains(#"aria-label="Barcode of Ann""#) && !file.contains("Barcode of Bo"))
    }
  }
}
