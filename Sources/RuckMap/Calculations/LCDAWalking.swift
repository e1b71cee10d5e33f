// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Load Carriage Decision Aid's equations for walking without a load.
///
/// ```swift
/// let level = LCDAWalking.rate(speed: 1.4)
/// let uphill = LCDAWalking.rate(speed: 1.4, grade: 5)
/// ```
///
/// Sources: D. P. Looney et al., "Metabolic costs of standing and walking in healthy military-age
/// adults", Med Sci Sports Exerc 51 (2019) 346-351 (level) and "Estimating energy expenditure during
/// level, uphill, and downhill walking", 51 (2019) 1954-1960 (graded). Speed is in metres per
/// second. The base of the grade term's exponent is 1.1; copies with 1.11 circulate and differ by up
/// to 9 %.
public enum LCDAWalking {
  /// The range of speeds for which the equations were derived, in metres per second.
  public static let speedRange = 0.0...1.97
  /// The range of grades for which the graded equation was derived, in percent.
  public static let gradeRange = -40.0...45.0
  /// The graded equation's published standard deviation, in watts per kilogram of body mass.
  public static let gradedDeviation = 0.40
  /// The graded equation's published mean difference from measurements, in watts per kilogram.
  public static let gradedBias = 0.09

  /// Returns the gross metabolic rate on level ground, in watts per kilogram of body mass.
  ///
  /// - Parameter speed: Metres per second, from 0.
  /// - Returns: Watts per kilogram of body mass.
  public static func rate(speed: Double) -> Double {
    1.44 + 1.94 * pow(speed, 0.43) + 0.24 * pow(speed, 4)
  }

  /// Returns the gross metabolic rate on a slope, in watts per kilogram of body mass.
  ///
  /// - Parameters:
  ///   - speed: Metres per second, from 0.
  ///   - grade: Percent, of either sign.
  /// - Returns: Watts per kilogram of body mass.
  public static func rate(speed: Double, grade: Double) -> Double {
    rate(speed: speed) + gradeTerm(speed: speed, grade: grade)
  }

  /// Returns the additional rate on a slope, in watts per kilogram.
  ///
  /// - Parameters:
  ///   - speed: Metres per second, from 0.
  ///   - grade: Percent, of either sign.
  /// - Returns: Watts per kilogram of body mass.
  static func gradeTerm(speed: Double, grade: Double) -> Double {
    0.34 * speed * grade * (1 - pow(1.05, 1 - pow(1.1, grade + 32)))
  }
}
