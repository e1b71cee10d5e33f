// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The training impulse: minutes of exercise, weighted by heart rate.
///
/// ```swift
/// let load = TRIMP.banister(
///   minutes: 45, heartRate: 145, resting: 60, maximum: 190, sex: .male)  // 66
/// ```
///
/// Source: E. W. Banister, "Modeling elite athletic performance", in Physiological Testing of Elite
/// Athletes (1991) 403-424. The factor of an unknown sex is the mean of both.
public enum TRIMP {
  /// Returns the impulse of a time at a heart rate.
  ///
  /// - Parameters:
  ///   - minutes: The time in minutes.
  ///   - heartRate: Beats per minute; below `resting` it counts as `resting`, above `maximum` as
  ///     `maximum`.
  ///   - resting: The heart rate at rest.
  ///   - maximum: The highest heart rate, above `resting`.
  ///   - sex: The sex for the weight; nil means the mean of both.
  /// - Returns: The impulse without a unit; 0 if `maximum` is not above `resting`.
  public static func banister(
    minutes: Double, heartRate: Double, resting: Double, maximum: Double, sex: BiologicalSex?
  ) -> Double {
    guard maximum > resting, minutes > 0 else { return 0 }
    let reserve = min(max((heartRate - resting) / (maximum - resting), 0), 1)
    let male = 0.64 * exp(1.92 * reserve)
    let female = 0.86 * exp(1.67 * reserve)
    let weight =
      switch sex {
      case .male: male
      case .female: female
      case nil: (male + female) / 2
      }
    return minutes * reserve * weight
  }
}
