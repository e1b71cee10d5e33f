// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// How a mirror shares the store with who saves.
@Suite struct StoreShareTests {
  private let start = ContinuousClock.now

  private func after(_ milliseconds: Int) -> StoreShare.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func `what is saved now and then goes out at once`() {
    var share = StoreShare(at: start)
    for time in stride(from: 0, to: 10_000, by: 50) {
      share.didSave(at: after(time))
      share.didUse(.milliseconds(4), at: after(time + 4))
      #expect(share.pause(at: after(time + 4)) == .zero)
    }
  }

  @Test func `while there is one save after the other the mirror writes for a tenth of the time`() {
    var share = StoreShare(at: start)
    var (now, used) = (0, 0)
    while now < 10_000 {
      share.didSave(at: after(now))
      let pause = share.pause(at: after(now))
      if pause == .zero {
        now += 5
        used += 5
        share.didUse(.milliseconds(5), at: after(now))
      } else {
        now += Int((pause / .milliseconds(1)).rounded(.up))
      }
    }
    #expect(900...1_100 ~= used)
  }

  @Test func `when the saves have ended the mirror has the store for itself`() {
    var share = StoreShare(at: start)
    share.didSave(at: start)
    share.didUse(.seconds(2), at: after(2_000))
    #expect(share.pause(at: after(2_000)) == .zero)
    share.didSave(at: after(2_000))
    #expect(share.pause(at: after(2_050)) > .seconds(10))
    #expect(share.pause(at: after(2_101)) == .zero)
  }
}
