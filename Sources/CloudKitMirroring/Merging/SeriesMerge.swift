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
  ///   - sent: Copies that this device has sent, of which it does not know whether the server has taken
  ///     them: a row that is there as it was sent is what this device's was made from.
  ///   - local: This device's copy.
  ///   - remote: The server's copy.
  ///   - isLocalLater: Whether this device's was written later.
  ///   - series: The names of the columns that rows are ordered and told apart by.
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
        // A change of a row brings it back.
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

  /// Compares bits, as texts that look the same can have others.
  static func isSame(_ left: [SQLValue]?, _ right: [SQLValue]?) -> Bool {
    left.map { $0.map(\.recordValue) } == right.map { $0.map(\.recordValue) }
  }
}
