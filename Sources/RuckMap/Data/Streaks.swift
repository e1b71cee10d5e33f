// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Runs of consecutive days with a ruck, in a calendar's time zone.
///
/// A run is current if its last day is today or yesterday. Several rucks of a day count once.
///
/// ```swift
/// let streaks = Streaks(starts: starts, now: Date(), in: calendar)
/// print(streaks.current, streaks.longest)
/// ```
public struct Streaks: Sendable, Hashable, Codable {
  /// The days of the current run; 0 without a ruck today or yesterday.
  ///
  /// A run that begins after tomorrow has a wrong date: it is not current, and ends no other run.
  public let current: Int
  /// The days of the longest run.
  public let longest: Int

  /// Counts runs of days.
  ///
  /// - Parameters:
  ///   - starts: The starts of rucks, in any order.
  ///   - now: The current time.
  ///   - calendar: The calendar and time zone of the days.
  public init(starts: some Sequence<Date>, now: Date, in calendar: Calendar) {
    let days = Set(starts.map { calendar.startOfDay(for: $0) }).sorted()
    let today = calendar.startOfDay(for: now)
    var (run, longest, current) = (0, 0, 0)
    var hasBegun = false
    var last: Date?
    for day in days {
      if last.map({ Self.isNextDay(day, after: $0, in: calendar) }) == true {
        run += 1
      } else {
        run = 1
        // Another device's clock may be a day ahead; a later day is a wrong date.
        hasBegun = day <= today || Self.isNextDay(day, after: today, in: calendar)
      }
      longest = max(longest, run)
      let isRecent = day >= today || Self.isNextDay(today, after: day, in: calendar)
      if hasBegun && isRecent { current = max(current, run) }
      last = day
    }
    self.current = current
    self.longest = longest
  }

  /// Whether a day follows another one; days of 23 and 25 hours count as days.
  static func isNextDay(_ day: Date, after last: Date, in calendar: Calendar) -> Bool {
    // Noon exists on every day, and adding 24 h to it never skips one.
    let next = last.addingTimeInterval(36 * 3600)
    return calendar.startOfDay(for: next) == day
  }
}
