// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures
package import PageKit

/// The texts of values in forms and in arguments, in the user's units and time zone.
package struct FieldFormat: Sendable {
  package let unitSystem: UnitSystem
  package let measure: MeasureFormat
  package let calendar: PageCalendar

  package init(unitSystem: UnitSystem, calendar: PageCalendar) {
    self.unitSystem = unitSystem
    measure = MeasureFormat(unitSystem: unitSystem)
    self.calendar = calendar
  }

  // MARK: Texts

  /// A day as date fields send it, such as `2026-11-21`; empty for nil.
  func day(_ date: Date?) -> String {
    guard let date else { return "" }
    let parts = calendar.calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// A time of day such as `06:30`; empty for nil.
  func clock(_ date: Date?) -> String {
    guard let date else { return "" }
    let parts = calendar.calendar.dateComponents([.hour, .minute], from: date)
    return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
  }

  /// A number without an exponent and without decimals that are 0.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite, abs(value) < 1e15 else { return "" }
    if value == value.rounded() { return String(format: "%.0f", value) }
    var text = String(format: "%.3f", value)
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }

  /// A height of a person, such as `178 cm` or `70 in`.
  func height(_ metres: Double?) -> String {
    metres.map { RuckText(unitSystem).height($0) } ?? ""
  }

  // MARK: Values

  /// The text without white space around it; nil for an empty one.
  static func text(_ text: String?) -> String? {
    let trimmed = (text ?? "").replacing("\r\n", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Parses a day such as `2026-11-21`, `today` or `tomorrow`; nil for an empty text.
  func day(parsing text: String?) throws(FieldProblem) -> Date? {
    guard let text = Self.text(text) else { return nil }
    let today = calendar.calendar.startOfDay(for: .now)
    switch text.lowercased() {
    case "today": return today
    case "tomorrow": return calendar.calendar.date(byAdding: .day, value: 1, to: today)
    default: break
    }
    guard let day = calendar.day(text) else {
      throw FieldProblem("\(text) is not a day. Write year, month and day, such as 2026-11-21.")
    }
    return day
  }

  /// Combines a day with a time of day such as `06:30`; without one, the day begins.
  func moment(day: Date, clock text: String?) throws(FieldProblem) -> Date {
    guard let text = Self.text(text) else { return day }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1],
      (0...23).contains(hour), (0...59).contains(minute),
      let date = calendar.calendar.date(
        bySettingHour: hour, minute: minute, second: 0, of: day)
    else {
      throw FieldProblem("\(text) is not a time of day. Write hours and minutes, such as 06:30.")
    }
    return date
  }

  /// Parses a number within a range; nil for an empty text.
  static func number(
    _ text: String?, in range: ClosedRange<Double>
  ) throws(FieldProblem) -> Double? {
    guard let text = Self.text(text) else { return nil }
    guard let value = Double(text.replacing(",", with: ".")), range.contains(value) else {
      throw FieldProblem(
        "\(text) is not a number from \(number(range.lowerBound)) to "
          + "\(number(range.upperBound)).")
    }
    return value
  }

  /// Parses a length in metres, such as `5 km`, `3.1 mi` or `200 ft`; nil for an empty text.
  func length(_ text: String?) throws(FieldProblem) -> Double? {
    guard let text = Self.text(text) else { return nil }
    do {
      let metres = try Length.parse(text, default: unitSystem)
      guard metres >= 0 else { throw FieldProblem("A length can't be negative.") }
      return metres
    } catch {
      throw FieldProblem((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }

  /// Parses an elevation in metres; a bare number is in feet or metres.
  func elevation(_ text: String?) throws(FieldProblem) -> Double? {
    guard let text = Self.text(text) else { return nil }
    let hasUnit = text.contains(where: \.isLetter)
    return try length(hasUnit ? text : text + (unitSystem == .imperial ? " ft" : " m"))
  }

  /// Parses a duration in seconds, such as `1:30`, `1:30:00`, `1 h 30 min` or `90 min`.
  static func duration(_ text: String?) throws(FieldProblem) -> TimeInterval? {
    guard let text = Self.text(text)?.lowercased() else { return nil }
    let problem = FieldProblem(
      "\(text) is not a duration. Write it as 1:30 (hours and minutes), 1 h 30 min or 90 min.")
    let clock = text.split(separator: ":", omittingEmptySubsequences: false)
    if clock.count > 1 {
      let parts = clock.compactMap { Int($0) }
      guard (2...3).contains(clock.count), parts.count == clock.count,
        parts.allSatisfy({ (0...9999).contains($0) }), parts.dropFirst().allSatisfy({ $0 < 60 })
      else { throw problem }
      return Double(parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0))
    }
    let units: [String: Double] = [
      "d": 86400, "h": 3600, "m": 60, "min": 60, "s": 1, "hours": 3600, "hour": 3600,
      "minutes": 60, "seconds": 1, "days": 86400,
    ]
    var (seconds, rest) = (0.0, text[...])
    while let digits = rest.prefixMatch(of: /\s*([0-9]+(?:[.,][0-9]+)?)\s*([a-z]+)/) {
      guard let number = Double(digits.1.replacing(",", with: ".")), number < 1e6,
        let unit = units[String(digits.2)]
      else { throw problem }
      seconds += number * unit
      rest = rest[digits.range.upperBound...]
    }
    guard rest.allSatisfy(\.isWhitespace), rest.startIndex != text.startIndex else { throw problem }
    return seconds
  }
}
