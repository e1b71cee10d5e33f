// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import TravelFiles
import TripPlanner

/// Formats days, times, durations, amounts and distances for people, independent of the machine's locale.
package struct TripFormat: Sendable {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Whether times are shown as `15:20` and not as `3:20 PM`.
  private let is24Hour: Bool

  /// Creates a formatter.
  package init(is24Hour: Bool = true) { self.is24Hour = is24Hour }

  // MARK: Days

  /// `Wed 10 Mar 2027`.
  package func day(_ date: LocalDate) -> String { "\(shortDay(date)) \(date.year)" }

  /// `Wed 10 Mar`.
  package func shortDay(_ date: LocalDate) -> String {
    "\(weekday(date)) \(date.day) \(month(date))"
  }

  /// `Wed`.
  package func weekday(_ date: LocalDate) -> String { Self.weekdays[date.weekday] }

  /// `Mar`.
  package func month(_ date: LocalDate) -> String { Self.months[date.month - 1] }

  /// `10–24 Mar 2027`, `28 Mar – 3 Apr 2027`, or `30 Dec 2026 – 3 Jan 2027`; nil without a day.
  package func range(_ first: LocalDate?, _ last: LocalDate?) -> String? {
    guard let first else { return last.map { "until \(day($0))" } }
    guard let last else { return "from \(day(first))" }
    if first == last { return day(first) }
    if first.year != last.year {
      return "\(first.day) \(month(first)) \(first.year) – \(last.day) \(month(last)) \(last.year)"
    }
    if first.month != last.month {
      return "\(first.day) \(month(first)) – \(last.day) \(month(last)) \(last.year)"
    }
    return "\(first.day)–\(last.day) \(month(last)) \(last.year)"
  }

  /// The number of days in words: `1 day`, `15 days`.
  package func days(_ count: Int) -> String { Self.count(count, "day") }

  /// A number with its noun, which gets an s unless the number is 1.
  package static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The days until a trip or since its beginning: `in 12 days`, `tomorrow`, `day 3 of 15`.
  ///
  /// - Returns: The text, or nil if the trip is over or has no first day.
  package func countdown(_ first: LocalDate?, _ last: LocalDate?, today: LocalDate?) -> String? {
    guard let first, let today else { return nil }
    let days = first.daysSince1970 - today.daysSince1970
    if days > 1 { return "in \(days) days" }
    if days == 1 { return "tomorrow" }
    guard let last, last >= today else { return days == 0 ? "today" : nil }
    let total = last.daysSince1970 - first.daysSince1970 + 1
    return total == 1 ? "today" : "day \(1 - days) of \(total)"
  }

  // MARK: Times

  /// The wall clock: `15:20` or `3:20 PM`; nil for a day without a time.
  package func clock(_ time: TravelTime) -> String? {
    guard !time.isDateOnly else { return nil }
    let minute = time.local.minute < 10 ? "0\(time.local.minute)" : "\(time.local.minute)"
    let hour = time.local.hour
    guard !is24Hour else { return "\(hour < 10 ? "0" : "")\(hour):\(minute)" }
    return "\((hour + 11) % 12 + 1):\(minute) \(hour < 12 ? "AM" : "PM")"
  }

  /// The zone of a time for people: `NZDT`, `UTC+5:45`, or `zone unknown`.
  package func zone(_ time: TravelTime) -> String {
    guard time.zone.timeZone != nil else { return "zone unknown" }
    if let name = time.zoneAbbreviation, !name.hasPrefix("GMT"), !name.hasPrefix("UTC") {
      return name
    }
    return Self.offset(time.offset ?? 0)
  }

  /// An offset from UTC: `UTC`, `UTC+9`, `UTC+5:45`.
  package static func offset(_ seconds: Int) -> String {
    guard seconds != 0 else { return "UTC" }
    let minutes = Int(seconds.magnitude / 60)
    let text = minutes % 60 == 0 ? "" : ":" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    return "UTC\(seconds < 0 ? "−" : "+")\(minutes / 60)\(text)"
  }

  /// `Wed 10 Mar 2027, 23:55 NZDT`.
  package func full(_ time: TravelTime) -> String {
    guard let clock = clock(time) else { return day(time.date) }
    return "\(day(time.date)), \(clock) \(zone(time))"
  }

  /// The day on which a journey ends, relative to its first: `next day`, `previous day`, `+2 days`; nil for the same.
  package func dayChange(_ start: TravelTime?, _ end: TravelTime?) -> String? {
    guard let start, let end else { return nil }
    switch end.date.daysSince1970 - start.date.daysSince1970 {
    case 0: return nil
    case 1: return "next day"
    case -1: return "previous day"
    case let days where days > 0: return "+\(days) days"
    case let days: return "−\(-days) days"
    }
  }

  /// `12 h 25 min`, `45 min`, `2 days 3 h`; nil for a negative or unreadable number of seconds.
  package func duration(_ seconds: TimeInterval?) -> String? {
    guard let seconds, seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
    return MeasureFormat.duration(seconds, style: .days)
  }

  /// `850 m`, `12.4 km`, `10,480 km`.
  package func distance(_ metres: Double?) -> String? {
    guard let metres, metres.isFinite, metres >= 0, metres < 1e9 else { return nil }
    if metres < 995 { return "\(Int(metres.rounded())) m" }
    if metres < 99_950 { return "\(Double(Int((metres / 100).rounded())) / 10) km" }
    return "\(Self.grouped("\(Int((metres / 1000).rounded()))")) km"
  }

  /// `1.2 kg`, `350 g`.
  package func weight(_ kilograms: Double?) -> String? {
    guard let kilograms, kilograms.isFinite, kilograms >= 0, kilograms < 1e6 else { return nil }
    if kilograms < 0.9995 { return "\(Int((kilograms * 1000).rounded())) g" }
    return "\(Double(Int((kilograms * 10).rounded())) / 10) kg"
  }

  // MARK: Amounts

  /// `EUR 1,234.50`, with the digits of the currency's minor unit.
  package func amount(_ amount: Decimal, _ currency: String) -> String {
    "\(currency) \(Self.digits(amount, minorDigits: Currency.minorUnits(currency) ?? 2))"
  }

  /// An amount rounded half away from zero to a number of digits, with groups of thousands.
  static func digits(_ amount: Decimal, minorDigits: Int) -> String {
    var (value, rounded) = (amount, Decimal())
    NSDecimalRound(&rounded, &value, minorDigits, .plain)
    let isNegative = rounded < 0
    let parts = "\(isNegative ? -rounded : rounded)".split(
      separator: ".", omittingEmptySubsequences: false)
    let whole = grouped(parts.first.map(String.init) ?? "0")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, minorDigits - fraction.count))
    return (isNegative ? "−" : "") + whole + (padded.isEmpty ? "" : "." + padded)
  }

  /// A number's digits in groups of three.
  static func grouped(_ digits: String) -> String {
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }
}
