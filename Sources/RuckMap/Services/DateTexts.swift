// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The English texts of some dates, for a search.
struct DateTexts {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The dates with their texts, such as "2026-08-05 Wed Wednesday 5 Aug August 2026".
  private let texts: [(date: Date, text: String)]

  /// Creates the texts of dates.
  ///
  /// - Parameters:
  ///   - dates: The dates.
  ///   - calendar: A calendar of the app's user; the texts are Gregorian, in its time zone.
  init(_ dates: [Date], in calendar: Calendar) {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    texts = dates.map { ($0, Self.text($0, gregorian)) }
  }

  /// Returns the dates whose text contains a word, ignoring case.
  func containing(_ word: String) -> [Date] {
    texts.filter { $0.text.localizedStandardContains(word) }.map(\.date)
  }

  private static func text(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day,
      let weekday = parts.weekday, months.indices.contains(month - 1),
      weekdays.indices.contains(weekday - 1)
    else { return "" }
    let (monthName, dayName) = (months[month - 1], weekdays[weekday - 1])
    return String(format: "%04d-%02d-%02d ", year, month, day)
      + "\(dayName.prefix(3)) \(dayName) \(day) \(monthName.prefix(3)) \(monthName) \(year)"
  }
}
