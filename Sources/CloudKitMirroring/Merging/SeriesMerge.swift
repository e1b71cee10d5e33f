// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// Two copies of a chunk of a series and what they were made from, merged row by row.
///
/// What either has added is there, what either has removed is not, unless the other changed it. Rows
/// are told apart by their identity; one that both changed is as in the copy that was written later.
/// Merging in either order gives the same.
package struct SeriesMerge: Sendable {
  /// The rows of both, in order.
  package let merged: SeriesChunk
  /// The rows of either copy that were changed and are not kept.
  package let lost: [(side: LostValue.Side, row: [SQLValue])]

  /// Merges two copies.
  ///
  /// - Parameters:
  ///   - ancestor: What both were made from; nil if it is not known, and nothing counts as removed.
  ///   - local: This device's copy.
  ///   - remote: The server's copy.
  ///   - isLocalLater: Whether this device's was written later.
  ///   - series: The names of the columns that rows are ordered and told apart by.
  package init(
    ancestor: SeriesChunk?, local: SeriesChunk, remote: SeriesChunk, isLocalLater: Bool,
    series: SeriesLayout
  ) {
    let columns = local.columns + remote.columns.filter { !local.columns.contains($0) }.sorted()
    let identity = series.identity
    let old = ancestor.map { Self.byIdentity($0, columns, identity) } ?? [:]
    let own = Self.byIdentity(local, columns, identity)
    let others = Self.byIdentity(remote, columns, identity)
    var rows: [(key: [RecordValue?], row: [SQLValue])] = []
    var lost: [(side: LostValue.Side, row: [SQLValue])] = []
    for key in Set(own.keys).union(others.keys) {
      let (left, right, before) = (own[key], others[key], old[key])
      if Self.isSame(left, right) {
        if let left { rows.append((key, left)) }
        continue
      }
      let isLocal: Bool
      if ancestor != nil, Self.isSame(left, before) {
        isLocal = false
      } else if ancestor != nil, Self.isSame(right, before) {
        isLocal = true
      } else if left == nil || right == nil {
        // A change of a row brings it back.
        isLocal = left != nil
      } else {
        isLocal = isLocalLater
        if let row = isLocalLater ? right : left {
          lost.append((isLocalLater ? .remote : .local, row))
        }
      }
      if let row = isLocal ? left : right { rows.append((key, row)) }
    }
    let order = columns.firstIndex(of: series.order)
    func isBefore(_ left: [SQLValue], _ right: [SQLValue]) -> Bool? {
      guard let order else { return nil }
      let (left, right) = (Self.number(left[order]), Self.number(right[order]))
      return left == right ? nil : left < right
    }
    rows.sort { left, right in
      isBefore(left.row, right.row) ?? (Self.bytes(left.key) < Self.bytes(right.key))
    }
    merged = SeriesChunk(columns: columns, rows: rows.map(\.row))
    self.lost = lost
  }

  /// Compares bits, as texts that look the same can have others.
  private static func isSame(_ left: [SQLValue]?, _ right: [SQLValue]?) -> Bool {
    left.map { $0.map(\.recordValue) } == right.map { $0.map(\.recordValue) }
  }

  private static func byIdentity(
    _ chunk: SeriesChunk, _ columns: [String], _ identity: [String]
  ) -> [[RecordValue?]: [SQLValue]] {
    let rows = chunk.rows(of: columns)
    let places = identity.compactMap { columns.firstIndex(of: $0) }
    return Dictionary(rows.map { row in (places.map { row[$0].recordValue }, row) }) { $1 }
  }

  private static func number(_ value: SQLValue) -> Double {
    switch value {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: -.infinity
    }
  }

  private static func bytes(_ key: [RecordValue?]) -> ByteOrder {
    ByteOrder(bytes: key.flatMap { $0?.order.bytes ?? [0] })
  }
}
