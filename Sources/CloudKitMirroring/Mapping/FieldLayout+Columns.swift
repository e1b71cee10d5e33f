// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SwiftData

extension FieldLayout {
  /// The value of an attribute's column; nil for NULL.
  package func value(of column: SQLValue) -> RecordValue? {
    switch column {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .data(value)
    }
  }

  /// The column of an attribute for a value; nil if the value has another type.
  package func column(of value: RecordValue) -> SQLValue? {
    switch (column, value) {
    case (.integer, .integer(let value)), (.boolean, .integer(let value)): .integer(value)
    case (.real, .real(let value)), (.date, .real(let value)): .real(value)
    case (.text, .text(let value)), (.url, .text(let value)), (.decimal, .text(let value)),
      (.json, .text(let value)):
      .text(value)
    case (.uuid, .data(let value)) where value.count == 16: .blob(value)
    case (.data, .data(let value)), (.transformed, .data(let value)): .blob(value)
    default: nil
    }
  }
}
