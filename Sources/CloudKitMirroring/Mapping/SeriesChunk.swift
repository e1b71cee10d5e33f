// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// Rows of a series as one field of a record has them: column by column, as differences, so that a row
/// of a track takes some 10 to 20 bytes, and every bit comes back.
///
/// The same rows are the same bytes on all devices. Columns that this program's version of the schema
/// doesn't have are kept.
package struct SeriesChunk: Hashable, Sendable {
  private static let version: UInt8 = 1
  /// The most columns, and rows times columns, that are read.
  private static let columnLimit = 256
  private static let valueLimit = 1_000_000

  /// The names of the fields.
  package private(set) var columns: [String]
  /// The rows, a value for each column.
  package private(set) var rows: [[SQLValue]]

  /// Rows with a value for each column; what a row lacks is NULL.
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

  /// The rows that ``encoded()`` wrote.
  ///
  /// Throws for bytes of a newer version, and for any others; never reads more than a million values.
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
    guard reader.isAtEnd else { throw MalformedBytes("there are bytes behind the rows") }
    guard Set(columns).count == columns.count else {
      throw MalformedBytes("it has two columns of one name")
    }
    rows = (0..<Int(rowCount)).map { row in values.map { $0[row] } }
  }

  /// The rows with the columns of a schema, in their order; those that the chunk doesn't have are NULL.
  package func rows(of names: [String]) -> [[SQLValue]] {
    if names == columns { return rows }
    let places = names.map { columns.firstIndex(of: $0) }
    return rows.map { row in places.map { $0.map { row[$0] } ?? .null } }
  }
}
