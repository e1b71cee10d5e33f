// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Measures

/// The warnings of an import; they never change the recording.
enum ImportWarnings {
  /// Returns the warnings for a recording.
  ///
  /// - Parameters:
  ///   - track: The recording's metrics.
  ///   - packWeight: Kilograms; nil if unknown.
  ///   - bodyWeight: The person's weight in pounds; nil if unknown.
  /// - Returns: The warnings, those about the recording first.
  static func warnings(
    about track: TrackAnalysis, packWeight: Double?, bodyWeight: Double?
  ) -> [ImportWarning] {
    rules(track) + times(track) + speed(track) + pack(packWeight, bodyWeight: bodyWeight)
  }

  /// Returns the warnings for a recording without positions.
  ///
  /// - Parameters:
  ///   - sport: The recording's sport; nil if unknown.
  ///   - packWeight: Kilograms; nil if unknown.
  /// - Returns: At least one warning.
  static func indoor(_ sport: ActivitySport?, packWeight: Double?) -> [ImportWarning] {
    var warnings = [
      ImportWarning(
        .indoor, "The recording has no positions: there is no map, and no climb by altitude.")
    ]
    if let sport, !sport.isOnFoot {
      warnings.append(
        ImportWarning(
          .otherSport,
          "The recording is of another sport (\(sport.rawValue)), for which there is no energy."))
    }
    return warnings + pack(packWeight, bodyWeight: nil)
  }

  private static func rules(_ track: TrackAnalysis) -> [ImportWarning] {
    var warnings: [ImportWarning] = []
    let miles = Length.miles(metres: track.distance)
    if miles > RuckingSession.longestDistance {
      warnings.append(
        ImportWarning(
          .longDistance,
          "The distance of " + String(format: "%.1f mi (%.1f km)", miles, track.distance / 1000)
            + " is above the limit of 50 mi (80.47 km) for one ruck; it is kept as recorded."))
    }
    if track.isTimed, track.duration < RuckingSession.shortestDuration {
      warnings.append(
        ImportWarning(
          .shortDuration,
          "The recording lasts \(MeasureFormat.duration(track.duration)), less than the "
            + "minimum of one minute; it is kept as recorded."))
    }
    return warnings
  }

  private static func times(_ track: TrackAnalysis) -> [ImportWarning] {
    var warnings: [ImportWarning] = []
    if !track.isTimed {
      let reason =
        track.untimedPoints == track.points
        ? "The file has no times"
        : track.untimedPoints * 2 > track.points
          ? "Only \(track.points - track.untimedPoints) of \(track.points) points "
            + (track.points - track.untimedPoints == 1 ? "has a time" : "have a time")
          : "All points have the same time"
      warnings.append(
        ImportWarning(.untimed, reason + ": there is no duration, pace or energy."))
    } else if track.untimedPoints > 0 {
      let verb = track.untimedPoints == 1 ? "has" : "have"
      warnings.append(
        ImportWarning(
          .missingTimes, "\(track.untimedPoints) of \(track.points) points \(verb) no time."))
    }
    if track.isTimed, track.wrongTimes > 0 {
      let dates =
        track.wrongTimes == 1 ? "1 point has a date" : "\(track.wrongTimes) points have a date"
      warnings.append(
        ImportWarning(
          .wrongDates,
          "\(dates) far from that of the recording; such times don't count for start and duration."
        ))
    }
    if track.backwardPoints > 0 {
      let times =
        track.backwardPoints == 1
        ? "1 point has a time" : "\(track.backwardPoints) points have a time"
      warnings.append(
        ImportWarning(
          .backwardTimes,
          "\(times) before an earlier point's time; backward steps add no time."))
    }
    return warnings
  }

  private static func speed(_ track: TrackAnalysis) -> [ImportWarning] {
    let share = Int((track.tooFastShare * 100).rounded())
    if track.isTooFastToWalk {
      // Wrong positions make few, very long steps. A run or a ride is fast most of the time.
      let reason =
        track.tooFastShare >= 0.5
        ? "it was probably a run or a ride" : "some positions are probably wrong"
      return [
        ImportWarning(
          .tooFastToWalk,
          "The mean speed in motion is above 4.35 m/s (9.7 mph), the fastest walk on record, and "
            + "\(share) % of the motion is faster than 2 m/s (4.5 mph): \(reason). The ruck "
            + "doesn't count in records and means.")
      ]
    }
    guard track.tooFastShare >= 0.01, track.calories != nil else { return [] }
    return [
      ImportWarning(
        .aboveSpeedRange,
        "\(share) % of the motion is faster than 2 m/s (4.5 mph), the end of the energy equation's "
          + "range, and counts as 2 m/s: the energy is too low.")
    ]
  }

  private static func pack(_ packWeight: Double?, bodyWeight: Double?) -> [ImportWarning] {
    guard let packWeight else {
      return [
        ImportWarning(
          .unknownPackWeight,
          "The pack weight isn't known and counts as 0; edit the ruck to set it.")
      ]
    }
    var profile = HealthProfile()
    profile.weight = bodyWeight
    let advice = PackWeightAdvice(
      packWeight: Mass.pounds(kilograms: packWeight), profile: profile)
    guard case .aboveMaximum = advice else { return [] }
    return [ImportWarning(.heavyPack, "The pack weighs more than 30 % of the body weight.")]
  }
}

extension ActivitySport {
  /// Whether the equations for walking may apply.
  var isOnFoot: Bool {
    switch self {
    case .walking, .hiking, .rucking, .running, .other: true
    case .cycling, .rowing, .indoorRowing, .swimming: false
    }
  }

  /// Whether a recording of an archive is wanted by default.
  var isWalk: Bool {
    switch self {
    case .walking, .hiking, .rucking, .other: true
    case .running, .cycling, .rowing, .indoorRowing, .swimming: false
    }
  }
}
