// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
public import ArgumentParser
import Measures
import RuckMap

/// A weight argument, such as `35 lb` or `16 kg`; a bare number is in the user's unit system.
struct WeightArgument: Sendable {
  static let help = "such as \"35 lb\" or \"16 kg\""

  private let text: String

  /// Validates `text`.
  ///
  /// - Throws: `UnitError`, which names the accepted forms, or `ValidationError` for a negative
  ///   weight.
  init(_ text: String) throws {
    do {
      _ = try Mass.parse(text, default: .metric)
    } catch UnitError.outOfRange(_, kind: _) where text.contains("-") {
      throw ValidationError("A weight can't be negative. Write a weight \(Self.help).")
    }
    self.text = text
  }

  /// The weight in kilograms for a user of `unitSystem`.
  func kilograms(in unitSystem: UnitSystem) throws -> Double {
    try Mass.parse(text, default: unitSystem)
  }
}

/// A person's height argument, with its unit: `178 cm`, `70 in`.
struct HeightArgument: Sendable {
  /// The height in metres.
  let metres: Double

  /// Parses `text`.
  ///
  /// - Throws: `UnitError`, or `ValidationError` for a negative height or a missing unit: a bare
  ///   number would be a distance, in miles or kilometres.
  init(_ text: String) throws {
    do {
      metres = try Length.parse(text, default: .metric)
    } catch UnitError.outOfRange(_, kind: _) where text.contains("-") {
      throw ValidationError(
        "A height can't be negative. Write a height such as \"178 cm\" or \"70 in\".")
    }
    guard text.contains(where: \.isLetter) else {
      throw ValidationError("Write a height with its unit, such as \"178 cm\" or \"70 in\".")
    }
  }
}

// Profile values on the command line, by raw value: `imperial`, `outdoor_adventurer`.
extension UnitSystem: ExpressibleByArgument {}
extension UserPersona: ExpressibleByArgument {}
extension RuckFileFormat: ExpressibleByArgument {}
extension BiologicalSex: ExpressibleByArgument {}
extension FitnessLevel: ExpressibleByArgument {}
extension RuckPeriod: ExpressibleByArgument {}
extension WalkingSurface: ExpressibleByArgument {}
extension PrivacyLevel: ExpressibleByArgument {}
extension HealthCondition: ExpressibleByArgument {}
