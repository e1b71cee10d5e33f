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

  /// Returns the latest date that differs by whole cycles and is not in the future.
  ///
  /// For a receiver that is read now: its date can't be years in the past.
  ///
  /// - Parameters:
  ///   - date: The reported date.
  ///   - now: The time of this machine's clock.
  /// - Returns: A date at most ``tolerance`` after `now`.
  public static func latest(_ date: Date, notAfter now: Date) -> Date {
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
