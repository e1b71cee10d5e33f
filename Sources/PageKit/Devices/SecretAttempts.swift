// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// The requests with unknown secrets in their paths, counted by the sender's address.
///
/// After ten of them, a sender waits until a quarter of an hour has passed since the first one. Other senders don't
/// wait, so that a machine of the network can't stop a calendar program of another one.
package final class SecretAttempts: Sendable {
  /// The number of unknown secrets that a sender may request in a period.
  package static let attempts = 10
  /// The length of a period in seconds.
  package static let period = 900.0
  /// The maximum number of senders; at that number, the one with the oldest period is removed.
  package static let capacity = 1_000

  private struct Failures {
    var count: Int
    var first: Date
  }

  private let state = Mutex<[String: Failures]>([:])
  private let now: @Sendable () -> Date

  /// Creates a counter without failures.
  package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// The seconds that a sender must wait; nil if it may send a secret.
  package func delay(of sender: String) -> Int? {
    let now = now()
    return state.withLock { senders in
      guard let failures = senders[sender], failures.count >= Self.attempts else { return nil }
      let left = Self.period - now.timeIntervalSince(failures.first)
      return left > 0 ? Int(left.rounded(.up)) : nil
    }
  }

  /// Records an unknown secret of a sender.
  package func recordFailure(of sender: String) {
    let now = now()
    state.withLock { senders in
      if let failures = senders[sender],
        now.timeIntervalSince(failures.first) < Self.period
      {
        senders[sender] = Failures(count: failures.count + 1, first: failures.first)
        return
      }
      senders[sender] = nil
      if senders.count >= Self.capacity,
        let oldest = senders.min(by: { $0.value.first < $1.value.first })
      {
        senders[oldest.key] = nil
      }
      senders[sender] = Failures(count: 1, first: now)
    }
  }
}
