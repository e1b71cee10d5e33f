// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// The division of a store's time between its mirror and saves.
@Suite struct StoreShareTests {
  private let start = ContinuousClock.now

  private func after(_ milliseconds: Int) -> StoreShare.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func `occasional saves do not delay the mirror`() {
    var share = StoreShare(at: start)
    for time in stride(from: 0, to: 10_000, by: 50) {
      share.didSave(at: after(time))
      share.didUse(.milliseconds(4), at: after(time + 4))
      #expect(share.pause(at: after(time + 4)) == .zero)
    }
  }

  @Test func `under continuous saves the mirror writes a tenth of the time`() {
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

  @Test func `the mirror is not delayed once saves have ended`() {
    var share = StoreShare(at: start)
    share.didSave(at: start)
    share.didUse(.seconds(2), at: after(2_000))
    #expect(share.pause(at: after(2_000)) == .zero)
    share.didSave(at: after(2_000))
    #expect(share.pause(at: after(2_050)) > .seconds(10))
    #expect(share.pause(at: after(2_101)) == .zero)
  }
}
