// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RuckingSession {
  /// Minutes per mile: from duration and distance where both are known, else as stored.
  ///
  /// Setting it sets ``storedPace``, which a derived pace hides. Sort by ``storedPace``: a
  /// completion, an import and an edit bring it up to date.
  public var averagePace: Double {
    get { duration > 0 && distance > 0 ? duration / 60 / distance : storedPace }
    set { storedPace = newValue }
  }

  /// Pounds times miles.
  public var ruckWork: Double { packWeight * distance }

  /// Pounds times miles per hour; 0 without a duration.
  public var ruckPower: Double { duration > 0 ? ruckWork / (duration / 3600) : 0 }

  /// A score of load, climb and pace, of this app's own making.
  public var intensityScore: Double {
    let base = ruckWork / 100
    let climb = elevationGain / 100 * 1.2
    let pace = averagePace > 0 ? 15 / averagePace : 1
    return (base + climb) * pace
  }

  /// The duration as "1h 1m 1s", "1h" or "0s".
  public var formattedDuration: String { RuckFormat.duration(duration) }

  /// The pace per mile as "12:42", rounded to the second; "--" if it isn't known.
  public var formattedPace: String { RuckFormat.clock(seconds: averagePace * 60) }

  /// What to say about the pack's weight, if anything; nil without a body weight in the profile.
  public var packWeightAdvice: PackWeightAdvice? {
    guard let profile = user?.healthProfile else { return nil }
    return PackWeightAdvice(packWeight: packWeight, profile: profile)
  }

  /// What was noteworthy in the import: repairs and broken rules, one sentence each.
  public var warnings: [String] {
    get { warningText.split(separator: "\n").map(String.init) }
    set {
      warningText = newValue.map { $0.replacingOccurrences(of: "\n", with: " ") }
        .joined(separator: "\n")
    }
  }

  /// The estimate of energy with its band; nil if there is none.
  public var calorieEstimate: CalorieEstimate? {
    guard let calorieEquation else { return nil }
    return CalorieEstimate(
      kilocalories: calories, low: caloriesLow, high: caloriesHigh, equation: calorieEquation,
      isBodyWeightAssumed: isBodyWeightAssumed,
      bodyWeight: Mass.kilograms(pounds: bodyWeight ?? HealthProfile.assumedWeight))
  }

  /// True if nobody gave the body weight and ``HealthProfile/assumedWeight`` stood in.
  public var isBodyWeightAssumed: Bool { calorieEquation != nil && bodyWeight == nil }
}
