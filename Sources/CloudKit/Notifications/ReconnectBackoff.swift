// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// Computes the delay before a notification stream is reopened.
///
/// Delays double with each failure, up to a minute, with jitter that spreads the reconnects of many
/// devices.
package struct ReconnectBackoff: Sendable {
  /// The end of a stream.
  package enum End: Sendable {
    /// The server closed the stream after some seconds and events; `retry` is the delay that it
    /// requested, in seconds.
    case closed(seconds: Double, events: Int, retry: Double?)
    /// The connection failed after being open for some seconds, or 0; `retry` is the delay that the
    /// server requested, in seconds.
    case failed(seconds: Double, retry: Double?)
    /// The URL has expired: the client requests a new one.
    case expired
  }

  /// The delays in seconds, unless the server requests longer ones.
  private static let backoff = ExponentialBackoff(initial: 0.25, maximum: 60)
  /// The seconds after which an open stream does not count as a failure.
  static let stableTime = 5.0

  private var failures = 0

  package init() {}

  /// Returns the delay in seconds; `jitter` is a random number from 0 to 1.
  package mutating func delay(after end: End, jitter: Double) -> Double {
    switch end {
    case .closed(let seconds, let events, let retry):
      if seconds >= Self.stableTime || events > 0 {
        failures = 0
        // At least 20 ms even if the server asks for 0, in case it closes every stream.
        return Swift.max(0.02, (retry ?? 1) * (0.5 + jitter / 2))
      }
      failures += 1
      return Swift.max(backoff(jitter), retry ?? 0)
    case .failed(let seconds, let retry):
      failures = seconds >= Self.stableTime ? 1 : failures + 1
      return Swift.max(backoff(jitter), (retry ?? 0) * (1 + jitter / 4))
    case .expired:
      failures += 1
      return failures == 1 ? 0 : backoff(jitter)
    }
  }

  private func backoff(_ jitter: Double) -> Double {
    Self.backoff.delay(after: failures, jitter: jitter)
  }
}
