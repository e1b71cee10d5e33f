// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The form of an axis' values, for the script that shows the values at the pointer's position.
///
/// ```swift
/// let axis = ChartReading(.number, decimals: 2, unit: "mi").axis(from: 0, to: 1.85)
/// // "number|0.000|1.850|2|mi"
/// ```
package struct ChartReading: Sendable, Equatable {
  /// The form of a value's text.
  package enum Form: String, Sendable {
    /// A decimal number.
    case number
    /// Seconds as `2:05.3` or `1:02:05`.
    case clock
  }

  package let form: Form
  package let decimals: Int
  /// The unit; empty for none.
  package let unit: String

  package init(_ form: Form, decimals: Int = 0, unit: String = "") {
    (self.form, self.decimals, self.unit) = (form, decimals, unit)
  }

  /// The text of an axis whose ends have the given values.
  package func axis(from first: Double, to last: Double) -> String {
    let ends = String(format: "%.3f|%.3f", first, last)
    return "\(form.rawValue)|\(ends)|\(decimals)|\(unit.replacing("|", with: ""))"
  }
}
