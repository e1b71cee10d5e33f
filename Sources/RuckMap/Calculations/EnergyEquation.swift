// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The published equations that turn a track into energy.
public enum EnergyEquation: String, Codable, Sendable, CaseIterable {
  /// Pandolf with Santee's correction downhill.
  case pandolfSantee = "pandolf-santee"
  /// LCDABackpacking.
  case lcdaBackpacking = "lcda-backpacking"
  /// LCDAWalking, for walks without a load.
  case lcdaWalking = "lcda-walking"

  /// The speeds in metres per second within which the equation was made.
  public var speedRange: ClosedRange<Double> {
    switch self {
    case .pandolfSantee: Pandolf.speedRange
    case .lcdaBackpacking: LCDABackpacking.speedRange
    case .lcdaWalking: LCDAWalking.speedRange
    }
  }

  /// The grades in percent to which a leg's grade is limited.
  public var gradeRange: ClosedRange<Double> {
    switch self {
    case .pandolfSantee: Santee.steepestGrade...Pandolf.gradeRange.upperBound
    case .lcdaBackpacking, .lcdaWalking: LCDAWalking.gradeRange
    }
  }

  /// Where the equation was published.
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
