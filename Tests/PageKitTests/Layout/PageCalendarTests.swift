// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing

/// Dates on the pages.
struct PageCalendarTests {
  private func calendar(_ zone: String, is24Hour: Bool = true) throws -> PageCalendar {
    var settings = PageSettings()
    settings.is24Hour = is24Hour
    return PageCalendar(timeZone: try #require(TimeZone(identifier: zone)), settings: settings)
  }

  @Test(arguments: [
    (0.0, 0, "Thu 1 Jan 1970, 00:00"), (1_588_320_000, 7200, "Fri 1 May 2020, 10:00"),
    (1_709_164_799, -3600, "Wed 28 Feb 2024, 22:59"),
  ])
  func `a date is formatted in the calendar's time zone`(seconds: Double, zone: Int, text: String)
    throws
  {
    let calendar = PageCalendar(timeZone: try #require(TimeZone(secondsFromGMT: zone)))
    #expect(calendar.dateAndTime(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: [
    (0, 0, "00:00", "12:00 AM"), (0, 59, "00:59", "12:59 AM"), (1, 5, "01:05", "1:05 AM"),
    (11, 59, "11:59", "11:59 AM"), (12, 0, "12:00", "12:00 PM"), (12, 30, "12:30", "12:30 PM"),
    (13, 0, "13:00", "1:00 PM"), (23, 59, "23:59", "11:59 PM"),
  ])
  func `a time has 24 or 12 hours`(hour: Int, minute: Int, long: String, short: String) throws {
    let date = Date(timeIntervalSince1970: Double(hour * 3600 + minute * 60))
    #expect(try calendar("UTC").time(date) == long)
    #expect(try calendar("UTC", is24Hour: false).time(date) == short)
    #expect(
      try calendar("UTC", is24Hour: false).dateAndTime(date) == "Thu 1 Jan 1970, " + short)
  }

  @Test(arguments: [
    ("2026-11-21", "UTC", "2026-11-21T00:00:00Z"),
    ("2026-11-21", "Asia/Tokyo", "2026-11-20T15:00:00Z"),
    ("2024-02-29", "UTC", "2024-02-29T00:00:00Z"),
    ("0001-01-01", "UTC", "0001-01-01T00:00:00Z"),
    // Summer time began at midnight: the day began at one o'clock.
    ("2017-10-15", "America/Sao_Paulo", "2017-10-15T03:00:00Z"),
  ])
  func `a day begins at its first moment`(text: String, zone: String, start: String) throws {
    let calendar = try calendar(zone)
    let day = try #require(calendar.day(text))
    #expect(calendar.machine(day) == start)
    #expect(calendar.calendar.startOfDay(for: day) == day)
  }

  @Test(arguments: [
    "", "today", "2026", "2026-11", "2026-11-", "2026-11-21-", "2026-11-21-x", "-2026-11-21",
    "2026--11-21", "2026-11-21T00:00", "2026-1-5", "26-11-21", "12026-11-21", "+026-11-21",
    "2026-+1-21", "2026-11- 1", "2026/11/21", "2026-13-01", "2026-00-01", "2026-11-31",
    "2026-02-29", "2026-11-00", "0000-01-01", "２０２６-11-21",
  ])
  func `another text is no day`(text: String) throws {
    #expect(try calendar("UTC").day(text) == nil)
  }

  @Test(arguments: [1, 2, 7])
  func `the week begins with the day of the settings`(weekday: Int) throws {
    var settings = PageSettings()
    settings.firstWeekday = weekday
    let calendar = PageCalendar(timeZone: .gmt, settings: settings)
    #expect(calendar.calendar.firstWeekday == weekday)
  }
}
