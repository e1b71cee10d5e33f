// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures

extension RuckingSession {
  /// Minutes per mile, calculated from duration and distance if both are known, otherwise as
  /// stored.
  ///
  /// The setter sets ``storedPace``, which a calculated pace overrides. Sort by ``storedPace``: a
  /// completion, an import and an edit update it.
  public var averagePace: Double {
    get { duration > 0 && distance > 0 ? duration / 60 / distance : storedPace }
    set { storedPace = newValue }
  }

  /// Pounds times miles.
  public var ruckWork: Double { packWeight * distance }

  /// Pounds times miles per hour; 0 without a duration.
  public var ruckPower: Double { duration > 0 ? ruckWork / (duration / 3600) : 0 }

  /// A score of load, climb and pace, defined by this app.
  public var intensityScore: Double {
    let base = ruckWork / 100
    let climb = elevationGain / 100 * 1.2
    let pace = averagePace > 0 ? 15 / averagePace : 1
    return (base + climb) * pace
  }

  /// The duration as "1h 1m 1s", "1h" or "0s".
  public var formattedDuration: String { MeasureFormat.duration(duration, style: .abbreviated) }

  /// The pace per mile as "12:42", rounded to the second; "--" if it is unknown.
  public var formattedPace: String { MeasureFormat.clock(seconds: averagePace * 60) }

  /// The advice about the pack's weight; nil if there is none or no body weight in the profile.
  public var packWeightAdvice: PackWeightAdvice? {
    guard let profile = user?.healthProfile else { return nil }
    return PackWeightAdvice(packWeight: packWeight, profile: profile)
  }

  /// The warnings of the import, one sentence each.
  public var warnings: [String] { importWarnings.map(\.text) }

  /// The warnings of the import, with their codes.
  public var importWarnings: [ImportWarning] {
    get { warningText.split(separator: "\n").map { ImportWarning(line: $0) } }
    set { warningText = newValue.map(\.line).joined(separator: "\n") }
  }

  /// The energy estimate with its error band; nil if there is none.
  public var calorieEstimate: CalorieEstimate? {
    guard let calorieEquation else { return nil }
    return CalorieEstimate(
      kilocalories: calories, low: caloriesLow, high: caloriesHigh, equation: calorieEquation,
      isBodyWeightAssumed: isBodyWeightAssumed,
      bodyWeight: Mass.kilograms(pounds: bodyWeight ?? HealthProfile.assumedWeight))
  }

  /// True if the body weight is unknown and ``HealthProfile/assumedWeight`` was used.
  public var isBodyWeightAssumed: Bool { calorieEquation != nil && bodyWeight == nil }

  /// True if the mean speed in motion is above ``WalkingSpeed/limit``.
  public var isTooFastToWalk: Bool {
    WalkingSpeed.isExceeded(
      distance: totalDistance, time: movingTime > 0 ? movingTime : duration)
  }
}
