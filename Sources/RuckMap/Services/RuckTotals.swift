// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The totals of all completed rucks, in SI units.
///
/// Sums include all rucks. Records, means and the level leave out those that are too fast to walk,
/// see ``RuckSummary/isTooFastToWalk``.
///
/// ```swift
/// let totals = try await library.totals()
/// print(totals.count, "rucks,", totals.distance / 1_000, "km,", totals.experienceLevel)
/// ```
public struct RuckTotals: Sendable, Hashable, Codable {
  /// The number of completed rucks.
  public var count: Int
  /// Metres.
  public var distance: Double
  /// Seconds.
  public var duration: TimeInterval
  /// Seconds.
  public var movingTime: TimeInterval
  /// Metres.
  public var elevationGain: Double
  /// Kilocalories.
  public var calories: Double
  /// The mean pack weight in kilograms.
  public var averagePackWeight: Double
  /// The longest ruck's distance, metres.
  public var longestDistance: Double
  /// The fastest mean pace in seconds per kilometre; nil without a timed ruck.
  public var fastestPace: Double?
  /// The level by count and distance.
  public var experienceLevel: ExperienceLevel
  /// The number of rucks that are too fast to walk.
  public var tooFastCount: Int

  /// Creates totals.
  public init(
    count: Int, distance: Double, duration: TimeInterval, movingTime: TimeInterval,
    elevationGain: Double, calories: Double, averagePackWeight: Double, longestDistance: Double,
    fastestPace: Double?, experienceLevel: ExperienceLevel,
    tooFastCount: Int = 0
  ) {
    self.count = count
    self.distance = distance
    self.duration = duration
    self.movingTime = movingTime
    self.elevationGain = elevationGain
    self.calories = calories
    self.averagePackWeight = averagePackWeight
    self.longestDistance = longestDistance
    self.fastestPace = fastestPace
    self.experienceLevel = experienceLevel
    self.tooFastCount = tooFastCount
  }
}
