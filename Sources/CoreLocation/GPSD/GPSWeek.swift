// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The correction of dates that a receiver reports 1,024 weeks off.
///
/// GPS transmits the week in ten bits. A receiver whose firmware does not know the present cycle
/// reports a date that is wrong by a multiple of 1,024 weeks.
///
/// Source: IS-GPS-200, section 20.3.3.3.1.1.
public enum GPSWeek {
  /// The length of a cycle in seconds: 1,024 weeks.
  public static let cycle: TimeInterval = 1_024 * 7 * 86_400
  /// The seconds by which a correct date may be after this machine's clock.
  public static let tolerance: TimeInterval = 86_400

  /// The seconds by which this machine's clock may be behind a receiver that is read now: 366 days.
  ///
  /// A computer without a battery for its clock, and without a network, continues at the time of its last
  /// shutdown.
  public static let longestLag: TimeInterval = 366 * 86_400
  /// A date before which no receiver is read: 2026-01-01.
  ///
  /// A clock with an earlier time is not set.
  public static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

  /// Returns the date of a receiver that is read now, corrected by whole cycles.
  ///
  /// - Parameters:
  ///   - date: The reported date.
  ///   - now: The time of this machine's clock.
  /// - Returns: The latest date at most ``longestLag`` after `now`; if the clock is not set, the one
  ///   within a cycle after ``earliest``.
  public static func current(_ date: Date, at now: Date) -> Date {
    guard now >= earliest else {
      return latest(date, notAfter: earliest.addingTimeInterval(cycle), tolerance: 0)
    }
    return latest(date, notAfter: now, tolerance: longestLag)
  }

  /// Returns the latest date that differs by whole cycles and is not in the future.
  ///
  /// - Parameters:
  ///   - date: The reported date.
  ///   - now: The time of this machine's clock.
  ///   - tolerance: The seconds by which a correct date may be after `now`.
  /// - Returns: A date at most `tolerance` after `now`.
  public static func latest(
    _ date: Date, notAfter now: Date, tolerance: TimeInterval = GPSWeek.tolerance
  ) -> Date {
    let cycles = ((now.timeIntervalSince(date) + tolerance) / cycle).rounded(.down)
    return cycles.isFinite ? date.addingTimeInterval(cycles * cycle) : date
  }

  /// Returns a date of the past unchanged, and one of the future corrected by whole cycles.
  ///
  /// For a recording, which may be old.
  ///
  /// - Parameters:
  ///   - date: The reported date.
  ///   - now: The time of this machine's clock.
  /// - Returns: A date at most ``tolerance`` after `now`.
  public static func past(_ date: Date, notAfter now: Date) -> Date {
    date.timeIntervalSince(now) > tolerance ? latest(date, notAfter: now) : date
  }
}
