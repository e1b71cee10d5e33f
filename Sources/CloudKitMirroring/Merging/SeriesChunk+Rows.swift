// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension SeriesChunk {
  /// What tells a row from the others of its series: the values of its identity, and how many rows with
  /// the same are before it.
  package struct Identity: Hashable, Sendable {
    /// The values as bytes: values themselves are hashed by their lengths, which are the same in all rows.
    let values: [UInt8]
    let ordinal: Int
  }

  /// The rows with the columns of `names` by what tells them apart.
  func byIdentity(_ names: [String], _ series: SeriesLayout) -> [Identity: [SQLValue]] {
    Dictionary(uniqueKeysWithValues: zip(identities(series), rows(of: names)))
  }

  /// What tells each row apart.
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

  /// The rows in the order of the series; those that come at the same are in one that all devices find.
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

  /// The rows with what another copy has in columns that this program's version of the schema lacks.
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
  /// Compares as bytes.
  var order: ByteOrder {
    ByteOrder(bytes: values + [UInt8(truncatingIfNeeded: ordinal)])
  }
}

extension SQLValue {
  /// What rows are in the order of: numbers as they are, all else before them.
  var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: -.infinity
    }
  }
}
