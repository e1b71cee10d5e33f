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
  /// - Throws: `UnitError`, or a `ValidationError` where the unit is missing: a bare length is
  ///   a distance, in miles or kilometres.
  init(_ text: String) throws {
    metres = try Length.parse(text, default: .metric)
    guard text.contains(where: \.isLetter) else {
      throw ValidationError("Write the unit, such as \"178 cm\" or \"70 in\".")
    }
  }
}
