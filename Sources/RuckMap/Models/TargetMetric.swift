// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The figure that a ``Goal`` or a ``Challenge`` counts, in the units of ``RuckingSession``.
public enum TargetMetric: String, Codable, Sendable, CaseIterable {
  /// Miles.
  case distance
  /// Seconds.
  case duration
  /// The number of rucks.
  case sessions
  /// Feet of climb.
  case elevationGain = "elevation_gain"
  /// Kilocalories.
  case calories
  /// Pounds times miles.
  case ruckWork = "ruck_work"
  /// Pounds of the heaviest pack.
  case packWeight = "pack_weight"
  /// Consecutive days with a ruck.
  case streak

  /// Returns a completed ruck's contribution.
  ///
  /// - Parameter session: The ruck.
  /// - Returns: The value; 1 for ``sessions`` and ``streak``.
  public func value(of session: RuckingSession) -> Double {
    switch self {
    case .distance: session.distance
    case .duration: session.duration
    case .sessions, .streak: 1
    case .elevationGain: session.elevationGain
    case .calories: session.calories
    case .ruckWork: session.ruckWork
    case .packWeight: session.packWeight
    }
  }
}

/// The period in which a ``Goal`` is to be reached.
public enum TargetPeriod: String, Codable, Sendable, CaseIterable {
  /// From the start to the end of the goal.
  case once
  case day
  case week
  case month
  case year
}

/// The rule by which a ``Challenge`` compares its participants.
public enum ChallengeRule: String, Codable, Sendable, CaseIterable {
  /// The sum over all rucks of the period.
  case total
  /// The best single ruck.
  case best
  /// Whether and when the sum reaches the target.
  case target
}
