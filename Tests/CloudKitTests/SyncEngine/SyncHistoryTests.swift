// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// Random runs of a sync machine: no change is lost, and no caller waits forever.
@Suite struct SyncHistoryTests {
  @Test(arguments: [0, 1, 2, 3])
  func `after a random run, all changes are sent and fetched`(part: Int) {
    for seed in part * 250..<(part + 1) * 250 {
      var history = SyncHistory(seed: UInt64(seed))
      history.run(steps: 300)
      #expect(history.problems.isEmpty, "seed \(seed)")
    }
  }

  @Test func `a seed reproduces its run`() {
    for seed in UInt64(5_000)..<5_010 {
      var (first, second) = (SyncHistory(seed: seed), SyncHistory(seed: seed))
      first.run(steps: 200)
      second.run(steps: 200)
      #expect(first.trace == second.trace, "seed \(seed)")
    }
  }
}
