// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The calendar of a year.
struct CalendarPictureTests {
  private func calendar(firstWeekday: Int = 2, zone: String = "UTC") throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    calendar.firstWeekday = firstWeekday
    return calendar
  }

  private func day(
    _ month: Int, _ day: Int, _ value: Double, text: String = "text", year: Int = 2026,
    hour: Int = 0, in calendar: Calendar
  ) throws -> CalendarPicture.Day {
    let parts = DateComponents(year: year, month: month, day: day, hour: hour)
    return .init(date: try #require(calendar.date(from: parts)), value: value, text: text)
  }

  private func svg(
    _ days: [CalendarPicture.Day], of year: Int = 2026, in calendar: Calendar
  ) throws -> String {
    try #require(CalendarPicture(year: year, days: days, in: calendar)).svg
  }

  /// The days' positions and shades; a day without a value has the shade 0.
  private func cells(_ svg: String) -> [(x: String, y: String, shade: Int)] {
    svg.matches(of: /<rect(?: class="day-(\d)")? x="([\d.]+)" y="([\d.]+)"/).map {
      (String($0.2), String($0.3), $0.1.flatMap { Int($0) } ?? 0)
    }
  }

  @Test(arguments: [(2026, 365), (2024, 366), (2000, 366), (1900, 365)])
  func `every day of the year has a cell`(year: Int, count: Int) throws {
    let cells = cells(try svg([], of: year, in: calendar()))
    #expect(cells.count == count)
    #expect(Set(cells.map { "\($0.x) \($0.y)" }).count == count)
    #expect(cells.allSatisfy { $0.shade == 0 })
  }

  @Test(arguments: [
    // 1 January 2026 is a Thursday.
    (2, "60", ["Mon", "Wed", "Fri", "Sun"]), (1, "74", ["Sun", "Tue", "Thu", "Sat"]),
    (7, "88", ["Sat", "Mon", "Wed", "Fri"]),
  ])
  func `the rows begin with the first weekday`(weekday: Int, y: String, names: [String]) throws {
    let svg = try svg([], in: calendar(firstWeekday: weekday))
    let first = try #require(cells(svg).first)
    #expect(first.x == "30")
    #expect(first.y == y)
    let labels = svg.matches(of: /<text class="day-label" x="0"[^>]*>([^<]+)</).map { String($0.1) }
    #expect(labels == names)
    let months = svg.matches(of: /<text class="day-label" x="[^"]+" y="12">([^<]+)</)
    #expect(months.map { String($0.1) }.joined() == "JanFebMarAprMayJunJulAugSepOctNovDec")
  }

  @Test(arguments: ["UTC", "America/Sao_Paulo", "Pacific/Auckland", "America/Havana"])
  func `a day is shaded at any hour, also after a change to summer time`(zone: String) throws {
    let calendar = try calendar(zone: zone)
    let days = try [
      day(1, 1, 1, in: calendar), day(3, 29, 1, hour: 23, in: calendar),
      day(10, 18, 1, hour: 12, in: calendar), day(12, 31, 1, hour: 23, in: calendar),
    ]
    let shaded = cells(try svg(days, in: calendar)).enumerated().filter { $1.shade > 0 }
    #expect(shaded.map(\.offset) == [0, 87, 290, 364])
  }

  @Test
  func `days of other years are left out`() throws {
    let calendar = try calendar()
    let days = try [
      day(12, 31, 1, year: 2025, hour: 23, in: calendar), day(1, 1, 1, year: 2027, in: calendar),
      day(6, 1, 1, in: calendar),
    ]
    let svg = try svg(days, in: calendar)
    #expect(cells(svg).filter { $0.shade > 0 }.count == 1)
    #expect(svg.contains(#"aria-label="Days of 2026 with activities: 1""#))
  }

  @Test(arguments: [
    ([0.0, 0, 0], [1, 1, 1]), ([5], [4]), ([1, 2, 3, 4], [1, 2, 3, 4]),
    // The largest of ten values does not hide the others.
    ([1, 2, 3, 4, 4, 4, 4, 4, 4, 4000], [1, 2, 3, 4, 4, 4, 4, 4, 4, 4]),
  ])
  func `the shades are equal steps of the values`(values: [Double], shades: [Int]) throws {
    let calendar = try calendar()
    let days = try values.enumerated().map { try day(1, $0 + 1, $1, in: calendar) }
    #expect(cells(try svg(days, in: calendar)).map(\.shade).prefix(values.count) == shades[...])
  }

  @Test
  func `a tooltip is escaped`() throws {
    let calendar = try calendar()
    let svg = try svg([day(1, 1, 1, text: "<b>&\"", in: calendar)], in: calendar)
    #expect(svg.contains("<title>&lt;b&gt;&amp;&quot;</title>"))
  }
}
