// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A published equation for the energy of a track.
///
/// ```swift
/// let carrier = Carrier(bodyMass: 80, load: 15)
/// for equation in EnergyEquation.allCases {
///   print(equation.rawValue, carrier.rate(equation, speed: 1.4, grade: 5), "W")
/// }
/// ```
public enum EnergyEquation: String, Codable, Sendable, CaseIterable {
  /// Pandolf with Santee's correction downhill.
  case pandolfSantee = "pandolf-santee"
  /// LCDABackpacking.
  case lcdaBackpacking = "lcda-backpacking"
  /// LCDAWalking, for walks without a load.
  case lcdaWalking = "lcda-walking"

  /// The range of speeds for which the equation is valid, in metres per second.
  public var speedRange: ClosedRange<Double> {
    switch self {
    case .pandolfSantee: Pandolf.speedRange
    case .lcdaBackpacking: LCDABackpacking.speedRange
    case .lcdaWalking: LCDAWalking.speedRange
    }
  }

  /// The range to which a leg's grade is clamped, in percent.
  public var gradeRange: ClosedRange<Double> {
    switch self {
    case .pandolfSantee: Santee.steepestGrade...Pandolf.gradeRange.upperBound
    case .lcdaBackpacking, .lcdaWalking: LCDAWalking.gradeRange
    }
  }

  /// The publication of the equation.
  public var citation: String {
    switch self {
    case .pandolfSantee:
      "Pandolf, Givoni, Goldman 1977 (J Appl Physiol 43:577), downhill Santee et al. 2001 "
        + "(Aviat Space Environ Med 72:562)"
    case .lcdaBackpacking: "Looney et al. 2022 (Med Sci Sports Exerc 54:646)"
    case .lcdaWalking: "Looney et al. 2019 (Med Sci Sports Exerc 51:1954)"
    }
  }
}

/// Conversions between joules, watts and kilocalories.
public enum Energy {
  /// Joules in one thermochemical kilocalorie.
  public static let joulesPerKilocalorie = 4184.0

  /// Converts joules to kilocalories.
  public static func kilocalories(joules: Double) -> Double { joules / joulesPerKilocalorie }

  /// Converts watts to kilocalories per hour.
  public static func kilocaloriesPerHour(watts: Double) -> Double {
    watts * 3600 / joulesPerKilocalorie
  }

  /// Returns the work of lifting a mass against gravity.
  ///
  /// - Parameters:
  ///   - mass: Kilograms.
  ///   - height: Metres.
  /// - Returns: Joules.
  public static func liftingWork(mass: Double, height: Double) -> Double {
    mass * 9.80665 * height
  }
}
