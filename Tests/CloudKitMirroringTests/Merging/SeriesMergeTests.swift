// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData
import Testing

@Suite("Merging chunks of a series")
struct SeriesMergeTests {
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

  @Test("What both added is there in order, what one removed is not")
  func addedAndRemoved() {
    let ancestor = chunk([(1, 1, "a"), (2, 2, "b"), (3, 3, "c")])
    let local = chunk([(1, 1, "a"), (3, 3, "c"), (4, 4.5, "d")])
    let remote = chunk([(1, 1, "x"), (2, 2, "b"), (3, 3, "c"), (5, 4.2, "e")])
    let merged = merge(ancestor, local, remote)
    #expect(merged.merged == chunk([(1, 1, "x"), (3, 3, "c"), (5, 4.2, "e"), (4, 4.5, "d")]))
    #expect(merged.lost.isEmpty)
    #expect(merge(ancestor, remote, local).merged == merged.merged)
  }

  @Test("A row that both changed is as in the later copy, and a change beats a removal")
  func changed() {
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

  @Test("Without an ancestor nothing counts as removed")
  func noAncestor() {
    let merged = merge(nil, chunk([(1, 1, "a")]), chunk([(2, 0, "b")]))
    #expect(merged.merged == chunk([(2, 0, "b"), (1, 1, "a")]))
  }

  @Test("What was sent, and came to the server unheard, is what this device's copy was made from")
  func sent() {
    let sent = chunk([(1, 1, "a"), (2, 2, "b"), (3, 3, "c")])
    func merge(_ local: SeriesChunk, _ remote: SeriesChunk) -> SeriesMerge {
      SeriesMerge(
        ancestor: chunk([(1, 1, "a")]), sent: [sent], local: local, remote: remote,
        isLocalLater: false, series: layout)
    }
    // Removed and changed here since.
    let removed = merge(chunk([(1, 1, "a"), (3, 3, "x")]), sent)
    #expect(removed.merged == chunk([(1, 1, "a"), (3, 3, "x")]))
    #expect(removed.lost.isEmpty)
    // Whether it came there nobody knows where it is not: it stays.
    #expect(merge(sent, chunk([(1, 1, "a")])).merged == sent)
    // Removed here, and changed by another who had it from there.
    let changed = chunk([(1, 1, "a"), (2, 2, "y"), (3, 3, "c")])
    #expect(merge(chunk([(1, 1, "a"), (3, 3, "c")]), changed).merged == changed)
  }

  @Test("Columns of a newer schema stay")
  func newColumns() {
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
