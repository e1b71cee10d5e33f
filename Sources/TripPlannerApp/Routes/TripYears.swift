// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// The years with trips, and the calendar of one of them.
struct TripYears: Sendable {
  /// The number of names in the tooltip of a day.
  private static let nameLimit = 3

  /// The trips with dates.
  private let trips: [(title: String, days: ClosedRange<LocalDate>)]
  /// The shown year.
  let year: Int
  /// The nearest years with trips before and after the shown one.
  let previous: Int?
  let following: Int?

  /// Selects a year; nil if no trip has dates.
  ///
  /// - Parameters:
  ///   - trips: The trips.
  ///   - wanted: The year to show, if it has trips; otherwise the present one, the first one after it, or the
  ///     last one.
  ///   - today: The present day.
  init?(_ trips: [TripSummary], wanted: Int?, today: LocalDate?) {
    self.trips = trips.compactMap { summary in
      let trip = summary.trip
      guard let first = trip.firstDate ?? trip.lastDate else { return nil }
      return (trip.title, first...max(first, trip.lastDate ?? first))
    }
    let years = Set(self.trips.flatMap { $0.days.lowerBound.year...$0.days.upperBound.year })
      .sorted()
    guard let last = years.last else { return nil }
    let present = today?.year ?? last
    let known = wanted.flatMap { years.contains($0) ? $0 : nil }
    let shown = known ?? years.first { $0 >= present } ?? last
    year = shown
    previous = years.last { $0 < shown }
    following = years.first { $0 > shown }
  }

  /// The calendar of the year as HTML.
  ///
  /// - Parameter calendar: The calendar of the pages.
  /// - Returns: The picture; nil if the calendar lacks the year.
  func picture(in calendar: PageCalendar) -> String? {
    guard let first = LocalDate(year: year, month: 1, day: 1),
      let last = LocalDate(year: year, month: 12, day: 31)
    else { return nil }
    var names: [Int: [String]] = [:]
    for trip in trips where trip.days.overlaps(first...last) {
      let days = trip.days.clamped(to: first...last)
      for day in days.lowerBound.daysSince1970...days.upperBound.daysSince1970 {
        names[day, default: []].append(trip.title)
      }
    }
    let days = names.compactMap { number, titles -> CalendarPicture.Day? in
      guard let date = LocalDate(daysSince1970: number).flatMap({ calendar.day($0.description) })
      else { return nil }
      let shown = titles.prefix(Self.nameLimit).joined(separator: ", ")
      let more = titles.count > Self.nameLimit ? " and \(titles.count - Self.nameLimit) more" : ""
      return CalendarPicture.Day(
        date: date, value: Double(titles.count), text: "\(calendar.date(date)): \(shown)\(more)")
    }
    return CalendarPicture(
      year: year, days: days, noun: "travel day", in: calendar.calendar)?.figure
  }
}
