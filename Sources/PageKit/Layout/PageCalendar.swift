// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Formats dates for the pages in English, independent of the machine's locale.
package struct PageCalendar: Sendable {
  /// The Gregorian calendar with the time zone and the first weekday.
  package let calendar: Calendar
  private let is24Hour: Bool
  private var isMilitary = false

  /// Creates a calendar for a time zone.
  package init(timeZone: TimeZone, settings: PageSettings = PageSettings()) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.firstWeekday = settings.firstWeekday
    self.calendar = calendar
    is24Hour = settings.is24Hour
  }

  /// The calendar with times such as "0905".
  package var withMilitaryTime: PageCalendar {
    var calendar = self
    calendar.isMilitary = true
    return calendar
  }

  /// "Sat 21 Nov 2026, 09:05", or "Sat 21 Nov 2026, 9:05 AM".
  package func dateAndTime(_ date: Date) -> String { "\(self.date(date)), \(time(date))" }

  /// "09:05", "9:05 AM" or "0905".
  package func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    let (hour, minute) = (parts.hour ?? 0, Self.padded(parts.minute))
    if isMilitary { return Self.padded(hour) + minute }
    guard !is24Hour else { return "\(Self.padded(hour)):\(minute)" }
    return "\((hour + 11) % 12 + 1):\(minute) \(hour < 12 ? "AM" : "PM")"
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

  /// The first moment of a day in the form "2026-11-21", as date fields send it; nil for another
  /// text.
  package func day(_ text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy(isDigit),
      let year = Int(parts[0]), year > 0
    else { return nil }
    let day = DateComponents(year: year, month: Int(parts[1]), day: Int(parts[2]))
    guard day.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: day)
  }

  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  /// The short names of months, January first.
  package static let months = [
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
