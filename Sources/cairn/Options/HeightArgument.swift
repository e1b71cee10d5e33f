// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// A person's height as typed, with its unit: `178 cm`, `70 in`.
struct HeightArgument: Sendable {
  /// Metres.
  let metres: Double

  /// Reads `text`.
  ///
  /// - Throws: `UnitError`, or a `ValidationError` for a negative one and where the unit is missing: a bare
  ///   length is a distance, in miles or kilometres.
  init(_ text: String) throws {
    do {
      metres = try Length.parse(text, default: .metric)
    } catch UnitError.outOfRange(_, kind: _) where text.contains("-") {
      throw ValidationError("A height can't be negative. Write such as \"178 cm\" or \"70 in\".")
    }
    guard text.contains(where: \.isLetter) else {
      throw ValidationError("Write the unit, such as \"178 cm\" or \"70 in\".")
    }
  }
}
