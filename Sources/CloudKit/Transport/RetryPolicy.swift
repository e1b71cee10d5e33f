// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SystemSupport

/// Retries failed requests.
///
/// Delays grow exponentially, with jitter that spreads the retries of many devices.
package struct RetryPolicy: Sendable {
  /// The maximum number of attempts.
  package var attempts = 4
  /// The delays; if the server requests a delay above their maximum, the error is thrown.
  package var backoff = ExponentialBackoff(initial: 0.25, maximum: 10)
  /// Returns a random number from 0 to 1.
  package var jitter: @Sendable () -> Double = { .random(in: 0...1) }
  package var sleep: @Sendable (Double) async throws -> Void = {
    try await Task.sleep(for: .seconds($0))
  }

  package init() {}

  /// Runs a request until it succeeds, is not repeatable, or has failed too often.
  ///
  /// `isRepeatable` says whether the request may be repeated if the server may have executed it. No
  /// attempt begins later than `limit` seconds after the first.
  func run<Response: Sendable>(
    isRepeatable: Bool, within limit: TimeInterval, _ body: () async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var attempt = 1
    while true {
      do {
        try Task.checkCancellation()
        return try await body()
      } catch is CancellationError {
        throw CKError(.operationCancelled, "The operation was cancelled.")
      } catch let error as CKError {
        guard attempt < attempts, let wait = delay(after: error, attempt, isRepeatable),
          (ContinuousClock.now - start) / .seconds(1) + wait < limit
        else { throw error }
        do {
          try await sleep(wait)
        } catch {
          throw CKError(.operationCancelled, "The operation was cancelled.")
        }
        attempt += 1
      }
    }
  }

  /// Returns the delay before the next attempt; nil for no retry.
  private func delay(after error: CKError, _ attempt: Int, _ isRepeatable: Bool) -> Double? {
    let delay = backoff.delay(after: attempt, jitter: jitter())
    switch error.code {
    case .requestRateLimited, .serviceUnavailable, .zoneBusy:
      let requested = error.retryAfterSeconds ?? 0
      return requested <= backoff.maximum ? Swift.max(requested * (1 + jitter() / 4), delay) : nil
    case .networkUnavailable: return delay
    case .networkFailure, .serverResponseLost: return isRepeatable ? delay : nil
    default: return nil
    }
  }
}

/// The timeouts of requests, in seconds.
struct RequestTimeouts: Sendable {
  /// The timeout until a response begins.
  var request: TimeInterval = 60
  /// The timeout for a file transfer, and for the retries of a request.
  var resource: TimeInterval = 604_800
}
