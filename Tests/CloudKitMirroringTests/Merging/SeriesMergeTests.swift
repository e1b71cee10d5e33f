// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData
import Testing

/// Merges of two versions of a chunk.
@Suite struct SeriesMergeTests {
  private let layout = SeriesLayout(
    entity: "Point", owner: "session", order: "time", identity: ["id"],
    columns: ["id", "time", "value"])

  private func chunk(_ rows: [(Int64, Double, String)]) -> SeriesChunk {
    SeriesChunk(
      columns: layout.columns, rows: rows.map { [.integer($0.0), .real($0.1), .text($0.2)] })
  }

  private func merge(
    _ ancestor: SeriesChunk?, _ local: SeriesChunk, _ remote: SeriesChunk, isLocalLater: Bool = true
  ) -> SeriesMerge {
    SeriesMerge(
      ancestor: ancestor, local: local, remote: remote, isLocalLater: isLocalLater, series: layout)
  }

  @Test func `a merge has the added rows of both sides in order, without removed ones`() {
    let ancestor = chunk([(1, 1, "a"), (2, 2, "b"), (3, 3, "c")])
    let local = chunk([(1, 1, "a"), (3, 3, "c"), (4, 4.5, "d")])
    let remote = chunk([(1, 1, "x"), (2, 2, "b"), (3, 3, "c"), (5, 4.2, "e")])
    let merged = merge(ancestor, local, remote)
    #expect(merged.merged == chunk([(1, 1, "x"), (3, 3, "c"), (5, 4.2, "e"), (4, 4.5, "d")]))
    #expect(merged.lost.isEmpty)
    #expect(merge(ancestor, remote, local).merged == merged.merged)
  }

  @Test func `the later copy of a row wins, and a change wins over a removal`() {
    let ancestor = chunk([(1, 1, "a"), (2, 2, "b")])
    let local = chunk([(1, 1, "x")])
    let remote = chunk([(1, 1, "y"), (2, 2, "z")])
    let merged = merge(ancestor, local, remote, isLocalLater: true)
    #expect(merged.merged == chunk([(1, 1, "x"), (2, 2, "z")]))
    #expect(merged.lost.map(\.side) == [.remote])
    let other = merge(ancestor, remote, local, isLocalLater: false)
    #expect(other.merged == merged.merged)
    #expect(other.lost.map(\.side) == [.local])
  }

  @Test func `without an ancestor, no row counts as removed`() {
    let merged = merge(nil, chunk([(1, 1, "a")]), chunk([(2, 0, "b")]))
    #expect(merged.merged == chunk([(2, 0, "b"), (1, 1, "a")]))
  }

  @Test func `an unacknowledged chunk that reached the server is the ancestor of the merge`() {
    let sent = chunk([(1, 1, "a"), (2, 2, "b"), (3, 3, "c")])
    func merge(_ local: SeriesChunk, _ remote: SeriesChunk) -> SeriesMerge {
      SeriesMerge(
        ancestor: chunk([(1, 1, "a")]), sent: [sent], local: local, remote: remote,
        isLocalLater: false, series: layout)
    }
    // Removed and changed locally since then.
    let removed = merge(chunk([(1, 1, "a"), (3, 3, "x")]), sent)
    #expect(removed.merged == chunk([(1, 1, "a"), (3, 3, "x")]))
    #expect(removed.lost.isEmpty)
    // Absent from the server's chunk: the rows may never have arrived, and stay.
    #expect(merge(sent, chunk([(1, 1, "a")])).merged == sent)
    // Removed locally, and changed by a device that had fetched it.
    let changed = chunk([(1, 1, "a"), (2, 2, "y"), (3, 3, "c")])
    #expect(merge(chunk([(1, 1, "a"), (3, 3, "c")]), changed).merged == changed)
  }

  @Test func `columns of a newer schema are retained`() {
    let remote = SeriesChunk(
      columns: layout.columns + ["power"],
      rows: [[.integer(1), .real(1), .text("a"), .integer(250)]])
    let ancestor = remote
    let local = SeriesChunk(
      columns: layout.columns + ["power"],
      rows: remote.rows + [[.integer(2), .real(2), .text("b"), .null]])
    let merged = merge(ancestor, local, remote)
    #expect(merged.merged == local)
  }
}
