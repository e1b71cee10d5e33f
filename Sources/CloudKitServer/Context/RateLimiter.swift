// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A token-bucket rate limiter with one bucket per caller, for this process.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// The maximum number of buckets; at that number, full ones are removed.
  package static let capacity = 10_000

  private let perSecond: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// The number of callers with a bucket.
  package var callerCount: Int { buckets.withLock { $0.count } }

  /// A limiter with a sustained rate in requests per second, and a burst of twice as many.
  ///
  /// - Parameter perSecond: The sustained rate; 0 for no limit.
  package init(perSecond: Int) {
    self.perSecond = Double(perSecond)
    burst = Double(perSecond) * 2
  }

  /// Consumes one token of a caller.
  ///
  /// - Returns: Nil if there was a token, or else the whole seconds until there is one.
  package func consume(_ caller: String, at now: ContinuousClock.Instant = .now) -> Int? {
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
    // All callers are busy: drop the fullest buckets, which lose the least.
    if buckets.count >= Self.capacity {
      let kept = buckets.sorted { $0.value.tokens < $1.value.tokens }.prefix(Self.capacity / 2)
      buckets = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
  }
}
