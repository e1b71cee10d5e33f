// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

@Suite struct TravelTimeTests {
  private func time(_ text: String, _ zone: String) throws -> TravelTime {
    try #require(TravelTime(iso8601: text)).converted(to: .named(zone))
  }

  @Test func `a flight over the date line lasts as long as its instants differ`() throws {
    let departure = try time("2027-03-10T23:55", "Pacific/Auckland")
    let arrival = try time("2027-03-10T15:20", "America/Los_Angeles")
    let seconds = try #require(arrival.instant).timeIntervalSince(#require(departure.instant))
    #expect(seconds == TimeInterval(12 * 3600 + 25 * 60))
  }

  @Test func `a time without a zone has no instant`() throws {
    let time = try #require(TravelTime(iso8601: "2027-03-10T23:55"))
    #expect(time.zone == .unknown)
    #expect(time.instant == nil)
  }

  @Test func `the fold selects one of two equal wall clocks`() throws {
    var time = try time("2027-10-31T02:30", "Europe/Berlin")
    let first = try #require(time.instant)
    time.fold = true
    #expect(try #require(time.instant).timeIntervalSince(first) == 3600)
    #expect(time.description == "2027-10-31T02:30:00+01:00[Europe/Berlin]")
    #expect(TravelTime(instant: first + 3600, zone: .named("Europe/Berlin")) == time)
  }

  @Test func `a skipped wall clock is recognized`() throws {
    let time = try time("2027-03-28T02:30", "Europe/Berlin")
    #expect(time.isSkipped)
    #expect(time.description == "2027-03-28T02:30:00+01:00[Europe/Berlin]")
    #expect(try !self.time("2027-03-28T03:30", "Europe/Berlin").isSkipped)
  }

  @Test func `an offset of a quarter of an hour is exact`() throws {
    let time = try time("2027-01-01T00:00", "Asia/Kathmandu")
    #expect(time.offset == 20_700)
  }

  @Test func `a changed rule of a zone moves the instant and not the printed time`() throws {
    // A calendar of 2018, when Brazil set its clocks forward in summer; its rule ended in 2019.
    let text = """
      BEGIN:VCALENDAR\r
      BEGIN:VTIMEZONE\r
      TZID:America/Sao_Paulo\r
      BEGIN:DAYLIGHT\r
      DTSTART:20081019T000000\r
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=3SU\r
      TZOFFSETFROM:-0300\r
      TZOFFSETTO:-0200\r
      END:DAYLIGHT\r
      BEGIN:STANDARD\r
      DTSTART:20090215T000000\r
      RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU\r
      TZOFFSETFROM:-0200\r
      TZOFFSETTO:-0300\r
      END:STANDARD\r
      END:VTIMEZONE\r
      BEGIN:VEVENT\r
      UID:1\r
      DTSTART;TZID=America/Sao_Paulo:20270115T100000\r
      DTEND;TZID=America/Sao_Paulo:20270115T120000\r
      SUMMARY:Meeting\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    let event = try #require(try TravelFileReader().read(Data(text.utf8)).events.first)
    let start = try #require(event.start)
    #expect(start.local.description == "2027-01-15T10:00:00")
    #expect(start.zone == .named("America/Sao_Paulo"))
    #expect(start.offset == -3 * 3600)
    // The same text before and after the change: the wall clock is stored, the instant is derived.
    let summers = try ["2018-01-15T10:00", "2027-01-15T10:00"].map {
      try time($0, "America/Sao_Paulo")
    }
    #expect(summers.map(\.offset) == [-2 * 3600, -3 * 3600])
  }

  @Test(arguments: [
    ("2027-03-04", "2027-03-04"), ("2027-03-04T20:15", "2027-03-04T20:15:00"),
    ("2027-03-04 20:15:30.5", "2027-03-04T20:15:30"),
    ("20270304T201500Z", "2027-03-04T20:15:00+00:00"),
    ("2027-03-04T20:15:00-08:00", "2027-03-04T20:15:00-08:00"),
    ("2017-06-15T14:00:00+0:00", "2017-06-15T14:00:00+00:00"),
    ("2027-03-04T24:00", "2027-03-05T00:00:00"),
  ])
  func `the forms of ISO 8601 are parsed`(text: String, expected: String) {
    #expect(TravelTime(iso8601: text)?.description == expected)
  }

  @Test(arguments: [
    "", "02-04-2018 20:40", "2027-13-01", "2027-02-29", "2027-01-01T25:00", "2027-01-01T10:00+99",
    "2027-01-01T10:61", "tomorrow", "2027-01-01Tx", "99999-01-01",
  ])
  func `other texts are rejected`(text: String) {
    #expect(TravelTime(iso8601: text) == nil)
  }

  @Test func `dates and day numbers convert both ways`() throws {
    for day in stride(from: -719_162, through: 2_932_896, by: 997) {
      let date = try #require(LocalDate(daysSince1970: day))
      #expect(date.daysSince1970 == day)
      #expect(LocalDate(year: date.year, month: date.month, day: date.day) == date)
    }
    #expect(LocalDate(daysSince1970: 0)?.weekday == 3)
  }

  /// The offset of a wall clock, from the offsets of Foundation a day before and after it.
  private func offset(of local: LocalDateTime, _ fold: Bool, in zone: TimeZone) -> Int {
    let guess = Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970))
    let offsets = [-86_400.0, 86_400].map { zone.secondsFromGMT(for: guess + $0) }
    let valid = offsets.filter {
      zone.secondsFromGMT(for: guess - TimeInterval($0)) == $0
    }
    if offsets[0] == offsets[1] || valid.isEmpty { return offsets[0] }
    return valid.count == 1 ? valid[0] : fold ? offsets[1] : offsets[0]
  }

  @Test(arguments: [
    "Europe/Vienna", "Pacific/Auckland", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata",
    "Africa/Casablanca", "Pacific/Apia",
  ])
  func `offsets are those of Foundation on each day`(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    // Apia skipped the last day but one of 2011.
    let days = Array(15_330...15_345) + Array(stride(from: 20_500, to: 20_900, by: 3))
    for hour in stride(from: days[0] * 24, to: days[0] * 24 + 48, by: 1) + days.map({ $0 * 24 + 2 })
    {
      for fold in [false, true] {
        let local = try #require(LocalDateTime(secondsSince1970: hour * 3600))
        let time = TravelTime(local, zone: .named(identifier), fold: fold)
        let expected = offset(of: local, fold, in: zone)
        #expect(time.offset == expected, "\(time.local)")
        let instant = Date(timeIntervalSince1970: TimeInterval(hour * 3600 - expected))
        #expect(time.isSkipped == (zone.secondsFromGMT(for: instant) != expected), "\(time.local)")
      }
    }
  }

  @Test func `dates and times have the digits of ISO 8601`() throws {
    let date = try #require(LocalDate(year: 987, month: 1, day: 9))
    #expect(date.description == "0987-01-09")
    #expect(
      try #require(LocalDateTime(date, hour: 4, minute: 5, second: 6)).description
        == "0987-01-09T04:05:06")
    #expect(LocalDate(daysSince1970: 20_785)?.description == "2026-11-28")
  }

  @Test func `a decoded date with impossible numbers has a description`() throws {
    let text = #"{"date":{"year":123456,"month":-1,"day":7},"secondOfDay":-5}"#
    let time = try JSONDecoder().decode(LocalDateTime.self, from: Data(text.utf8))
    #expect(time.description.hasPrefix("123456-"))
  }
}
