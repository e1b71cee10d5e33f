// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String: _ColumnValue {
  /// TEXT.
  public static var _columnType: _ColumnType { .text }

  /// The text of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> String {
    reader.text(index)
  }

  /// Binds the text without Unicode normalisation.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) { writer.text(self, index) }
}

extension Date: _ColumnValue {
  /// REAL, seconds since 2001-01-01T00:00:00Z.
  public static var _columnType: _ColumnType { .date }

  /// The date of a column.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: reader.real(index))
  }

  /// Binds the seconds since the reference date.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    writer.real(timeIntervalSinceReferenceDate, index)
  }
}

extension UUID: _ColumnValue {
  /// BLOB of 16 bytes.
  public static var _columnType: _ColumnType { .uuid }

  /// The UUID of a column; a failure of `reader` if the value is not 16 bytes long.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> UUID {
    let uuid: UUID? = reader.bytes(index) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    if let uuid { return uuid }
    reader.fail(index, "it is not 16 bytes long, as a UUID must be")
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Binds the 16 bytes.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    withUnsafeBytes(of: uuid) { writer.blob($0, index) }
  }
}

extension Data: _ColumnValue {
  /// BLOB.
  public static var _columnType: _ColumnType { .data }

  /// The bytes of a column or of its external file.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Data {
    reader.data(index)
  }

  /// Binds the bytes, or the name of the external file that contains them.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) { writer.data(self, index) }
}

extension URL: _ColumnValue {
  /// TEXT, the absolute string.
  public static var _columnType: _ColumnType { .url }

  /// The URL of a column; a failure of `reader` if the text is invalid.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> URL {
    let text = reader.text(index)
    if let url = URL(string: text) { return url }
    reader.fail(index, "\"\(text)\" is not a URL")
    return URL(filePath: "/")
  }

  /// Binds the absolute string.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    writer.text(absoluteString, index)
  }
}

extension Decimal: _ColumnValue {
  /// TEXT in plain notation.
  public static var _columnType: _ColumnType { .decimal }

  /// The number of a column; a failure of `reader` if the text is invalid.
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Decimal {
    let text = reader.text(index)
    if let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) { return value }
    reader.fail(index, "\"\(text)\" is not a decimal number")
    return 0
  }

  /// Binds the exact digits; a failure of `writer` for NaN.
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    if isNaN { return writer.fail("it is not a number (NaN)") }
    writer.text(storedText, index)
  }

  /// All digits in plain notation, without trailing zeros; equal values have equal texts.
  package var storedText: String { description }
}

extension Optional: _ColumnValue where Wrapped: _ColumnValue {
  /// The column type of the wrapped type.
  public static var _columnType: _ColumnType { Wrapped._columnType }

  /// Nil for NULL.
  @inlinable
  public static func _read(_ reader: inout _RowReader, _ index: Int32) -> Wrapped? {
    reader.isNull(index) ? nil : Wrapped._read(&reader, index)
  }

  /// Binds NULL for nil.
  @inlinable
  public func _write(_ writer: inout _RowWriter, _ index: Int32) {
    if let self { self._write(&writer, index) } else { writer._null() }
  }
}
