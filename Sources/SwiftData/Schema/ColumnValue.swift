// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value that is stored in one column.
///
/// The conformances are in `ColumnValue+*.swift`. Other `Codable` values are stored as JSON.
public protocol _ColumnValue {
  /// The representation of the values in their column.
  static var _columnType: _ColumnType { get }
  /// Reads column `index` of the current row of `reader`.
  static func _read(_ reader: inout _RowReader, _ index: Int32) -> Self
  /// Binds the value to parameter `index` of the statement of `writer`.
  func _write(_ writer: inout _RowWriter, _ index: Int32)
}

/// The representation of an attribute's values in their column.
public enum _ColumnType: Hashable, Sendable {
  /// `Int`, `Int8` ... `Int64`, `UInt` ... `UInt64`: INTEGER.
  case integer
  /// `Bool`: INTEGER, 0 or 1.
  case boolean
  /// `Double` and `Float`: REAL.
  case real
  /// `String`: TEXT, byte for byte as given.
  case text
  /// `URL`: TEXT, the absolute string.
  case url
  /// `Date`: REAL, seconds since 2001-01-01T00:00:00Z.
  case date
  /// `UUID`: BLOB of 16 bytes.
  case uuid
  /// `Data`: BLOB; with `.externalStorage` ANY: BLOB where inline, TEXT with the file's name.
  case data
  /// `Decimal`: TEXT in plain notation, ordered by the collation `cairn_decimal`.
  case decimal
  /// Any other `Codable` value: TEXT, JSON.
  case json
  /// The output of a value transformer: BLOB.
  case transformed
  /// No column, for an attribute with the option `.ephemeral`.
  case ephemeral
}
