// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Load Carriage Decision Aid's equation for walking with a backpack.
///
/// ```swift
/// let resting = MifflinStJeor.restingRate(bodyMass: 80, height: 1.8, age: 40, sex: .male)
/// let rate = LCDABackpacking.rate(restingRate: resting, speed: 1.4, relativeLoad: 15 / 80)
/// ```
///
/// Source: D. P. Looney et al., "Modeling the metabolic costs of heavy military backpacking", Med
/// Sci Sports Exerc 54 (2022) 646-654. The terrain factor multiplies the speed term and the grade
/// term, as in Pandolf; on paved roads and on level ground, no other reading is possible.
public enum LCDABackpacking {
  /// The range of speeds for which the equation was derived, in metres per second.
  public static let speedRange = 0.45...1.97
  /// The range of loads for which the equation was derived, as a fraction of body mass.
  public static let relativeLoadRange = 0.0...0.66
  /// The published standard deviation, in watts per kilogram of body mass.
  public static let deviation = 0.62
  /// The published mean difference from measurements, in watts per kilogram of body mass.
  public static let bias = -0.01

  /// Returns the gross metabolic rate in watts per kilogram of body mass.
  ///
  /// - Parameters:
  ///   - restingRate: Watts per kilogram at rest, measured or by MifflinStJeor.
  ///   - speed: Metres per second, from 0.
  ///   - relativeLoad: Carried mass divided by body mass.
  ///   - grade: Percent, of either sign.
  ///   - terrainFactor: η, see WalkingSurface/terrainFactor.
  /// - Returns: Watts per kilogram of body mass.
  public static func rate(
    restingRate: Double, speed: Double, relativeLoad: Double, grade: Double = 0,
    terrainFactor: Double = 1
  ) -> Double {
    let walking = 1.78 * pow(speed, 0.58) + 0.27 * pow(speed, 4)
    let slope = LCDAWalking.gradeTerm(speed: speed, grade: grade)
    let loadFactor = 1 + 1.96 * pow(relativeLoad, 1.36)
    return restingRate + (0.19 + terrainFactor * (walking + slope)) * loadFactor
  }
}
