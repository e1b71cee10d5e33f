// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// Merges two copies of a chunk of a series and their ancestor, row by row.
///
/// Rows that either side has added are included. Rows that either side has removed are not, unless
/// the other side has changed them. If both sides have changed a row with one identity, the copy
/// that was written later wins. The result does not depend on the order of the copies.
package struct SeriesMerge: Sendable {
  /// The merged rows, in order.
  package let merged: SeriesChunk
  /// The changed rows of either copy that were overwritten.
  package let lost: [(side: LostValue.Side, row: [SQLValue])]

  /// Merges two copies.
  ///
  /// - Parameters:
  ///   - ancestor: The common ancestor; nil if it is unknown, so that nothing counts as removed.
  ///   - sent: Copies that this device has sent without knowing whether the server has accepted
  ///     them. If the server has a row as it was sent, that row is the ancestor of this device's
  ///     row.
  ///   - local: This device's copy.
  ///   - remote: The server's copy.
  ///   - isLocalLater: Whether this device's copy was written later.
  ///   - series: The names of the columns that order and identify rows.
  package init(
    ancestor: SeriesChunk?, sent: [SeriesChunk] = [], local: SeriesChunk, remote: SeriesChunk,
    isLocalLater: Bool, series: SeriesLayout
  ) {
    let columns = local.columns + remote.columns.filter { !local.columns.contains($0) }.sorted()
    var old = ancestor?.byIdentity(columns, series) ?? [:]
    let own = local.byIdentity(columns, series)
    let others = remote.byIdentity(columns, series)
    for copy in sent {
      for (key, row) in copy.byIdentity(columns, series) where Self.isSame(row, others[key]) {
        old[key] = row
      }
    }
    var rows: [[SQLValue]] = []
    var lost: [(side: LostValue.Side, row: [SQLValue])] = []
    for key in Set(own.keys).union(others.keys) {
      let (left, right, before) = (own[key], others[key], old[key])
      if Self.isSame(left, right) {
        if let left { rows.append(left) }
        continue
      }
      let isLocal: Bool
      let isKnown = ancestor != nil || before != nil
      if isKnown, Self.isSame(left, before) {
        isLocal = false
      } else if isKnown, Self.isSame(right, before) {
        isLocal = true
      } else if left == nil || right == nil {
        // A changed row is restored.
        isLocal = left != nil
      } else {
        isLocal = isLocalLater
        if let row = isLocalLater ? right : left {
          lost.append((isLocalLater ? .remote : .local, row))
        }
      }
      if let row = isLocal ? left : right { rows.append(row) }
    }
    merged = SeriesChunk(columns: columns, rows: rows).sorted(series)
    self.lost = lost
  }

  /// Compares bits, since strings that look the same can differ.
  static func isSame(_ left: [SQLValue]?, _ right: [SQLValue]?) -> Bool {
    left.map { $0.map(\.recordValue) } == right.map { $0.map(\.recordValue) }
  }
}
