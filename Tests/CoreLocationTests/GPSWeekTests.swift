// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@Suite struct GPSWeekTests {
  @Test(arguments: [
    // A receiver that is 1,024 weeks behind, two cycles behind, ahead, and right.
    ("2006-05-20T20:06:19Z", "2026-01-03T20:06:19Z"),
    ("1987-04-20T12:00:00Z", "2026-07-20T12:00:00Z"),
    ("2030-10-07T10:21:27Z", "2011-02-21T10:21:27Z"),
    ("2026-11-27T12:00:00Z", "2026-11-27T12:00:00Z"),
    // The clock of this machine may be behind by less than a day.
    ("2026-11-28T11:00:00Z", "2026-11-28T11:00:00Z"),
  ])
  func `a receiver's date is the latest that is not in the future`(
    _ reported: String, _ corrected: String
  ) throws {
    let now = try date("2026-11-28T00:00:00Z")
    #expect(try GPSWeek.latest(date(reported), notAfter: now) == date(corrected))
  }

  @Test(arguments: [
    // The clock was off for three days, and for ten months.
    ("2026-11-28T00:00:00Z", "2026-12-01T12:00:00Z", "2026-12-01T12:00:00Z"),
    ("2026-01-28T00:00:00Z", "2026-11-28T12:00:00Z", "2026-11-28T12:00:00Z"),
    // The receiver is 1,024 weeks behind as well.
    ("2026-11-28T00:00:00Z", "2007-04-17T12:00:00Z", "2026-12-01T12:00:00Z"),
    // The clock was never set.
    ("1970-01-01T00:01:00Z", "2026-11-28T12:00:00Z", "2026-11-28T12:00:00Z"),
    ("1970-01-01T00:01:00Z", "2007-04-14T12:00:00Z", "2026-11-28T12:00:00Z"),
    ("2016-11-03T00:00:00Z", "2031-05-01T12:00:00Z", "2031-05-01T12:00:00Z"),
    // A date that is years ahead is wrong.
    ("2026-11-28T00:00:00Z", "2030-10-07T10:21:27Z", "2011-02-21T10:21:27Z"),
  ])
  func `the date of a receiver is right although the clock is behind`(
    _ clock: String, _ reported: String, _ corrected: String
  ) throws {
    #expect(try GPSWeek.current(date(reported), at: date(clock)) == date(corrected))
  }

  @Test func `a recording's date of the past is unchanged`() throws {
    let now = try date("2026-11-28T00:00:00Z")
    let old = try date("2006-05-20T20:06:19Z")
    #expect(GPSWeek.past(old, notAfter: now) == old)
    #expect(
      try GPSWeek.past(date("2030-10-07T10:21:27Z"), notAfter: now) == date("2011-02-21T10:21:27Z"))
  }
}
