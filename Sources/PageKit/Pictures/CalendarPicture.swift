// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SystemSupport

/// A year as a grid of days, a column for each week, shaded by a value such as the distance.
///
/// The shades are four equal steps up to the ninth tenth of the values, so that one extreme day
/// does not hide the others.
package struct CalendarPicture: Sendable {
  /// A shaded day.
  package struct Day: Sendable {
    package var date: Date
    package var value: Double
    /// The tooltip, such as "Sat 21 Nov 2026: 12 km".
    package var text: String

    package init(date: Date, value: Double, text: String) {
      self.date = date
      self.value = value
      self.text = text
    }
  }

  /// The distance of a day to the next, in units of the picture.
  private static let step = 14.0
  private static let left = 30.0
  private static let top = 18.0

  private let title: String
  private let noun: String
  private let start: Date
  private let count: Int
  private let days: [Int: Day]
  private let calendar: Calendar

  /// The calendar of a year.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - days: The days with a value; those outside the year are left out.
  ///   - noun: The noun of a day with a value, for the caption.
  ///   - calendar: The calendar with the time zone and the first weekday.
  package init?(
    year: Int, days: [Day], noun: String = "active day", in calendar: Calendar
  ) {
    guard let start = calendar.date(from: DateComponents(year: year, month: 1, day: 1)),
      let end = calendar.date(from: DateComponents(year: year + 1, month: 1, day: 1)),
      let count = calendar.dateComponents([.day], from: start, to: end).day
    else { return nil }
    title = "\(year)"
    self.noun = noun
    self.start = start
    self.count = count
    self.calendar = calendar
    var known: [Int: Day] = [:]
    // The number of a day follows from the local time, which is faster to get than date components.
    let zone = calendar.timeZone
    let offset = zone.secondsFromGMT(for: start)
    for day in days where day.date >= start && day.date < end {
      let change = Double(zone.secondsFromGMT(for: day.date) - offset)
      known[Int((day.date.timeIntervalSince(start) + change) / 86_400)] = day
    }
    self.days = known
  }

  /// The picture with its caption, in an area that scrolls in narrow windows.
  package var figure: String {
    let active = days.count == 1 ? "1 \(noun)" : "\(days.count) \(noun)s"
    return """
      <div class="calendar"><p class="caption">\(active) in \(title)</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Calendar of \(title)">
      \(svg)
      </div></div>
      """
  }

  /// The picture as an SVG element.
  package var svg: String {
    let offset = (calendar.component(.weekday, from: start) - calendar.firstWeekday + 7) % 7
    let weeks = (offset + count + 6) / 7
    let steps = shades
    var cells = ""
    var months = ""
    for number in 0..<count {
      let x = Self.left + Double((offset + number) / 7) * Self.step
      let y = Self.top + Double((offset + number) % 7) * Self.step
      // The stylesheet sets the size, which saves 13 KB.
      let place = #"x="\#(SVGPath.number(x))" y="\#(SVGPath.number(y))""#
      if let day = days[number] {
        let shade = 1 + steps.count { day.value > $0 }
        let text = escaped(day.text)
        cells += #"<rect class="day-\#(shade)" \#(place)><title>\#(text)</title></rect>"#
      } else {
        cells += #"<rect \#(place)/>"#
      }
      if let date = calendar.date(byAdding: .day, value: number, to: start),
        calendar.component(.day, from: date) == 1
      {
        let month = PageCalendar.months[calendar.component(.month, from: date) - 1]
        months += #"<text class="day-label" x="\#(SVGPath.number(x))" y="12">\#(month)</text>"#
      }
    }
    let width = Self.left + Double(weeks) * Self.step
    let height = Self.top + 7 * Self.step
    return """
      <svg class="year" role="img" aria-label="Days of \(title) with activities: \(days.count)" \
      viewBox="0 0 \(SVGPath.number(width)) \(SVGPath.number(height))">
      \(months)
      \(weekdays)
      \(cells)
      </svg>
      """
  }

  private var weekdays: String {
    (0..<7).filter { $0 % 2 == 0 }.map { row in
      let name = PageCalendar.weekdays[(calendar.firstWeekday - 1 + row) % 7]
      let y = Self.top + Double(row) * Self.step + 9
      return #"<text class="day-label" x="0" y="\#(SVGPath.number(y))">\#(name)</text>"#
    }.joined()
  }

  /// The values above which a day is one step darker.
  private var shades: [Double] {
    let values = days.values.map(\.value).sorted()
    guard !values.isEmpty else { return [] }
    // The nearest rank: of ten values, the ninth.
    let top = values[(values.count * 9 + 9) / 10 - 1]
    return [top / 4, top / 2, top * 3 / 4]
  }

  private func escaped(_ text: String) -> String { HTMLEscaper.escaped(text) }
}
