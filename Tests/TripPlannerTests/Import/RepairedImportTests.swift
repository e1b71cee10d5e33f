// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

struct RepairedImportTests {
  private func calendar(_ events: String...) -> String {
    let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(body)END:VCALENDAR\n"
  }

  @Test func `an event that ends before it starts is reported with its line`() async throws {
    let library = try await makeLibrary()
    let file = await library.importText(
      calendar(
        "UID:a\nSUMMARY:Back\nDTSTART:20270310T100000Z\nDTEND:20270301T100000Z",
        "UID:b\nSUMMARY:Forth\nDTSTART:20270311T100000Z\nDTEND:20270311T110000Z"))
    #expect(file.error == nil)
    #expect(file.issues == [.init(line: 3, message: "The event ends before it starts.")])
    let trip = try #require(try await library.trips().first?.id)
    let detail = try #require(try await library.trip(trip))
    #expect(Set(detail.items.map(\.title)) == ["Back", "Forth"])
    #expect(detail.trip.startDay == "2027-03-10" && detail.trip.endDay == "2027-03-11")
    #expect(try await library.findings(trip).contains { $0.kind == .arrivalBeforeDeparture })
  }

  /// The travel files that were copied from KItinerary, without its expected results.
  private static func kitineraryFiles(_ file: String = #filePath) throws -> [URL] {
    let tests = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "TravelFilesTests/Fixtures")
    let types = [".ics", ".pkpass", ".pkpasses", ".eml", ".html", ".in.json"]
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { url in
      url.lastPathComponent.hasPrefix("kitinerary__")
        && types.contains { url.lastPathComponent.hasSuffix($0) }
    }.sorted { $0.path < $1.path }
  }

  @Test func `each travel file of KItinerary is imported`() async throws {
    let files = try Self.kitineraryFiles()
    #expect(files.count > 50)
    let library = try await makeLibrary()
    let report = await library.importFiles(files, options: TripImportOptions())
    for file in report.files { #expect(file.error == nil, "\(file.name)") }
  }

  @Test func `a name that no page could show is cut, and its booking is recognized again`()
    async throws
  {
    let library = try await makeLibrary()
    let name = String(repeating: "Opera ", count: 20_000)
    let text = """
      {"@type":"EventReservation","reservationNumber":"T1",
      "underName":{"@type":"Person","name":"\(name)"},
      "reservationFor":{"@type":"Event","name":"\(name)","startDate":"2027-04-12T19:30:00",
      "location":{"@type":"Place","name":"\(name)"}}}
      """
    let file = await library.importText(text)
    #expect(file.error == nil)
    let trip = try #require(try await library.trips().first?.trip)
    let detail = try #require(try await library.trip(trip.id))
    let names =
      [trip.title] + detail.items.map(\.title) + detail.places.map(\.name)
      + detail.bookings.map(\.traveller)
    #expect(names.count == 4 && names.allSatisfy { $0.count == 501 && $0.hasSuffix("…") })
    let again = await library.importText(text)
    #expect(again.changes.map(\.kind) == [.unchanged])
  }

  @Test func `an endless event is one message`() async throws {
    let library = try await makeLibrary()
    let file = await library.importText(
      calendar("UID:a\nSUMMARY:Run\nDTSTART;VALUE=DATE:20270101\nRRULE:FREQ=DAILY"))
    #expect(
      file.issues.map(\.message)
        == ["Run repeats without end; 366 occurrences until 2028-01-01 are stored."])
  }

  @Test func `occurrences in UTC are shown in the zone of the calendar`() async throws {
    let library = try await makeLibrary()
    let text = calendar(
      "UID:a\nSUMMARY:Run\nDTSTART:20270327T100000Z\nDTEND:20270327T110000Z\nRRULE:FREQ=DAILY;COUNT=2"
    )
    let file = await library.importText(
      text.replacing("VERSION:2.0", with: "VERSION:2.0\nX-WR-TIMEZONE:Europe/Berlin"))
    let trip = try #require(file.trips.first)
    let items = try #require(try await library.trip(trip)).items
    #expect(
      items.map(\.start) == [
        "2027-03-27T11:00:00[Europe/Berlin]", "2027-03-28T12:00:00[Europe/Berlin]",
      ])
    #expect(items.first?.end == "2027-03-27T12:00:00[Europe/Berlin]")
  }

  // MARK: Names of trips

  private func flight(_ from: String, _ to: String, _ departure: String, _ arrival: String)
    -> String
  {
    """
    {"@context":"http://schema.org","@type":"FlightReservation","reservationNumber":"K7QX2M",
    "reservationFor":{"@type":"Flight",
    "flightNumber":"\(departure.filter(\.isNumber).suffix(6).prefix(4))",
    "airline":{"@type":"Airline","iataCode":"OS"},
    "departureAirport":{"@type":"Airport","iataCode":"\(from)"},"departureTime":"\(departure)",
    "arrivalAirport":{"@type":"Airport","iataCode":"\(to)"},"arrivalTime":"\(arrival)"}}
    """
  }

  /// The destination of the trip of some flights.
  private func destination(_ flights: [String]) async throws -> String? {
    let library = try await makeLibrary()
    let file = await library.importText("[\(flights.joined(separator: ","))]")
    #expect(file.error == nil)
    let trips = try await library.trips()
    #expect(trips.count == 1)
    return trips.first?.trip.destination
  }

  @Test func `a trip is named after its longest stay, not after a layover or the way home`()
    async throws
  {
    let out = [
      flight("VIE", "FRA", "2027-03-01T08:00:00", "2027-03-01T09:30:00"),
      flight("FRA", "JFK", "2027-03-01T11:00:00", "2027-03-01T14:00:00"),
    ]
    let back = [
      flight("JFK", "FRA", "2027-03-04T18:10:00", "2027-03-05T07:00:00"),
      flight("FRA", "VIE", "2027-03-05T09:20:00", "2027-03-05T10:40:00"),
    ]
    let name = try await destination(out)
    #expect(name == "New York")
    #expect(try await destination(out + back) == name)
    #expect(try await destination([out[0]]) != name)
    // A day trip has no other arrival than that at home and the one before it.
    let evening = flight("FRA", "VIE", "2027-03-01T19:40:00", "2027-03-01T21:00:00")
    #expect(try await destination([out[0], evening]) == (try await destination([out[0]])))
  }

  @Test func `a boarding pass names its trip by the destination`() async throws {
    let passes = try Self.kitineraryFiles().filter { url in
      ["lufthansa.pkpass", "swiss.pkpass"].contains { url.path.hasSuffix("pkpassdata_\($0)") }
    }
    #expect(passes.count == 2)
    let library = try await makeLibrary()
    let report = await library.importFiles(passes, options: TripImportOptions())
    #expect(report.failedCount == 0)
    let titles = try await library.trips(.all).map(\.trip.title)
    #expect(titles == ["Berlin", "Berlin"])
  }
}
