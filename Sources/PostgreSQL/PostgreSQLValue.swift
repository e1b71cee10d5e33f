// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A value that is bound to a parameter of a statement.
package enum PostgreSQLValue: Sendable, Hashable, ExpressibleByNilLiteral {
  /// The null value.
  case null
  /// A text, also in a textual form of another type, such as JSON.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A UUID.
  case uuid(UUID)
  /// A truth value.
  case boolean(Bool)

  /// The null value.
  package init(nilLiteral: ()) { self = .null }

  /// The form that the server parses by the parameter's type.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .uuid(let uuid): uuid.uuidString
    case .boolean(let value): value ? "t" : "f"
    }
  }
}

/// The rows of a statement's result, as texts.
package struct PostgreSQLRows: Sendable, RandomAccessCollection {
  /// The values of a row by column; nil is the null value.
  package typealias Row = [String?]

  let rows: [Row]
  /// The number of rows that the statement has inserted, updated or deleted.
  package let affected: Int

  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }
  package subscript(position: Int) -> Row { rows[position] }

  /// The first value of the first row; nil if it is null or missing.
  package var value: String? { rows.first?.first ?? nil }
}
