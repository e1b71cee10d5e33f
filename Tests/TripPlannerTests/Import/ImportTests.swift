// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import TravelFiles

@testable import TripPlanner

struct ImportTests {
  private static let mail = "kitinerary__extractordata_synthetic_flight-booking.eml"
  private static let cancellation = "kitinerary__calendarhandlerdata_canceled.ics"
  private static let calendar = "kitinerary__calendarhandlerdata_to-be-cancelled.ics"

  private func importFixture(
    _ name: String, into library: TripLibrary, trip: UUID? = nil
  ) async -> TripImportReport.File {
    await library.importFiles([Fixture.url(name)], options: TripImportOptions(trip: trip)).files[0]
  }

  /// A flight booking as JSON-LD, with parts that a test varies.
  private func flight(
    code: String = "K7QX2M", number: String = "2", departure: String = "2027-03-10T23:55:00",
    arrival: String = "2027-03-10T15:20:00", traveller: String = "Kim Aroha",
    status: String = "Confirmed", seat: String? = nil, modified: String? = nil,
    price: String? = nil
  ) -> String {
    """
    {"@context":"http://schema.org","@type":"FlightReservation","reservationNumber":"\(code)",
    "reservationStatus":"http://schema.org/Reservation\(status)",
    \(modified.map { "\"modifiedTime\":\"\($0)\"," } ?? "")
    \(seat.map { "\"airplaneSeat\":\"\($0)\"," } ?? "")
    \(price.map { "\"totalPrice\":\"\($0)\",\"priceCurrency\":\"EUR\"," } ?? "")
    "underName":{"@type":"Person","name":"\(traveller)"},
    "reservationFor":{"@type":"Flight","flightNumber":"\(number)",
    "airline":{"@type":"Airline","name":"Air New Zealand","iataCode":"NZ"},
    "departureAirport":{"@type":"Airport","iataCode":"AKL"},"departureTime":"\(departure)",
    "arrivalAirport":{"@type":"Airport","iataCode":"LAX"},"arrivalTime":"\(arrival)"}}
    """
  }

  @Test func `a mail becomes a segment with its booking, places and trip`() async throws {
    let library = try await makeLibrary()
    let file = await importFixture(Self.mail, into: library)
    #expect(file.error == nil && file.format == .mail)
    let trip = try #require(file.trips.first)
    let detail = try #require(try await library.trip(trip))
    #expect(detail.trip.startDay == "2027-03-04" && detail.trip.endDay == "2027-03-05")
    let segment = try #require(detail.segments.first)
    #expect(segment.mode == .flight && segment.carrierCode == "UA" && segment.number == "110")
    #expect(segment.departure == "2027-03-04T20:15:00[America/Los_Angeles]")
    #expect(segment.arrival == "2027-03-05T06:30:00[America/New_York]")
    #expect(segment.duration == TimeInterval(26_100))  // 7:15 h
    let booking = try #require(detail.bookings.first)
    #expect(booking.traveller == "Eva Green" && booking.code == "RXJ34P")
    #expect(booking.segmentID == segment.id)
    #expect(Set(detail.places.compactMap(\.code)) == ["SFO", "JFK"])
  }

  @Test func `a booking seen again in another format is one segment`() async throws {
    let library = try await makeLibrary()
    _ = await importFixture(Self.mail, into: library)
    let again = await importFixture(Self.mail, into: library)
    #expect(again.changes.map(\.kind) == [.unchanged])
    let file = await importFixture(Self.calendar, into: library)
    let trip = try #require(try await library.trips().first?.id)
    #expect(try await library.trips().count == 1)
    let detail = try #require(try await library.trip(trip))
    let flights = detail.segments.filter { $0.originName?.contains("San Francisco") == true }
    #expect(flights.count == 1, "\(file)")
    #expect(detail.bookings.filter { $0.segmentID == flights.first?.id }.count == 1)
  }

  @Test func `a dry run reports the same and stores nothing`() async throws {
    let library = try await makeLibrary()
    let preview = await library.importFiles(
      [Fixture.url(Self.mail)], options: TripImportOptions(isDryRun: true))
    #expect(preview.count(.added) > 0)
    #expect(try await library.trips(.all).isEmpty)
    let report = await library.importFiles([Fixture.url(Self.mail)], options: TripImportOptions())
    #expect(report.files[0].changes == preview.files[0].changes)
  }

