// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures

/// An invalid value in a form field.
package struct FieldProblem: Error {
  package var message: String
  /// The name of the form field; nil if the problem concerns the whole form.
  package var field: String?

  package init(_ message: String, field: String? = nil) {
    self.message = message
    self.field = field
  }

  /// Parses a weight in kilograms; nil for an empty field.
  ///
  /// - Throws: FieldProblem with the accepted forms.
  package static func mass(
    _ text: String?, _ unitSystem: UnitSystem
  ) throws(FieldProblem) -> Double? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    do {
      return try Mass.parse(text, default: unitSystem)
    } catch {
      throw FieldProblem((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }
}
