// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

@Suite struct StreaksTests {
  /// A calendar of a time zone.
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private func date(_ text: String, _ calendar: Calendar) throws -> Date {
    let parts = text.split(whereSeparator: { "-T:".contains($0) }).compactMap { Int($0) }
    return try #require(
      calendar.date(
        from: DateComponents(
          year: parts[0], month: parts[1], day: parts[2], hour: parts.count > 3 ? parts[3] : 12,
          minute: parts.count > 4 ? parts[4] : 0)))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var days: [String]
    var now: String
    var current: Int
    var longest: Int
    var testDescription: String { "\(days) at \(now)" }
  }

  @Test(arguments: [
    Case(days: [], now: "2026-03-10", current: 0, longest: 0),
    Case(days: ["2026-03-10"], now: "2026-03-10", current: 1, longest: 1),
    Case(days: ["2026-03-09"], now: "2026-03-10", current: 1, longest: 1),
    Case(days: ["2026-03-08"], now: "2026-03-10", current: 0, longest: 1),
    Case(
      days: ["2026-03-08", "2026-03-10", "2026-03-09"], now: "2026-03-11", current: 3, longest: 3),
    Case(
      days: ["2026-03-10T01:00", "2026-03-10T23:00"], now: "2026-03-10", current: 1, longest: 1),
    Case(
      days: ["2026-01-01", "2026-01-02", "2026-01-03", "2026-03-09", "2026-03-10"],
      now: "2026-03-10", current: 2, longest: 3),
    // A streak of any year is not current.
    Case(
      days: ["2020-01-01", "2020-01-02", "2020-01-03"], now: "2026-03-10", current: 0, longest: 3),
    // The clocks change on March 8 and November 1 of 2026.
    Case(
      days: ["2026-03-07T23:30", "2026-03-08T00:10", "2026-03-09T00:10"], now: "2026-03-09",
      current: 3, longest: 3),
    Case(
      days: ["2026-10-31T23:30", "2026-11-01T23:30", "2026-11-02T00:10"], now: "2026-11-03",
      current: 3, longest: 3),
    // The clock of another device is ahead.
    Case(days: ["2026-03-10", "2026-03-11"], now: "2026-03-10", current: 2, longest: 2),
    // A ruck with a wrong date, such as after a rollover of the receiver's weeks.
    Case(
      days: ["2026-03-09", "2026-03-10", "2045-10-24"], now: "2026-03-10", current: 2, longest: 2),
    Case(days: ["2045-10-24", "2045-10-25"], now: "2026-03-10", current: 0, longest: 2),
  ])
  func `days in a row are counted in the time zone`(value: Case) throws {
    let calendar = try calendar("America/New_York")
    let streaks = Streaks(
      starts: try value.days.map { try date($0, calendar) }, now: try date(value.now, calendar),
      in: calendar)
    #expect(streaks.current == value.current)
    #expect(streaks.longest == value.longest)
  }

  @Test func `the days depend on the user's time zone`() throws {
    let (tokyo, london) = (try calendar("Asia/Tokyo"), try calendar("Europe/London"))
    // 23:30 of March 9 and 00:30 of March 10 in London are one day in Tokyo.
    let starts = [try date("2026-03-09T23:30", london), try date("2026-03-10T00:30", london)]
    let now = try date("2026-03-10T12:00", london)
    #expect(Streaks(starts: starts, now: now, in: london).current == 2)
    #expect(Streaks(starts: starts, now: now, in: tokyo).current == 1)
  }

  @Test func `a day that a zone has left out interrupts no streak`() throws {
    // Samoa had no December 30, 2011.
    let apia = try calendar("Pacific/Apia")
    let starts = [try date("2011-12-29", apia), try date("2011-12-31", apia)]
    #expect(Streaks(starts: starts, now: try date("2011-12-31", apia), in: apia).current == 2)
  }
}