  @Test func `a dry run of several files reports the same as their import`() async throws {
    let folder = try TemporaryFolder()
    let event = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      BEGIN:VEVENT\r
      UID:talk@example.com\r
      SUMMARY:Opening talk\r
      DTSTART;TZID=America/Los_Angeles:20270311T090000\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    let files = [
      try folder.file("flight.json", flight()), try folder.file("bad.ics", "no calendar"),
      // A document without a trip fails while it is stored.
      try folder.file("ticket.pdf", "%PDF-1.7 ticket"), try folder.file("talk.ics", event),
      try folder.file("again.json", flight()),
    ]
    let library = try await makeLibrary()
    let preview = await library.importFiles(files, options: TripImportOptions(isDryRun: true))
    #expect(preview.files.map { $0.error == nil } == [true, false, false, true, true])
    #expect(try await library.trips(.all).isEmpty)
    let report = await library.importFiles(files, options: TripImportOptions())
    #expect(report.files == preview.files)
    #expect(report.files[3].changes.map(\.type) == ["DayPlanItem"])
    #expect(report.files[4].changes.map(\.kind) == [.unchanged])
    #expect(try await library.trips(.all).count == 1)
  }

  @Test func `an update changes the source's values and keeps the user's edits`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight(seat: "31A"))
    let trip = try #require(try await library.trips().first?.id)
    let segment = try #require(try await library.trip(trip)?.segments.first)
    try await library.edit(SegmentSnapshot.self, segment.id) {
      $0.notes = "Window on the left"
      $0.departureTerminal = "I"
      $0.carrier = "Air NZ"
    }
    let file = await library.importText(
      flight(
        departure: "2027-03-11T00:40:00", arrival: "2027-03-10T16:05:00", seat: "40C",
        modified: "2027-03-01T10:00:00Z"))
    #expect(file.changes.first?.kind == .updated && file.changes.first?.id == segment.id)
    let detail = try #require(try await library.trip(trip))
    #expect(detail.segments.count == 1 && detail.bookings.count == 1)
    let updated = detail.segments[0]
    #expect(updated.departure == "2027-03-11T00:40:00[Pacific/Auckland]")
    #expect(updated.arrival == "2027-03-10T16:05:00[America/Los_Angeles]")
    #expect(updated.notes == "Window on the left" && updated.departureTerminal == "I")
    #expect(updated.carrier == "Air NZ")
    #expect(detail.bookings[0].seat == "40C")
  }

  @Test func `an older version of a booking changes nothing`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight(seat: "40C", modified: "2027-03-01T10:00:00Z"))
    let file = await library.importText(flight(seat: "31A", modified: "2027-02-01T10:00:00Z"))
    #expect(file.changes.first?.kind == .unchanged)
    let trip = try #require(try await library.trips().first?.id)
    #expect(try await library.trip(trip)?.bookings.first?.seat == "40C")
  }

  @Test func `two travellers share a segment and a cancellation concerns one of them`() async throws
  {
    let library = try await makeLibrary()
    _ = await library.importText(flight())
    _ = await library.importText(flight(traveller: "Sam Weber"))
    let trip = try #require(try await library.trips().first?.id)
    var detail = try #require(try await library.trip(trip))
    #expect(detail.segments.count == 1 && detail.bookings.count == 2)
    _ = await library.importText(
      flight(traveller: "Sam Weber", status: "Cancelled", modified: "2027-03-02T10:00:00Z"))
    detail = try #require(try await library.trip(trip))
    #expect(detail.segments[0].bookingStatus == .confirmed)
    #expect(detail.bookings.map(\.bookingStatus).filter { $0 == .cancelled }.count == 1)
    let last = await library.importText(
      flight(status: "Cancelled", modified: "2027-03-02T10:00:00Z"))
    #expect(last.changes.first?.kind == .cancelled)
    detail = try #require(try await library.trip(trip))
    #expect(detail.segments[0].bookingStatus == .cancelled)
    let unknown = await library.importText(flight(code: "ZZZZZZ", number: "9", status: "Cancelled"))
    #expect(unknown.changes.isEmpty && unknown.issueCount == 1)
  }

  @Test func `deleted objects stay deleted`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight())
    let trip = try #require(try await library.trips().first?.id)
    let segment = try #require(try await library.trip(trip)?.segments.first)
    try await library.delete(SegmentSnapshot.self, segment.id)
    let file = await library.importText(flight(seat: "1A"))
    #expect(file.changes.map(\.kind) == [.stayedDeleted])
    #expect(try await library.trip(trip)?.segments.isEmpty == true)
    try await library.restore(SegmentSnapshot.self, segment.id)
    try await library.delete(TripSnapshot.self, trip)
    let again = await library.importText(flight(seat: "1A"))
    #expect(again.changes.map(\.kind) == [.stayedDeleted])
    #expect(try await library.trips().isEmpty)
  }

  @Test func `two devices that import one file have equal objects`() async throws {
    var details: [TripDetail] = []
    for _ in 0..<2 {
      let library = try await makeLibrary()
      _ = await importFixture(Self.mail, into: library)
      _ = await library.importText(flight(price: "812.40"))
      for trip in try await library.trips() {
        details.append(try #require(try await library.trip(trip.id)))
      }
    }
    let half = details.count / 2
    #expect(half == 2)
    func ids(_ details: ArraySlice<TripDetail>) -> Set<UUID> {
      var ids: Set<UUID> = []
      for trip in details {
        ids.insert(trip.id)
        ids.formUnion(trip.segments.map(\.id))
        ids.formUnion(trip.bookings.map(\.id))
        ids.formUnion(trip.places.map(\.id))
        ids.formUnion(trip.expenses.map(\.id))
      }
      return ids
    }
    #expect(ids(details[..<half]) == ids(details[half...]))
  }

  @Test func `bookings join the trip whose dates fit`() async throws {
    let library = try await makeLibrary()
    let long = try await library.makeTrip("Year", "2027-01-01", "2027-12-31")
    let short = try await library.makeTrip("Pacific", "2027-03-09", "2027-03-20")
    _ = await library.importText(flight())
    #expect(try await library.trip(short.id)?.segments.count == 1)
    #expect(try await library.trip(long.id)?.segments.isEmpty == true)
    let named = await library.importText(flight(code: "AAAAAA", number: "6"), trip: long.id)
    #expect(named.trips == [long.id])
    // The dates of a trip that the user has made stay.
    #expect(try await library.trip(short.id)?.trip.startDay == "2027-03-09")
  }

  @Test func `a return flight is in the trip of the flight out, in one file or two`() async throws {
    let out = flight()
    let back = flight(
      number: "5", departure: "2027-04-02T21:45:00", arrival: "2027-04-04T06:50:00"
    ).replacing("\"AKL\"", with: "\"\"").replacing("\"LAX\"", with: "\"AKL\"")
      .replacing("\"\"", with: "\"LAX\"")
    let together = try await makeLibrary()
    _ = await together.importText("[\(out),\(back)]")
    let apart = try await makeLibrary()
    _ = await apart.importText(out)
    _ = await apart.importText(back)
    for library in [together, apart] {
      let trips = try await library.trips()
      #expect(trips.map(\.segmentCount) == [2])
      #expect(trips.first?.trip.startDay == "2027-03-10")
      #expect(trips.first?.trip.endDay == "2027-04-04")
    }
    // Another code after a gap is another trip, and so is the same code in another season.
    _ = await together.importText(
      flight(
        code: "OTHER1", number: "5", departure: "2027-05-20T21:45:00",
        arrival: "2027-05-22T06:50:00"))
    _ = await together.importText(
      flight(number: "7", departure: "2027-11-02T21:45:00", arrival: "2027-11-02T23:50:00")
        .replacing("LAX", with: "SYD"))
    #expect(try await together.trips().count == 3)
  }

  @Test func `an airport has the name of the table if the source has none`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight())
    let trip = try #require(try await library.trips().first?.id)
    let detail = try #require(try await library.trip(trip))
    #expect(Set(detail.places.map(\.code)) == ["AKL", "LAX"])
    for place in detail.places {
      #expect(place.name == AirportTable.airport(place.code ?? "")?.name)
      #expect(place.locality?.isEmpty == false)
    }
    #expect(detail.segments.first?.displayTitle == "NZ 2: AKL – LAX")
  }

  @Test func `a folder and a missing file are told as such`() async throws {
    let library = try await makeLibrary()
    let folder = try TemporaryFolder()
    let report = await library.importFiles(
      [folder.url, folder.url.appending(path: "absent.ics")], options: TripImportOptions())
    let messages = report.files.map { $0.error?.message ?? "" }
    #expect(
      messages[0].contains("is a folder") && messages[1].contains("no such file"), "\(messages)")
  }

  @Test func `a price is an expense once`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight(price: "812.40"))
    _ = await library.importText(flight(modified: "2027-03-01T10:00:00Z", price: "812.40"))
    let trip = try #require(try await library.trips().first?.id)
    let expenses = try #require(try await library.trip(trip)?.expenses)
    #expect(expenses.map(\.amount) == [Decimal(string: "812.40")])
    #expect(expenses[0].isPaid && expenses[0].currency == "EUR")
    #expect(try await library.trip(trip)?.bookings.first?.price == Decimal(string: "812.40"))
  }

  @Test func `a changed price changes its expense, and a repeated one adds none`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight(modified: "2027-03-01T10:00:00Z", price: "100"))
    for _ in 0..<2 {
      _ = await library.importText(flight(modified: "2027-03-02T10:00:00Z", price: "120"))
    }
    let trip = try #require(try await library.trips().first?.id)
    let detail = try #require(try await library.trip(trip))
    #expect(detail.expenses.map(\.amount) == [120] && detail.bookings.map(\.price) == [120])
  }

  @Test func `a failed file leaves nothing and other files go in`() async throws {
    let library = try await makeLibrary()
    let folder = try TemporaryFolder()
    let bad = try folder.file("bad.pkpass", "PK\u{3}\u{4} no archive")
    let good = try folder.file("x.json", flight())
    let report = await library.importFiles(
      [bad, good, folder.url.appending(path: "absent.ics")], options: TripImportOptions())
    #expect(report.files.map { $0.error == nil } == [false, true, false])
    #expect(report.failedCount == 2)
    #expect(try await library.trips().count == 1)
  }

  @Test func `places, tracks and packing lists go into the named trip`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Alps")
    let gpx = await library.importText(
      """
      <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="46.5" lon="7.5"><name>Hut</name></wpt>
      <trk><name>Ridge</name><trkseg><trkpt lat="46.5" lon="7.5"/><trkpt lat="46.6" lon="7.6"/></trkseg></trk>
      </gpx>
      """, "tour.gpx", trip: trip.id)
    #expect(gpx.error == nil && gpx.changes.map(\.kind) == [.added, .added])
    let list = await library.importText(
      "Item Name,Category,qty,weight,unit\nTent,Sleep,1,1200,g\nSocks,Clothes,3,50,g\n", "list.csv",
      trip: trip.id)
    #expect(list.changes.count == 2)
    let packing = try await library.packing(trip.id)
    #expect(packing.itemCount == 2 && abs(packing.weight - 1.35) < 1e-9)
    let detail = try #require(try await library.trip(trip.id))
    #expect(detail.places.map(\.name) == ["Hut"] && detail.places[0].isSaved)
    #expect(detail.routes.map(\.name) == ["Ridge"])
    #expect((detail.routes[0].distance ?? 0) > 13_000)
    let template = await library.importText(
      "Item Name,Category,qty\nTent,Sleep,1\n", "weekend.csv")
    #expect(template.changes.map(\.type) == ["PackingTemplate", "PackingItem"])
    #expect(try await library.templates().first?.items.count == 1)
  }

  @Test func `documents are stored with their digest and open again`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let data = Data("%PDF-1.7 ticket".utf8)
    let file = await library.importData(
      data, name: "../../etc/ticket.pdf", options: TripImportOptions(trip: trip.id)
    ).files[0]
    #expect(file.changes.map(\.type) == ["DocumentAsset"])
    let document = try #require(try await library.trip(trip.id)?.documents.first)
    #expect(document.fileName == "ticket.pdf" && document.contentType == "application/pdf")
    #expect(document.sha256 == DocumentFile.sha256(data) && document.byteCount == data.count)
    #expect(try await library.documentData(document.id) == data)
    let without = await library.importData(data, name: "t.pdf", options: TripImportOptions()).files[
      0]
    #expect(without.error?.message.contains("t.pdf has no date that selects a trip") == true)
  }
}
