// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes a written quantity apart.
enum Quantity {
  /// The number and the unit, the latter in lower case and empty where none is given.
  static func split(
    _ text: String, kind: QuantityKind
  ) throws(UnitError) -> (number: Double, unit: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let digits = trimmed.prefix { "0123456789.,+-".contains($0) }
    let unit = trimmed.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, let number = Double(digits), number.isFinite else {
      throw .notANumber(text, kind: kind)
    }
    guard number >= 0 else { throw .outOfRange(text, kind: kind) }
    return (number, unit.lowercased())
  }
}
