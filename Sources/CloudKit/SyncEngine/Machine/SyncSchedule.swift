// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// The times of scheduled work.
struct SyncSchedule: Sendable {
  var accountAt: Double?
  var subscribeAt: Double?
  var fetchAt: Double?
  var sendAt: Double?
  /// The time of the next poll.
  var pollAt: Double?
  /// The end of the pause that the server requested.
  var notBefore = 0.0
  // Consecutive failures.
  var accountFailures = 0
  var fetchFailures = 0
  var sendFailures = 0
  /// Consecutive sends in which the server rejected records.
  var rejectedSends = 0
  var isListening = false

  /// Returns the delay before a retry: exponential backoff with jitter, which spreads the retries
  /// of many devices.
  static func backoff(
    _ failures: inout Int, _ error: CKError?, _ timing: SyncTiming, _ random: inout SeededRandom
  ) -> Double {
    failures += 1
    let delay = timing.backoff.delay(after: failures, jitter: random.next())
    guard let requested = error?.retryAfterSeconds, requested > 0 else { return delay }
    return max(delay, min(requested, timing.maximumRetryAfter) * (1 + random.next() / 10))
  }
}

/// The delays and intervals of an engine, in seconds.
package struct SyncTiming: Sendable {
  /// The delay from the first pending change to the send, which groups changes made together.
  package var sendDelay = 0.01
  /// The polling interval without change events from the server.
  package var poll = 30.0
  /// The polling interval with change events, which recovers lost ones.
  package var listeningPoll = 900.0
  /// The interval between account checks while no user is signed in.
  package var accountPoll = 30.0
  /// The delays after transient errors.
  package var backoff = ExponentialBackoff(initial: 1, maximum: 300)
  /// The maximum delay that the server can request.
  package var maximumRetryAfter = 600.0

  package init() {}
}

/// A random number generator (SplitMix64) that repeats its sequence for a seed.
package struct SeededRandom: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the next number, from 0 up to but not including 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 53)
  }
}
