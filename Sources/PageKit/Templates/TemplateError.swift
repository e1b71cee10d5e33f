// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A template that is not well-formed.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// The name of the template.
  package let template: String
  /// The line, from 1.
  package let line: Int
  let reason: String

  package var description: String {
    "cannot parse the template \(template): line \(line): \(reason)."
  }
}
