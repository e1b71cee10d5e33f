// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import RuckMap

/// Formats dates for the pages in English, independent of the machine's locale.
package struct PageCalendar: Sendable {
  private let calendar: Calendar

  /// Creates a calendar for a time zone.
  package init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// "Sat 21 Nov 2026, 09:05".
  package func dateAndTime(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return self.date(date) + ", " + Self.padded(parts.hour) + ":" + Self.padded(parts.minute)
  }

  /// "Sat 21 Nov 2026".
  package func date(_ date: Date) -> String {
    let parts = calendar.dateComponents([.weekday, .day, .month, .year], from: date)
    return "\(Self.name(Self.weekdays, parts.weekday)) \(parts.day ?? 0) "
      + "\(Self.name(Self.months, parts.month)) \(parts.year ?? 0)"
  }

  /// The date for programs, in UTC: "2026-11-21T09:05:00Z".
  package func machine(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func name(_ names: [String], _ number: Int?) -> String {
    guard let number, names.indices.contains(number - 1) else { return "" }
    return names[number - 1]
  }

  private static func padded(_ number: Int?) -> String {
    let text = "\(number ?? 0)"
    return text.count < 2 ? "0" + text : text
  }
}

/// The title of a ruck on the pages.
enum RuckTitle {
  /// The name, else the file's name without its extension, else "Ruck".
  static func text(_ ruck: RuckSummary) -> String {
    if let name = ruck.name, !name.allSatisfy(\.isWhitespace) { return name }
    guard let file = ruck.file, !file.isEmpty else { return "Ruck" }
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return stem.isEmpty ? file : stem
  }

  /// The start date, or the import date if the file has no times.
  static func date(_ ruck: RuckSummary, calendar: PageCalendar) -> String {
    let date = calendar.dateAndTime(ruck.startedAt)
    return ruck.isTimed ? date : "No times recorded; imported \(date)"
  }
}
