// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// A weight as typed, such as `35 lb` or `16 kg`; a bare number is in the user's unit system.
struct WeightArgument: Sendable {
  static let help = "a weight such as \"35 lb\" or \"16 kg\""

  private let text: String

  /// Keeps `text` if it can be read.
  ///
  /// - Throws: `UnitError`, which says what can be written, or a `ValidationError` for a negative one.
  init(_ text: String) throws {
    do {
      _ = try Mass.parse(text, default: .metric)
    } catch UnitError.outOfRange(_, kind: _) where text.contains("-") {
      throw ValidationError("A weight can't be negative. Write \(Self.help).")
    }
    self.text = text
  }

  /// The weight in kilograms for a user of `unitSystem`.
  func kilograms(in unitSystem: UnitSystem) throws -> Double {
    try Mass.parse(text, default: unitSystem)
  }
}
