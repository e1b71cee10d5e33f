// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation
import Synchronization
import Testing

/// The return of freed memory to the operating system.
@Suite struct MemoryTrimmerTests {
  @Test(.timeLimit(.minutes(15)))
  func `releases above the threshold cause a single trim`() async throws {
    let trims = Mutex(0)
    let trimmer = MemoryTrimmer(threshold: 100, delay: 0.05) { trims.withLock { $0 += 1 } }
    trimmer.didRelease(99)
    try await Task.sleep(for: .milliseconds(200))
    #expect(trims.withLock { $0 } == 0)
    for _ in 0..<10 { trimmer.didRelease(50) }
    while trims.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(200))
    #expect(trims.withLock { $0 } == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a budget reports released bytes to its trimmer`() async throws {
    let trims = Mutex(0)
    let trimmer = MemoryTrimmer(threshold: 300, delay: 0) { trims.withLock { $0 += 1 } }
    let budget = MemoryBudget(limit: 1000, trimmer: trimmer)
    let share = budget.share(of: "a")
    try share.add(200)
    share.set(to: 0)
    do {
      let other = budget.share(of: "b")
      try other.add(100)
    }
    while trims.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(budget.total == 0)
  }
}
