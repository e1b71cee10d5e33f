// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A day in UTC.
package struct AnalyticsDay: Encodable, Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  package let number: Int

  /// The days of the years 1 to 9999, which PostgreSQL and ISO 8601 have in common.
  private static let range = -719_162...2_932_896

  /// Creates a day; a day outside of the years 1 to 9999 is moved to the nearest one.
  package init(number: Int) {
    self.number = min(max(number, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Creates the day of a time.
  package init(_ date: Date) {
    let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
    self.init(number: days.isFinite ? Int(max(-1e7, min(days, 1e7))) : 0)
  }

  /// The day's first instant.
  package var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  /// The year.
  package var year: Int { date.year }

  /// The day as `2026-05-01`.
  package var text: String {
    let date = date
    return "\(date.year.padded(to: 4))-\(date.month.padded(to: 2))-\(date.day.padded(to: 2))"
  }

  /// The date in the Gregorian calendar, by arithmetic: a formatter takes longer to set up than a
  /// refresh to calculate a session.
  ///
  /// Years begin in March here, so that a leap day is the last one of its year.
  private var date: (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let (cycle, dayOfCycle) = days.quotientAndRemainder(dividingBy: 146_097)
    let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    // The lengths of five months from March and from August are 153 days.
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    return (
      400 * cycle + yearOfCycle + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day
    )
  }

  /// Orders days by time.
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A time in whole seconds.
package struct AnalyticsTime: Encodable, Sendable, Hashable {
  /// Seconds since 1 January 1970.
  package let seconds: Int64

  /// Creates a time; one outside of the years 1 to 9999 is moved to the nearest one.
  package init(seconds: Int64) {
    self.seconds = max(-62_135_596_800, min(seconds, 253_402_300_799))
  }

  /// Creates a time without the fraction of a second.
  package init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(seconds: seconds.isFinite ? Int64(max(-1e12, min(seconds, 1e12))) : 0)
  }

  /// The time as `2026-05-01T09:30:00Z`.
  package var text: String {
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let second = Int(seconds) - day * 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
    return AnalyticsDay(number: day).text + "T" + time.joined(separator: ":") + "Z"
  }

  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Int {
  /// The digits of a number that is not negative, with leading zeros.
  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension UUID {
  /// The identifier in lower case, as PostgreSQL prints it.
  var columnText: String { uuidString.lowercased() }
}
