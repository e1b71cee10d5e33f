// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The resting energy expenditure by Mifflin and St Jeor.
///
/// Source: M. D. Mifflin et al., "A new predictive equation for resting energy expenditure in healthy
/// individuals", Am J Clin Nutr 51 (1990) 241-247.
public enum MifflinStJeor {
  /// The height that stands in for an unknown one, in metres.
  public static let assumedHeight = 1.70
  /// The age that stands in for an unknown one, in years.
  public static let assumedAge = 40

  /// Energy at rest in kilocalories a day.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The constant to use; nil takes the mean of both.
  /// - Returns: Kilocalories a day.
  public static func kilocaloriesPerDay(
    bodyMass: Double, height: Double, age: Int, sex: BiologicalSex?
  ) -> Double {
    let constant: Double
    switch sex {
    case .male: constant = 5
    case .female: constant = -161
    case nil: constant = -78
    }
    return 10 * bodyMass + 625 * height - 5 * Double(age) + constant
  }

  /// The resting rate in watts per kilogram of body mass.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The constant to use; nil takes the mean of both.
  /// - Returns: Watts per kilogram, not negative.
  public static func restingRate(
    bodyMass: Double, height: Double, age: Int, sex: BiologicalSex?
  ) -> Double {
    let perDay = kilocaloriesPerDay(bodyMass: bodyMass, height: height, age: age, sex: sex)
    return max(0, perDay) * Energy.joulesPerKilocalorie / 86_400 / bodyMass
  }
}
