// Cairn
// SPDX-License-Identifier: Apache-2.0

extension _ColumnValue where Self: FixedWidthInteger {
  /// INTEGER.
  public static var _columnType: _ColumnType { .integer }

  /// The integer of a column; a failure of `reader` if it doesn't fit.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Self {
    let value = reader.integer(index)
    if let exact = Self(exactly: value) { return exact }
    reader.fail(index, "\(value) does not fit \(Self.self)")
    return 0
  }

  /// Binds the integer; a failure of `writer` above `Int64.max`.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    guard let value = Int64(exactly: self) else {
      return writer.fail("\(self) is larger than Int64.max, which SQLite can't store")
    }
    writer.integer(value, index)
  }
}

extension Int8: _ColumnValue {}
extension Int16: _ColumnValue {}
extension Int32: _ColumnValue {}
extension UInt8: _ColumnValue {}
extension UInt16: _ColumnValue {}
extension UInt32: _ColumnValue {}
extension UInt: _ColumnValue {}
extension UInt64: _ColumnValue {}

extension Int: _ColumnValue {
  /// The integer of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Int {
    Int(reader.integer(index))
  }

  /// Binds the integer.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    writer.integer(Int64(self), index)
  }
}

extension Int64: _ColumnValue {
  /// The integer of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Int64 {
    reader.integer(index)
  }

  /// Binds the integer.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) { writer.integer(self, index) }
}

extension Bool: _ColumnValue {
  /// INTEGER, 0 or 1.
  public static var _columnType: _ColumnType { .boolean }

  /// True for any integer but 0.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Bool {
    reader.integer(index) != 0
  }

  /// Binds 0 or 1.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    writer.integer(self ? 1 : 0, index)
  }
}

extension Double: _ColumnValue {
  /// REAL.
  public static var _columnType: _ColumnType { .real }

  /// The number of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Double {
    reader.real(index)
  }

  /// Binds the number; a failure of `writer` for NaN.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) { writer.real(self, index) }
}

extension Float: _ColumnValue {
  /// REAL.
  public static var _columnType: _ColumnType { .real }

  /// The number of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Float {
    Float(reader.real(index))
  }

  /// Binds the number; a failure of `writer` for NaN.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    writer.real(Double(self), index)
  }
}
