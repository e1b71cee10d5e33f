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
  /// The days of the current run; 0 if the last ruck was before yesterday.
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
    var (run, longest) = (0, 0)
    var last: Date?
    for day in days {
      run = last.map { Self.isNextDay(day, after: $0, in: calendar) } == true ? run + 1 : 1
      longest = max(longest, run)
      last = day
    }
    let today = calendar.startOfDay(for: now)
    // A day of the future, by another device's clock, does not end the run.
    let isCurrent = last.map { $0 >= today || Self.isNextDay(today, after: $0, in: calendar) }
    current = isCurrent == true ? run : 0
    self.longest = longest
  }

  /// Whether a day follows another one; days of 23 and 25 hours count as days.
  static func isNextDay(_ day: Date, after last: Date, in calendar: Calendar) -> Bool {
    // Noon exists on every day, and adding 24 h to it never skips one.
    let next = last.addingTimeInterval(36 * 3600)
    return calendar.startOfDay(for: next) == day
  }
}
