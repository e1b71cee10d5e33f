// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

@Suite struct CalendarWriterTests {
  private let writer = CalendarWriter(stamp: Date(timeIntervalSince1970: 1_800_000_000))

  private func read(_ data: Data) -> [CalendarEvent] {
    var reader = CalendarReader()
    var events: [CalendarEvent] = []
    reader.read(data) { events.append($0) }
    reader.finish { events.append($0) }
    #expect(reader.issues.first.allSatisfy { $0.kind == .endBeforeStart })
    return events
  }

  @Test func `start, end, zones and place of each calendar are written as expected`() throws {
    for name in try Fixture.names("kitinerary__calendarhandlerdata_") where name.hasSuffix(".ics") {
      let document = try TravelFileReader().read(Fixture.data(name), name: name)
      let expected = try #require(document.events.first)
      let item = try #require(document.items.first)
      let event = try #require(CalendarEvent(item, uid: "x@cairn", sequence: 3))
      let written = try #require(read(writer.data([event])).first)
      #expect(written.start == expected.start, "\(name)")
      let isReversed = zip([expected.start], [expected.end]).contains { start, end in
        start.flatMap { start in end.map { TimeMerge.isBefore($0, start) } } ?? false
      }
      #expect(written.end == (isReversed ? nil : expected.end), "\(name)")
      #expect(written.uid == "x@cairn")
      #expect(written.sequence == 3)
      if let coordinates = expected.coordinates {
        let position = try #require(written.coordinates)
        #expect(position.distance(to: coordinates) < 5000, "\(name)")
      }
      if let location = expected.location, item.reservation?.kind != .lodging {
        // One recording folds a line at a space, which unfolding removes.
        let spaces = { (text: String?) in text?.filter { !$0.isWhitespace } }
        #expect(spaces(written.location) == spaces(location), "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("2027-07-01T10:00:00+02:00", "2027-07-01T09:00:00+02:00", false),
    ("2027-07-01T10:00:00+02:00", "2027-07-01T12:00:00", false),
    ("2027-07-01T10:00:00", "2027-07-01T12:00:00+02:00", false),
    ("2027-07-01", "2027-07-01T12:00:00", false),
    ("2027-07-02", "2027-07-01", false),
    ("2027-07-01T10:00:00", "2027-07-01T12:00:00", true),
    ("2027-07-01T10:00:00+02:00", "2027-07-01T09:00:00+01:00", true),
    ("2027-07-01", "2027-07-02", true),
  ])
  func `an end is written in the form of the start, and not before it`(
    start: String, end: String, isWritten: Bool
  ) throws {
    let event = CalendarEvent(
      uid: "a", summary: "x", start: TravelTime(iso8601: start), end: TravelTime(iso8601: end))
    let text = String(decoding: writer.data([event]), as: UTF8.self)
    #expect(text.contains("DTSTART"))
    #expect(text.contains("DTEND") == isWritten)
  }

  @Test func `each zone is defined for its years`() throws {
    let start = try #require(TravelTime(iso8601: "2027-07-01T10:00"))
      .converted(to: .named("Europe/Berlin"))
    let event = CalendarEvent(uid: "a", summary: "x", start: start, end: start)
    let text = String(decoding: writer.data([event]), as: UTF8.self)
    #expect(text.contains("DTSTART;TZID=Europe/Berlin:20270701T100000\r\n"))
    #expect(
      text.contains(
        "BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"))
  }

  @Test func `long texts are folded between characters and survive`() throws {
    let note = String(repeating: "Grüße, 東京; \\ 👨‍👩‍👧\n", count: 40)
    var event = CalendarEvent(uid: "a;b,c", summary: "x", start: TravelTime(iso8601: "2027-01-01"))
    event.note = note
    let data = writer.data([event])
    for line in data.split(separator: 0x0A) { #expect(line.count <= 76) }
    #expect(read(data).first?.note == note)
    #expect(read(data).first?.uid == "a;b,c")
  }

  @Test func `places and tracks are written as GPX and KML and read again`() throws {
    let position = try #require(Coordinates(latitude: 47.5, longitude: 8.25))
    let other = try #require(Coordinates(latitude: -47.5, longitude: -178.25))
    let place = Place(name: "A <b> & c", coordinates: position, note: "n")
    let track = TravelTrack(
      name: "t", isPlanned: true,
      segments: [[.init(position, elevation: 12.5), .init(other, elevation: 0)]])
    for data in [
      try PlaceWriter.gpx([place], tracks: [track]), PlaceWriter.kml([place], tracks: [track]),
    ] {
      let document = try TravelFileReader().read(data)
      #expect(document.places == [place])
      #expect(document.tracks == [track])
    }
  }

  @Test func `costs are quoted and never formulas`() throws {
    let amount = try #require(Decimal(string: "1234.50"))
    let line = CostLine(
      date: LocalDate(year: 2027, month: 1, day: 2), name: "=A1, \"x\"", amount: amount,
      currency: "EUR")
    #expect(
      String(decoding: CostTable.csv([line]), as: UTF8.self)
        == "date,name,category,person,amount,currency\r\n"
        + "2027-01-02,\"'=A1, \"\"x\"\"\",,,1234.5,EUR\r\n")
  }
}
