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
  package var year: Int { Int(text.prefix(4)) ?? 0 }

  /// The day as `2026-05-01`.
  package var text: String {
    String(AnalyticsTime(start).text.prefix(10))
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
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension UUID {
  /// The identifier in lower case, as PostgreSQL prints it.
  var columnText: String { uuidString.lowercased() }
}
