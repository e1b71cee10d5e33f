// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import DeviceSync
import Testing

/// The state of an app's sync, as a rule of facts.
struct SyncStateTests {
  private static func facts(_ change: (inout SyncState.Facts) -> Void) -> SyncState.Facts {
    var facts = SyncState.Facts()
    change(&facts)
    return facts
  }

  @Test(arguments: [
    (facts { _ in }, SyncState.current),
    (facts { $0.pending = 3 }, .pending),
    (facts { $0.hasFetched = false }, .waiting),
    (facts { ($0.hasFetched, $0.pending) = (false, 2) }, .waiting),
    (facts { $0.isExchanging = true }, .exchanging),
    (facts { ($0.isExchanging, $0.error) = (true, .networkFailure) }, .exchanging),
    (facts { $0.error = .networkFailure }, .offline),
    (facts { $0.error = .networkUnavailable }, .offline),
    (facts { $0.error = .serviceUnavailable }, .offline),
    (facts { $0.error = .requestRateLimited }, .offline),
    (facts { $0.error = .notAuthenticated }, .failed),
    (facts { $0.error = .partialFailure }, .failed),
    (facts { $0.rejected = 1 }, .failed),
    (facts { $0.pause = .otherAccount }, .failed),
    (facts { ($0.pause, $0.isExchanging) = (.quotaExceeded, true) }, .failed),
    (facts { ($0.pause, $0.error) = (.signedOut, .notAuthenticated) }, .waiting),
    (facts { $0.includesApp = false }, .excluded),
    (facts { ($0.isSignedIn, $0.pending) = (false, 4) }, .signedOut),
    (facts { ($0.isSignedIn, $0.error) = (false, .notAuthenticated) }, .signedOut),
  ])
  func `the state follows from the facts`(_ facts: SyncState.Facts, _ state: SyncState) {
    #expect(SyncState(facts) == state)
  }

  @Test
  func `each state has another label`() {
    let labels = SyncState.allCases.map(\.label)
    #expect(Set(labels).count == SyncState.allCases.count)
    #expect(labels.allSatisfy { !$0.isEmpty })
  }
}
