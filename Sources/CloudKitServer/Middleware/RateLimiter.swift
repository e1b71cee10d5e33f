// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many requests a caller may make: a bucket of tokens for each, in this process.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// Buckets that are kept before those that are full again are dropped.
  private static let capacity = 10_000

  private let perSecond: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// A limiter for so many requests a second in the long run, and twice as many at once; 0 is no limit.
  package init(perSecond: Int) {
    self.perSecond = Double(perSecond)
    burst = Double(perSecond) * 2
  }

  /// Takes a token; if there is none, gives the whole seconds until there is one.
  package func take(_ caller: String, at now: ContinuousClock.Instant = .now) -> Int? {
    guard perSecond > 0 else { return nil }
    return buckets.withLock { buckets in
      if buckets.count >= Self.capacity, buckets[caller] == nil { prune(&buckets, now) }
      var bucket = buckets[caller] ?? Bucket(tokens: burst, filled: now)
      bucket.tokens = level(bucket, now)
      bucket.filled = now
      defer { buckets[caller] = bucket }
      guard bucket.tokens < 1 else {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
    }
  }

  private func level(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (now - bucket.filled).components
    let passed = max(0, Double(seconds) + Double(attoseconds) / 1e18)
    return min(burst, bucket.tokens + passed * perSecond)
  }

  private func prune(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { level($0.value, now) < burst }
    // All of them busy: the fullest have least to lose.
    if buckets.count >= Self.capacity {
      let kept = buckets.sorted { $0.value.tokens < $1.value.tokens }.prefix(Self.capacity / 2)
      buckets = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
  }
}
