// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When a request that failed is sent again.
///
/// Waits grow from one try to the next and are drawn by lot, so that many devices that lost their
/// server together do not come back together.
package struct RetryPolicy: Sendable {
  /// How often a request is sent at most.
  package var attempts = 4
  /// The longest first wait, in seconds; it doubles with each try.
  package var firstWait = 0.25
  /// A server that asks for a longer wait is left to the caller.
  package var longestWait = 10.0
  /// A number from 0 to 1, by lot.
  package var lot: @Sendable () -> Double = { .random(in: 0...1) }
  package var sleep: @Sendable (Double) async throws -> Void = {
    try await Task.sleep(for: .seconds($0))
  }

  package init() {}

  /// Runs a request until it succeeds, can't be repeated, or has failed too often.
  ///
  /// `isRepeatable` says whether it may be sent again if it isn't known that the first one was not done.
  /// No try begins later than `limit` seconds after the first.
  func run<Answer: Sendable>(
    isRepeatable: Bool, within limit: TimeInterval, _ body: () async throws -> Answer
  ) async throws -> Answer {
    let start = ContinuousClock.now
    var attempt = 1
    while true {
      do {
        try Task.checkCancellation()
        return try await body()
      } catch is CancellationError {
        throw CKError(.operationCancelled, "The operation was cancelled.")
      } catch let error as CKError {
        guard attempt < attempts, let wait = wait(after: error, attempt, isRepeatable),
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

  /// How long to wait before the next try; nil if there is to be none.
  private func wait(after error: CKError, _ attempt: Int, _ isRepeatable: Bool) -> Double? {
    let drawn = firstWait * Double(1 << Swift.min(attempt - 1, 10)) * (0.5 + lot() / 2)
    switch error.code {
    case .requestRateLimited, .serviceUnavailable, .zoneBusy:
      let asked = error.retryAfterSeconds ?? 0
      return asked <= longestWait ? Swift.max(asked * (1 + lot() / 4), drawn) : nil
    case .networkUnavailable: return drawn
    case .networkFailure, .serverResponseLost: return isRepeatable ? drawn : nil
    default: return nil
    }
  }
}
