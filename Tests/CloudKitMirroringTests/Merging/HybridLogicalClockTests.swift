// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CloudKitMirroring

/// Hybrid logical clocks and their timestamps.
@Suite struct HybridLogicalClockTests {
  private let day: Int64 = 86_400_000

  @Test func `timestamps ascend when the wall clock stops or goes back`() {
    var clock = HybridLogicalClock(node: 7)
    var last = HybridTimestamp.distantPast
    for now: Int64 in [1_000_000, 1_000_000, 999_990, 1_000_001, 990_000] {
      let next = clock.tick(now: now)
      #expect(next > last)
      #expect(next.node == 7)
      last = next
    }
  }

  @Test func `a full counter carries into the milliseconds`() {
    var clock = HybridLogicalClock(node: 1)
    var last = clock.tick(now: 5_000)
    for _ in 0..<40_000 {
      let next = clock.tick(now: 5_000)
      #expect(next > last)
      last = next
    }
    #expect(last.milliseconds == 5_001)
  }

  @Test func `a write after a received timestamp is later, even with a slow clock`() {
    var ahead = HybridLogicalClock(node: 1)
    var behind = HybridLogicalClock(node: 2)
    let seen = ahead.tick(now: 20_100 * day)
    let believed = behind.receive(seen, modified: 20_100 * day + 50, now: 20_097 * day)
    #expect(believed == seen)
    #expect(behind.tick(now: 20_097 * day) > seen)
  }

  @Test func `a timestamp days after the server's date is bounded by that date`() {
    var skewed = HybridLogicalClock(node: 1)
    var right = HybridLogicalClock(node: 2)
    let stamp = skewed.tick(now: 20_103 * day)
    let believed = right.receive(stamp, modified: 20_100 * day, now: 20_100 * day)
    #expect(believed.milliseconds == 20_100 * day)
    #expect(believed.node == 1)
    #expect(right.tick(now: 20_100 * day + 1) > believed)
    #expect(right.tick(now: 20_100 * day + 2).milliseconds < 20_100 * day + 1_000)
  }

  @Test func `a bounded timestamp identifies its write, whatever date the server gives it`() {
    var clock = HybridLogicalClock(node: 1)
    let (first, second) = (clock.tick(now: 20_103 * day), clock.tick(now: 20_103 * day + 10))
    func dated(_ time: HybridTimestamp, _ milliseconds: Int64) -> HybridTimestamp {
      HybridLogicalClock.bounded(time, modified: 20_100 * day + milliseconds)
    }
    for change in [{ $0 }, \.asMade] as [(HybridTimestamp) -> HybridTimestamp] {
      let (first, second) = (change(first), change(second))
      let (now, later) = (dated(first, 0), dated(first, 5_000))
      #expect(now < later)
      #expect(HybridLogicalClock.isSameWrite(now, later))
      #expect(!HybridLogicalClock.isSameWrite(now, dated(second, 0)))
      let other = HybridTimestamp(packed: now.packed, node: 2)
      #expect(!HybridLogicalClock.isSameWrite(now, other))
      // A write that replaces it is not bounded.
      let next = HybridTimestamp(milliseconds: 20_099 * day, node: 2).replacing(now)
      #expect(next > now && !HybridLogicalClock.isBounded(next))
    }
    #expect(!HybridLogicalClock.isSameWrite(first, second))
    #expect(HybridLogicalClock.isSameWrite(first, first))
  }

  @Test func `without a server's date, the local clock bounds a timestamp`() {
    var clock = HybridLogicalClock(node: 2)
    let far = HybridTimestamp(milliseconds: 20_200 * day, node: 1)
    #expect(clock.receive(far, modified: nil, now: 20_100 * day).milliseconds == 20_100 * day)
    let near = HybridTimestamp(milliseconds: 20_100 * day + 59_000, node: 1)
    #expect(clock.receive(near, modified: nil, now: 20_100 * day) == near)
  }

  @Test func `a clock that was ahead continues from the correct time`() {
    var clock = HybridLogicalClock(node: 1)
    let wrong = clock.tick(now: 20_103 * day)
    let right = clock.tick(now: 20_100 * day)
    #expect(right.milliseconds == 20_100 * day)
    let replacing = clock.tick(now: 20_100 * day).replacing(wrong)
    #expect(replacing > wrong)
    #expect(clock.tick(now: 20_100 * day + 5).milliseconds == 20_100 * day + 5)
  }

  @Test func `a write is later than the write that it replaces, on any device`() {
    let old = HybridTimestamp(milliseconds: 9_000, node: 5)
    let early = HybridTimestamp(milliseconds: 1_000, node: 1)
    let late = HybridTimestamp(milliseconds: 10_000, node: 1)
    #expect(early.replacing(old) > old && early.replacing(old).node == 1)
    #expect(late.replacing(old) == late)
  }

  @Test func `the node orders timestamps of equal time`() {
    let first = HybridTimestamp(milliseconds: 5, counter: 1, node: 1)
    let second = HybridTimestamp(milliseconds: 5, counter: 1, node: 2)
    #expect(first < second)
    #expect(HybridTimestamp(milliseconds: 5, counter: 2, node: 1) > second)
  }

  @Test func `times out of range are clamped`() {
    #expect(HybridTimestamp(milliseconds: -5, node: 1).milliseconds == 0)
    #expect(HybridTimestamp(milliseconds: .max, node: 1).milliseconds == (1 << 48) - 1)
    var clock = HybridLogicalClock(node: 1)
    let last = clock.tick(now: .max)
    #expect(clock.tick(now: .max) > last)
    #expect(clock.tick(now: .min) > .distantPast)
    _ = clock.receive(HybridTimestamp(packed: .max, node: 9), modified: .max, now: .min)
    _ = clock.tick(now: 0).replacing(HybridTimestamp(packed: .max, node: 9))
  }

  @Test func `a clock survives encoding and decoding`() throws {
    var clock = HybridLogicalClock(node: 99)
    _ = clock.tick(now: 12_345)
    let read = try JSONDecoder().decode(
      HybridLogicalClock.self, from: JSONEncoder().encode(clock))
    #expect(read == clock)
  }
}
