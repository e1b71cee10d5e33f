// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Testing

/// How often somebody may ask.
@Suite(.serialized) struct RateLimiterTests {
  @Test func `a caller has a burst, then a rate, and others their own`() {
    let limiter = RateLimiter(perSecond: 2)
    let start = ContinuousClock.now
    for _ in 0..<4 { #expect(limiter.take("a", at: start) == nil) }
    #expect(limiter.take("a", at: start) == 1)
    #expect(limiter.take("b", at: start) == nil)
    #expect(limiter.take("a", at: start + .milliseconds(500)) == nil)
    #expect(limiter.take("a", at: start + .milliseconds(500)) == 1)
    #expect(limiter.take("a", at: start + .seconds(60)) == nil)
    // The clock of a machine may not go back, but nothing breaks if it does.
    #expect(limiter.take("a", at: start) == nil)
  }

  @Test func `many callers are not remembered for ever, and zero is no limit`() {
    let limiter = RateLimiter(perSecond: 1)
    let start = ContinuousClock.now
    for number in 0..<30_000 { #expect(limiter.take("\(number)", at: start) == nil) }
    let free = RateLimiter(perSecond: 0)
    for _ in 0..<100 { #expect(free.take("a", at: start) == nil) }
  }
}
