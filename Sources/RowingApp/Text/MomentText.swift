// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// A moment as a user writes it: a day, a day with a time, or a time in ISO 8601 with its zone.
enum MomentText {
  static let help = "such as 2026-11-21, \"2026-11-21 09:05\" or 2026-11-21T09:05:00Z"

  /// The moment of a text; a text without a zone is in the calendar's time zone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - calendar: The calendar with the time zone.
  /// - Returns: The moment; nil for another text or an impossible date.
  static func date(_ text: String, in calendar: Calendar) -> Date? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.hasSuffix("Z") || text.contains(/T.*[+-]\d\d:?\d\d$/) {
      return try? Date(text, strategy: .iso8601)
    }
    guard
      let match = text.wholeMatch(
        of: /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?/),
      let year = Int(match.1), (1900...9999).contains(year)
    else { return nil }
    let parts = DateComponents(
      year: year, month: Int(match.2), day: Int(match.3), hour: match.4.flatMap { Int($0) } ?? 0,
      minute: match.5.flatMap { Int($0) } ?? 0, second: match.6.flatMap { Int($0) } ?? 0)
    guard parts.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: parts)
  }

  /// Parses an option's value, in the time zone of this machine.
  ///
  /// - Throws: `ValidationError` with the accepted forms.
  static func argument(_ text: String) throws -> Date {
    guard let date = date(text, in: local) else {
      throw ValidationError("'\(text)' is not a date. Write a date \(help).")
    }
    return date
  }

  /// The Gregorian calendar of this machine's time zone.
  static var local: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    // Weeks begin on Monday, and the first one has a Thursday, as in ISO 8601.
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    return calendar
  }
}

/// A distance or time of a target as a user writes it.
enum DistanceText {
  /// Parses metres, such as `2000`, `2000 m`, `2,000 m` or `5 km`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The distance in metres; nil for another text.
  static func metres(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces).replacing(",", with: "")
    guard let match = text.wholeMatch(of: /(\d+(?:\.\d+)?)\s*(m|km)?/),
      let number = Double(match.1), number.isFinite
    else { return nil }
    return match.2 == "km" ? number * 1000 : number
  }
}
