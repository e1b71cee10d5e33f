// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value that lies in one column.
///
/// Conformances are in `ColumnValue+*.swift`. Other `Codable` values are stored as JSON text.
public protocol _ColumnValue {
  /// How the values lie in their column.
  static var _columnType: _ColumnType { get }
  /// Reads column `index` of the row that `reader` stands on.
  static func _read(_ reader: inout _RowReader, _ index: Int32) -> Self
  /// Binds the value to parameter `index` of the statement that `writer` fills.
  func _write(_ writer: inout _RowWriter, _ index: Int32)
}
