// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The resting energy expenditure by Mifflin and St Jeor.
///
/// ```swift
/// let kilocalories = MifflinStJeor.kilocaloriesPerDay(
///   bodyMass: 80, height: 1.8, age: 40, sex: .male)
/// ```
///
/// Source: M. D. Mifflin et al., "A new predictive equation for resting energy expenditure in healthy
/// individuals", Am J Clin Nutr 51 (1990) 241-247.
public enum MifflinStJeor {
  /// The assumed height if it is unknown, in metres.
  public static let assumedHeight = 1.70
  /// The assumed age if it is unknown, in years.
  public static let assumedAge = 40

  /// Returns the energy at rest in kilocalories per day.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The sex for the constant; nil means the average of both.
  /// - Returns: Kilocalories per day.
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

  /// Returns the resting rate in watts per kilogram of body mass.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The sex for the constant; nil means the average of both.
  /// - Returns: Watts per kilogram, not negative.
  public static func restingRate(
    bodyMass: Double, height: Double, age: Int, sex: BiologicalSex?
  ) -> Double {
    let perDay = kilocaloriesPerDay(bodyMass: bodyMass, height: height, age: age, sex: sex)
    return max(0, perDay) * Energy.joulesPerKilocalorie / 86_400 / bodyMass
  }
}

/// The sex for the averages of an equation.
public enum BiologicalSex: String, Codable, Sendable, CaseIterable {
  case female
  case male
}
