// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

@Suite struct CalendarReaderTests {
  private func read(_ body: String, chunk: Int = .max) -> ([CalendarEvent], TravelFileIssueLog) {
    var reader = CalendarReader()
    var events: [CalendarEvent] = []
    var rest = Data(("BEGIN:VCALENDAR\r\n" + body + "END:VCALENDAR\r\n").utf8)
    while !rest.isEmpty {
      reader.read(Data(rest.prefix(chunk))) { events.append($0) }
      rest = Data(rest.dropFirst(chunk))
    }
    reader.finish { events.append($0) }
    return (events, reader.issues)
  }

  private func event(_ lines: String) -> String { "BEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\n" }

  @Test(arguments: [1, 2, 3, 7, 4096])
  func `folded lines are joined in chunks of any size`(chunk: Int) {
    let (events, issues) = read(
      event("SUMMARY:Zür\r\n ich\\, \r\n\tBern\\nx\r\nDTSTART:20270101T100000Z"), chunk: chunk)
    #expect(events.map(\.summary) == ["Zürich, Bern\nx"])
    #expect(issues.total == 0)
  }

  @Test func `a fold without its space is joined`() {
    let (events, _) = read(event("DESCRIPTION:one: two\r\nthree: four\r\nDTSTART:20270101"))
    #expect(events.map(\.note) == ["one: twothree: four"])
  }

