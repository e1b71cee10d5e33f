// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The wear of a piece of gear, from its totals.
///
/// ```swift
/// let wear = GearWear(
///   used: 500_000, limit: 800_000, recent: 60_000, recentDays: 90)
/// print(wear.share ?? 0, wear.daysLeft ?? 0)  // 0.625, 450
/// ```
///
/// Use and limit have the same unit, such as metres or seconds.
public struct GearWear: Sendable, Hashable, Codable {
  /// The total use.
  public var used: Double
  /// The use after which the item should be replaced; nil if it has no limit.
  public var limit: Double?
  /// The use in the last `recentDays`.
  public var recent: Double
  /// The number of days of `recent`.
  public var recentDays: Double

  /// Creates the wear of an item.
  ///
  /// - Parameters:
  ///   - used: The total use.
  ///   - limit: The use after which the item should be replaced; nil or a value not above 0 means
  ///     that it has no limit.
  ///   - recent: The use in the last `recentDays`.
  ///   - recentDays: A number of days, above 0.
  public init(used: Double, limit: Double?, recent: Double = 0, recentDays: Double = 90) {
    self.used = used.isFinite ? max(0, used) : 0
    self.limit = limit.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.recent = recent.isFinite ? max(0, recent) : 0
    self.recentDays = recentDays > 0 && recentDays.isFinite ? recentDays : 90
  }

  /// The used share of the limit, from 0; above 1 after the limit, and nil without one.
  public var share: Double? { limit.map { used / $0 } }

  /// The remaining share of the limit, 0...1; nil without a limit.
  public var remaining: Double? { share.map { max(0, 1 - $0) } }

  /// Whether the limit is reached.
  public var isWornOut: Bool { share.map { $0 >= 1 } ?? false }

  /// The days until the limit at the recent rate; nil without a limit or recent use.
  public var daysLeft: Double? {
    guard let limit, recent > 0 else { return nil }
    return max(0, limit - used) / (recent / recentDays)
  }

  /// The day on which the limit is reached at the recent rate.
  ///
  /// - Parameter now: The current time.
  /// - Returns: The date; nil without a limit or recent use, or if it is more than 100 years ahead.
  public func replacementDate(from now: Date) -> Date? {
    guard let daysLeft, daysLeft < 36_525 else { return nil }
    return now.addingTimeInterval(daysLeft * 86_400)
  }
}
