// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap

/// What is wrong with what was typed into a form.
struct FieldProblem: Error {
  var message: String

  init(_ message: String) {
    self.message = message
  }

  /// Kilograms of a field that holds a weight; nil if it is empty.
  ///
  /// - Throws: FieldProblem that says what can be written.
  static func mass(_ text: String?, _ unitSystem: UnitSystem) throws(FieldProblem) -> Double? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    do {
      return try Mass.parse(text, default: unitSystem)
    } catch {
      throw FieldProblem((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }
}