  @Test(arguments: ["\r\n", "\n"])
  func `a long description of a file is the text that chunks give`(end: String) throws {
    let line = "Änderung\\, \\\"Gleis\\\" 5\\;\(end) \(end)\t C:\\\\x\\n"
    let text = String(repeating: line, count: 100)
    let body = event("UID:a\(end)DESCRIPTION:\(text)\(end)DTSTART:20270101T100000Z")
    let file = Data(("BEGIN:VCALENDAR\r\n" + body + "END:VCALENDAR\r\n").utf8)
    // A slice, whose first index is not zero.
    let document = try TravelFileReader().read((Data(repeating: 0x20, count: 9) + file)[9...])
    let (events, issues) = read(body, chunk: 7)
    let note = try #require(events.first?.note)
    #expect(note == String(repeating: "Änderung, \"Gleis\" 5; C:\\x\n", count: 100))
    #expect(document.events == events)
    #expect(document.events.first?.note == note)
    #expect(document.issues == issues)
    guard case .event(let item) = document.items.first else {
      Issue.record("no event")
      return
    }
    #expect(item.note == note)
    let decoded = try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(item))
    #expect(decoded == item)
  }

  @Test func `a description is the value of one key in JSON`() throws {
    var event = Event(name: "Concert")
    event.note = "Bring the tickets"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(event), as: UTF8.self)
    #expect(
      json
        == #"{"actions":[],"isCancelled":false,"name":"Concert","note":"Bring the tickets"}"#)
  }

  @Test(arguments: [
    ("", ""), (" \t\r\n", ""), ("a b", "a b"), ("\u{B}a\u{C}", "a"),
    ("\u{A0}\u{3000}a\u{2028}", "a"), (" é \u{2003} ", "é"),
  ])
  func `white space of all kinds is trimmed`(text: String, expected: String) {
    #expect(text.trimmed.unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(text[...].trimmed.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `an itinerary in a description with other lines is read`() throws {
    let note =
      "Good trip\\nab 10:26 Frankfurt(Main)Hbf - Gleis 19 (ICE   16)\\n"
      + "an 11:33 Köln Hbf - Gleis 6\\nno 1:2 time\\nat 5 o'clock"
    let body = event(
      "DTSTART:20270101T102600\r\nDTEND:20270101T113300\r\nDESCRIPTION:\(note)")
    let document = try TravelFileReader().read(
      Data(("BEGIN:VCALENDAR\r\n" + body + "END:VCALENDAR\r\n").utf8))
    let journey = try #require(document.reservations.first?.journey)
    #expect(journey.number == "ICE 16")
    #expect(journey.departure.platform == "19")
    #expect(journey.arrival.place?.name == "Köln Hbf")
  }

  @Test func `a Windows zone and a zone with a prefix are known`() {
    let (events, _) = read(
      event(
        "DTSTART;TZID=W. Europe Standard Time:20270701T100000\r\n"
          + "DTEND;TZID=/mozilla.org/20050126_1/America/New_York:20270701T100000"))
    #expect(events.first?.start?.zone == .named("Europe/Berlin"))
    #expect(events.first?.end?.zone == .named("America/New_York"))
  }

  @Test func `times of UTC are shown in the zone of the calendar`() {
    let (events, _) = read(
      "X-WR-TIMEZONE:Europe/Berlin\r\n"
        + event("DTSTART:20270610T170000Z\r\nDTEND:20270610T190000Z\r\nDTSTAMP:20270101T000000Z")
        + event("DTSTART:20270610T170000Z\r\nRRULE:FREQ=DAILY;COUNT=2")
        + event("DTSTART:20270610T170000"))
    #expect(
      events.map { $0.start?.description } == [
        "2027-06-10T19:00:00+02:00[Europe/Berlin]", "2027-06-10T17:00:00+00:00",
        "2027-06-10T17:00:00",
      ])
    #expect(events.first?.end?.description == "2027-06-10T21:00:00+02:00[Europe/Berlin]")
    #expect(events.first?.stamp?.zone == .offset(0))
  }

  @Test func `a skipped time is reported with the name of its zone`() {
    let (_, issues) = read(event("DTSTART;TZID=Europe/Vienna:20270328T023000"))
    #expect(
      issues.first.map(\.reason) == ["Clocks skip the time 2027-03-28T02:30:00 in Europe/Vienna"])
  }

  @Test func `a zone that only the file defines gives an offset`() {
    let zone =
      "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n"
      + "END:STANDARD\r\nBEGIN:DAYLIGHT\r\nDTSTART:19700329T020000\r\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"
      + "END:DAYLIGHT\r\nEND:VTIMEZONE\r\n"
    let (events, _) = read(
      zone + event("DTSTART;TZID=Office:20270701T100000\r\nDTEND;TZID=Office:20271201T100000"))
    #expect(events.first?.start?.zone == .offset(7200))
    #expect(events.first?.end?.zone == .offset(3600))
  }

  @Test func `an unknown zone leaves the time local and is reported`() {
    let (events, issues) = read(event("DTSTART;TZID=Middle-earth/Shire:20270701T100000"))
    #expect(events.first?.start?.zone == .unknown)
    #expect(issues.first.map(\.kind) == [.unknownZone])
    #expect(issues.first.first?.line == 3)
  }

  @Test func `a skipped time and an end before the start are reported`() {
    let (_, issues) = read(
      event(
        "DTSTART;TZID=Europe/Berlin:20270328T023000\r\nDTEND;TZID=Europe/Berlin:20270101T000000"))
    #expect(issues.first.map(\.kind) == [.skippedTime, .endBeforeStart])
  }

  @Test func `the end of whole days is the last day`() {
    let (events, _) = read(event("DTSTART;VALUE=DATE:20270101\r\nDTEND;VALUE=DATE:20270104"))
    #expect(events.first?.end?.description == "2027-01-03")
  }

  @Test func `a duration gives the end`() {
    let (events, _) = read(event("DTSTART:20270101T100000Z\r\nDURATION:PT1H30M"))
    #expect(events.first?.end?.description == "2027-01-01T11:30:00+00:00")
  }

  @Test func `an identifier that occurs again is reported and the higher version is an item`()
    throws
  {
    let text =
      "BEGIN:VCALENDAR\n" + event("UID:a\nSEQUENCE:2\nSUMMARY:new\nDTSTART:20270101T100000Z")
      + event("UID:a\nSEQUENCE:1\nSUMMARY:old\nDTSTART:20270101T090000Z") + "END:VCALENDAR\n"
    let document = try TravelFileReader().read(Data(text.utf8))
    #expect(document.issues.first.map(\.kind) == [.duplicateIdentifier])
    #expect(document.events.count == 2)
    guard case .event(let event) = document.items.first else {
      Issue.record("no event")
      return
    }
    #expect(event.name == "new")
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "2027-01-04 2027-01-06 2027-01-11 2027-01-13"),
    ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "2027-01-29 2027-02-26 2027-03-26"),
    ("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", "2027-01-31 2027-03-31 2027-05-31"),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=2", "2027-03-28 2028-03-26"),
    ("FREQ=DAILY;INTERVAL=10;UNTIL=20270125", "2027-01-04 2027-01-14 2027-01-24"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", "2027-01-29 2027-02-26"),
  ])
  func `recurrence rules are expanded`(rule: String, expected: String) throws {
    let start = try #require(TravelTime(iso8601: "2027-01-04T09:00"))
    let dates = try #require(RecurrenceRule(rule)).dates(from: start, limit: 100).dates
    #expect(dates.map(\.date.description).joined(separator: " ") == expected)
  }

  @Test func `an endless recurrence is truncated`() throws {
    let (events, _) = read(
      event("DTSTART:20270101T100000Z\r\nRRULE:FREQ=DAILY\r\nEXDATE:20270102T100000Z"))
    let occurrences = try #require(events.first).occurrences(limit: 10)
    #expect(occurrences.starts.count == 10)
    #expect(occurrences.starts[1].date.day == 3)
    #expect(occurrences.isTruncated)
  }

  @Test func `a recurrence that never occurs ends`() throws {
    let rule = try #require(RecurrenceRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"))
    let start = try #require(TravelTime(iso8601: "2027-02-01"))
    #expect(rule.dates(from: start, limit: 10).dates.isEmpty)
    #expect(RecurrenceRule("FREQ=SECONDLY") == nil)
  }
}
