// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The figures of a ruck as a value, for pages and events.
///
/// ```swift
/// let stats = RuckingStats(distance: 5, time: 3_600, calories: 500, weight: 35)
/// print(stats.averagePace ?? 0)
/// ```
public struct RuckingStats: Sendable, Hashable, Codable {
  /// Miles.
  public var distance: Double
  /// Seconds.
  public var time: TimeInterval
  /// Kilocalories.
  public var calories: Double
  /// Pounds carried.
  public var weight: Double

  /// Creates figures.
  ///
  /// - Parameters:
  ///   - distance: Miles.
  ///   - time: Seconds.
  ///   - calories: Kilocalories.
  ///   - weight: Pounds carried.
  public init(distance: Double, time: TimeInterval, calories: Double, weight: Double) {
    self.distance = distance
    self.time = time
    self.calories = calories
    self.weight = weight
  }

  /// Creates the figures of a ruck.
  public init(_ session: RuckingSession) {
    self.init(
      distance: session.distance, time: session.duration, calories: session.calories,
      weight: session.packWeight)
  }

  /// Minutes per mile; nil without distance or time.
  public var averagePace: Double? {
    distance > 0 && time > 0 ? time / 60 / distance : nil
  }
}

/// An alias of ``RuckingStats``.
public typealias SessionStats = RuckingStats

/// An alias of ``HealthProfile``.
public typealias HealthMetrics = HealthProfile

/// An alias of ``ActivityMetric``.
public typealias ActivityMetrics = ActivityMetric

/// Climb and descent in feet.
public struct Elevation: Sendable, Hashable, Codable {
  /// Feet of climb.
  public var gain: Double
  /// Feet of descent, not negative.
  public var loss: Double

  /// Creates climb and descent in feet.
  public init(gain: Double, loss: Double) {
    self.gain = gain
    self.loss = loss
  }

  /// The climb minus the descent.
  public var net: Double { gain - loss }
}

/// The figures of a route as a value.
public struct RouteMetrics: Sendable, Hashable, Codable {
  /// Miles.
  public var distance: Double
  /// Climb and descent.
  public var elevation: Elevation
  /// Seconds; 0 if unknown.
  public var estimatedDuration: TimeInterval
  /// The score from which the difficulty follows.
  public var difficultyScore: Double
  /// The mean rating, 1...5; 0 without reviews.
  public var averageRating: Double
  /// The number of completed rucks.
  public var totalCompletions: Int

  /// Creates the figures of a route.
  public init(_ route: Route) {
    distance = route.distance
    elevation = Elevation(gain: route.elevationGain, loss: route.elevationLoss)
    estimatedDuration = route.estimatedDuration
    difficultyScore = route.difficultyScore
    averageRating = route.averageRating
    totalCompletions = route.totalCompletions
  }
}

extension RuckingSession {
  /// The ruck's figures as a value.
  public var stats: RuckingStats { RuckingStats(self) }

  /// Climb and descent as a value.
  public var elevation: Elevation { Elevation(gain: elevationGain, loss: elevationLoss) }
}
