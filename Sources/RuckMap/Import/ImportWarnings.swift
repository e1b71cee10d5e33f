// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The warnings of an import; they never change the recording.
enum ImportWarnings {
  /// Returns the warnings for a recording.
  ///
  /// - Parameters:
  ///   - track: The recording's metrics.
  ///   - packWeight: Kilograms; nil if unknown.
  ///   - bodyWeight: The person's weight in pounds; nil if unknown.
  /// - Returns: One sentence for each warning.
  static func warnings(
    about track: TrackAnalysis, packWeight: Double?, bodyWeight: Double?
  ) -> [String] {
    var warnings = rules(track) + times(track)
    if track.tooFastShare >= 0.01, track.calories != nil {
      let share = Int((track.tooFastShare * 100).rounded())
      warnings.append(
        "\(share) % of the motion is faster than 2 m/s (4.5 mph), the end of the energy equation's "
          + "range, and counts as 2 m/s: the energy is too low.")
    }
    guard let packWeight else { return warnings + [RuckingSession.unknownPackWeightWarning] }
    var profile = HealthProfile()
    profile.weight = bodyWeight
    let advice = PackWeightAdvice(
      packWeight: Mass.pounds(kilograms: packWeight), profile: profile)
    if case .aboveMaximum = advice {
      warnings.append("The pack weighs more than 30 % of the body weight.")
    }
    return warnings
  }

  private static func rules(_ track: TrackAnalysis) -> [String] {
    var warnings: [String] = []
    let miles = Length.miles(metres: track.distance)
    if miles > RuckingSession.longestDistance {
      warnings.append(
        "The distance of " + String(format: "%.1f mi (%.1f km)", miles, track.distance / 1000)
          + " is above the limit of 50 mi (80.47 km) for one ruck; it is kept as recorded.")
    }
    if track.isTimed, track.duration < RuckingSession.shortestDuration {
      warnings.append(
        "The recording lasts \(RuckFormat.duration(track.duration)), less than the "
          + "minimum of one minute; it is kept as recorded.")
    }
    return warnings
  }

  private static func times(_ track: TrackAnalysis) -> [String] {
    var warnings: [String] = []
    if !track.isTimed {
      let reason =
        track.untimedPoints == track.points
        ? "The file has no times"
        : track.untimedPoints * 2 > track.points
          ? "Only \(track.points - track.untimedPoints) of \(track.points) points "
            + (track.points - track.untimedPoints == 1 ? "has a time" : "have a time")
          : "All points have the same time"
      warnings.append(reason + ": there is no duration, pace or energy.")
    } else if track.untimedPoints > 0 {
      let verb = track.untimedPoints == 1 ? "has" : "have"
      warnings.append("\(track.untimedPoints) of \(track.points) points \(verb) no time.")
    }
    if track.backwardPoints > 0 {
      let times =
        track.backwardPoints == 1
        ? "1 point has a time" : "\(track.backwardPoints) points have a time"
      warnings.append(
        "\(times) before an earlier point's time; backward steps add no time.")
    }
    return warnings
  }
}
