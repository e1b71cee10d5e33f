// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How an attribute's values lie in their column.
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
  /// What a value transformer makes of a value: BLOB.
  case transformed
  /// Nothing: an attribute with the option `.ephemeral` has no column.
  case ephemeral
}
