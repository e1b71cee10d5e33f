// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebApp

/// Dates on the pages.
struct PageCalendarTests {
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
}
