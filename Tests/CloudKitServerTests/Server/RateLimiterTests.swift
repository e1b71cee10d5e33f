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

  @Test func `many callers do not limit each other`() {
    let limiter = RateLimiter(perSecond: 1)
    let start = ContinuousClock.now
    for number in 0..<30_000 { #expect(limiter.consume("\(number)", at: start) == nil) }
  }

  @Test func `the number of buckets is bounded, and an evicted caller is not the busiest one`() {
    let limiter = RateLimiter(perSecond: 1)
    let start = ContinuousClock.now
    for _ in 0..<2 { #expect(limiter.consume("busy", at: start) == nil) }
    #expect(limiter.consume("busy", at: start) == 1)
    for number in 0..<3 * RateLimiter.capacity { _ = limiter.consume("\(number)", at: start) }
    #expect(limiter.callerCount <= RateLimiter.capacity)
    #expect(limiter.consume("busy", at: start) == 1)
  }

  @Test func `buckets that have refilled are evicted`() {
    let limiter = RateLimiter(perSecond: 1)
    let start = ContinuousClock.now
    for number in 0..<RateLimiter.capacity { _ = limiter.consume("\(number)", at: start) }
    #expect(limiter.callerCount == RateLimiter.capacity)
    #expect(limiter.consume("late", at: start + .seconds(2)) == nil)
    #expect(limiter.callerCount == 1)
  }

  @Test func `a rate of zero is no limit`() {
    let limiter = RateLimiter(perSecond: 0)
    let start = ContinuousClock.now
    for _ in 0..<100 { #expect(limiter.consume("a", at: start) == nil) }
  }
}
