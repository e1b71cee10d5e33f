// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import PageKit

/// The body weight in the forms of rucks.
enum BodyWeightField {
  /// The possible weights in kilograms.
  private static let range = 20.0...500.0

  /// Parses a body weight in kilograms; nil for an empty text.
  static func kilograms(
    _ text: String?, _ unitSystem: UnitSystem
  ) throws(FieldProblem) -> Double? {
    guard let weight = try FieldProblem.mass(text, unitSystem) else { return nil }
    guard range.contains(weight) else {
      throw FieldProblem("A body weight is from 20 to 500 kg, which is 45 to 1,102 lb.")
    }
    return weight
  }
}
