// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// Rows of a series, encoded in one field of a record: by columns and as differences, so that a row
/// of a track takes some 10 to 20 bytes without loss.
///
/// Equal rows are equal bytes on all devices. Columns that this version of the schema doesn't have
/// are retained.
package struct SeriesChunk: Hashable, Sendable {
  private static let version: UInt8 = 1
  /// The limits for decoding: columns, and rows times columns.
  private static let columnLimit = 256
  private static let valueLimit = 1_000_000

  /// The names of the fields.
  package private(set) var columns: [String]
  /// The rows, a value for each column.
  package private(set) var rows: [[SQLValue]]

  /// Creates a chunk of rows with a value for each column; missing values are NULL.
  package init(columns: [String], rows: [[SQLValue]]) {
    self.columns = columns
    self.rows = rows.map { row in
      row.count == columns.count
        ? row
        : columns.indices.map { $0 < row.count ? row[$0] : .null }
    }
  }

  /// The rows as bytes.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.byte(Self.version)
    writer.number(UInt64(rows.count))
    writer.number(UInt64(columns.count))
    for (place, name) in columns.enumerated() {
      writer.text(name)
      SeriesColumn(rows.map { $0[place] }).write(to: &writer)
    }
    return writer.data
  }

  /// Decodes the output of ``encoded()``.
  ///
  /// Throws for a newer version and for malformed bytes; never decodes more than a million values.
  package init(decoding data: Data) throws(MalformedBytes) {
    var reader = ByteReader(data)
    let version = try reader.byte()
    guard version == Self.version else {
      throw MalformedBytes("version \(version) of a series is unknown")
    }
    let rowCount = try reader.number()
    let columnCount = try reader.number()
    guard columnCount <= UInt64(Self.columnLimit), rowCount <= UInt64(Self.valueLimit),
      rowCount * Swift.max(1, columnCount) <= UInt64(Self.valueLimit)
    else { throw MalformedBytes("it has too many rows or columns") }
    columns = []
    var values: [[SQLValue]] = []
    for _ in 0..<Int(columnCount) {
      columns.append(try reader.text())
      values.append(try SeriesColumn(from: &reader, count: Int(rowCount)).values)
    }
    guard reader.isAtEnd else { throw MalformedBytes("there are bytes after the rows") }
    guard Set(columns).count == columns.count else {
      throw MalformedBytes("it has two columns of one name")
    }
    rows = (0..<Int(rowCount)).map { row in values.map { $0[row] } }
  }

  /// The rows with the columns of a schema, in their order; missing columns are NULL.
  package func rows(of names: [String]) -> [[SQLValue]] {
    if names == columns { return rows }
    let places = names.map { columns.firstIndex(of: $0) }
    return rows.map { row in places.map { $0.map { row[$0] } ?? .null } }
  }
}
