// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The types that nearly all attributes have, known by their identity: a cast to a protocol takes
/// longer than all else that is to be done with one.
enum NativeType {
  private static let columns: [ObjectIdentifier: _ColumnType] = [
    ObjectIdentifier(String.self): .text, ObjectIdentifier(Int.self): .integer,
    ObjectIdentifier(Double.self): .real, ObjectIdentifier(Bool.self): .boolean,
    ObjectIdentifier(Date.self): .date, ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Decimal.self): .decimal, ObjectIdentifier(Int64.self): .integer,
    ObjectIdentifier(Int32.self): .integer, ObjectIdentifier(Float.self): .real,
    ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
  ]

  /// How values of a type lie in a column; nil for all but the most common types.
  static func column(of type: Any.Type) -> _ColumnType? { columns[ObjectIdentifier(type)] }

  /// A value of one of the types as its column holds it; nil for others, and for what is refused.
  static func stored(_ value: Any, as column: _ColumnType) -> SQLValue? {
    switch column {
    case .text: (value as? String).map { .text($0) }
    case .integer: (value as? Int).map { .integer(Int64($0)) }
    case .real: (value as? Double).flatMap { $0.isNaN ? nil : .real($0) }
    case .boolean: (value as? Bool).map { .integer($0 ? 1 : 0) }
    case .date: (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
    default: nil
    }
  }
}
