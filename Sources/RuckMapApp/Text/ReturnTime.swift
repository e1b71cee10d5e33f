// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit

/// The texts of expected returns in forms and in arguments.
enum ReturnTime {
  /// The forms that are parsed, for help texts.
  static let help =
    "a time such as 18:30, a day and time such as 2026-11-28 18:30, or a duration such as 2 h 30 min"

  /// Parses a time of day, a day with a time, or a duration from now on; nil for an empty text.
  ///
  /// A time of day is the next one: at 19:00, "18:30" is tomorrow's.
  static func parse(_ text: String?, _ format: FieldFormat, now: Date) throws(FieldProblem) -> Date?
  {
    guard let text = FieldFormat.text(text) else { return nil }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" }).map(String.init)
    if parts.count == 2, let day = format.calendar.day(parts[0]) {
      // Browsers may send seconds.
      let clock = parts[1].split(separator: ":").prefix(2).joined(separator: ":")
      return try format.moment(day: day, clock: clock)
    }
    if text.contains(":") {
      let calendar = format.calendar.calendar
      let time = try format.moment(day: calendar.startOfDay(for: now), clock: text)
      guard time <= now else { return time }
      return calendar.date(byAdding: .day, value: 1, to: time)
    }
    do {
      return try FieldFormat.duration(text).map { now.addingTimeInterval($0) }
    } catch {
      throw FieldProblem("\(text) is no expected return. Give \(help).")
    }
  }

  /// The value of a form's field, in the calendar's time zone; empty for nil.
  static func field(_ date: Date?, _ calendar: PageCalendar) -> String {
    guard let date else { return "" }
    let parts = calendar.calendar.dateComponents(
      [.year, .month, .day, .hour, .minute], from: date)
    return String(
      format: "%04d-%02d-%02dT%02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
      parts.hour ?? 0, parts.minute ?? 0)
  }
}
