// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RowingAnalytics
import Testing

struct AnalyticsDayTests {
  @Test func `a day and a time have the texts of ISO 8601`() {
    // 1 January 1600, and 31 December 9999.
    let (first, last) = (-135_140, 2_932_896)
    var days = Array(stride(from: first, through: last, by: 997)) + [first, last, -1, 0, 1]
    // The days around the ends of centuries and leap years.
    for year in [1600, 1700, 1900, 1970, 2000, 2024, 2100] {
      let march = AnalyticsDay(Date.of(year: year, month: 3, day: 1)).number
      days += [march - 2, march - 1, march, march + 305, march + 306]
    }
    for number in days {
      let day = AnalyticsDay(number: number)
      let text = day.start.formatted(.iso8601)
      #expect(day.text == String(text.prefix(10)), "\(number)")
      #expect(day.year == Int(text.prefix(4)), "\(number)")
      let time = AnalyticsTime(day.start + 86_399)
      #expect(time.text == String(text.prefix(10)) + "T23:59:59Z", "\(number)")
    }
    // Earlier days are in the Gregorian calendar too, as PostgreSQL's are.
    let early = [
      (-719_162, "0001-01-01"), (-718_008, "0004-02-29"), (-682_944, "0100-03-01"),
      (-573_372, "0400-02-29"), (-141_432, "1582-10-10"),
    ]
    for (number, text) in early { #expect(AnalyticsDay(number: number).text == text) }
    #expect(AnalyticsTime(Date(timeIntervalSince1970: -1)).text == "1969-12-31T23:59:59Z")
    #expect(AnalyticsTime(Date(timeIntervalSince1970: 1.9)).text == "1970-01-01T00:00:01Z")
    #expect(AnalyticsTime(seconds: .max).text == "9999-12-31T23:59:59Z")
    #expect(AnalyticsTime(seconds: .min).text == "0001-01-01T00:00:00Z")
  }
}

extension Date {
  /// The first instant of a day in UTC.
  fileprivate static func of(year: Int, month: Int, day: Int) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
  }
}
