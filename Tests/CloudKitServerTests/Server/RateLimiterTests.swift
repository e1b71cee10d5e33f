// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Testing

/// The rate limit of one caller.
@Suite(.serialized) struct RateLimiterTests {
  @Test func `each caller has its own burst and rate`() {
    let limiter = RateLimiter(perSecond: 2)
    let start = ContinuousClock.now
    for _ in 0..<4 { #expect(limiter.consume("a", at: start) == nil) }
    #expect(limiter.consume("a", at: start) == 1)
    #expect(limiter.consume("b", at: start) == nil)
    #expect(limiter.consume("a", at: start + .milliseconds(500)) == nil)
    #expect(limiter.consume("a", at: start + .milliseconds(500)) == 1)
    #expect(limiter.consume("a", at: start + .seconds(60)) == nil)
    // A monotonic clock never runs backwards; if it does, nothing breaks.
    #expect(limiter.consume("a", at: start) == nil)
  }

  @Test func `many callers do not limit each other, and a rate of zero is no limit`() {
    let limiter = RateLimiter(perSecond: 1)
    let start = ContinuousClock.now
    for number in 0..<30_000 { #expect(limiter.consume("\(number)", at: start) == nil) }
    let free = RateLimiter(perSecond: 0)
    for _ in 0..<100 { #expect(free.consume("a", at: start) == nil) }
  }
}
