// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension SeriesChunk {
  /// Identifies a row in its series: by its identity values, and by the number of earlier rows with
  /// the same values.
  package struct Identity: Hashable, Sendable {
    /// The values as bytes, since the hash of a value is its length, which is equal in all rows.
    let values: [UInt8]
    let ordinal: Int
  }

  /// The rows with the columns of `names`, by identity.
  func byIdentity(_ names: [String], _ series: SeriesLayout) -> [Identity: [SQLValue]] {
    Dictionary(uniqueKeysWithValues: zip(identities(series), rows(of: names)))
  }

  /// The identities of the rows.
  package func identities(_ series: SeriesLayout) -> [Identity] {
    let places = series.identity.compactMap { columns.firstIndex(of: $0) }
    var counts: [[UInt8]: Int] = [:]
    return rows.map { row in
      let values = places.flatMap { row[$0].recordValue?.order.bytes ?? [0] }
      let ordinal = counts[values, default: 0]
      counts[values] = ordinal + 1
      return Identity(values: values, ordinal: ordinal)
    }
  }

  /// The rows in the order of the series; all devices order rows with equal order values alike.
  package func sorted(_ series: SeriesLayout) -> SeriesChunk {
    let order = columns.firstIndex(of: series.order)
    let keys = identities(series).map(\.order)
    let sorted = rows.indices.sorted { left, right in
      if let order {
        let (first, second) = (rows[left][order].number, rows[right][order].number)
        if first != second { return first < second }
      }
      return keys[left] < keys[right]
    }
    return SeriesChunk(columns: columns, rows: sorted.map { rows[$0] })
  }

  /// The rows, with the values of another copy in columns that this version of the schema lacks.
  package func adding(columnsOf other: SeriesChunk?, _ series: SeriesLayout) -> SeriesChunk {
    guard let other else { return self }
    let new = other.columns.filter { !columns.contains($0) }
    if new.isEmpty { return self }
    let values = other.byIdentity(new, series)
    let none = Array(repeating: SQLValue.null, count: new.count)
    return SeriesChunk(
      columns: columns + new,
      rows: zip(rows, identities(series)).map { $0 + (values[$1] ?? none) })
  }
}

extension SeriesChunk.Identity {
  /// The bytes that order identities.
  var order: ByteOrder {
    ByteOrder(bytes: values + [UInt8(truncatingIfNeeded: ordinal)])
  }
}

extension SQLValue {
  /// The value that orders a row: a number as it is, any other value before all numbers.
  var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: -.infinity
    }
  }
}
