// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Delays before retries, in seconds, which grow by a factor with each failure up to a maximum.
///
/// Jitter spreads the retries of many devices. The caller supplies it, so that a seed determines
/// the delays.
///
///     let backoff = ExponentialBackoff(initial: 0.25, maximum: 60)
///     try await Task.sleep(for: .seconds(backoff.delay(after: failures, jitter: .random(in: 0..<1))))
package struct ExponentialBackoff: Hashable, Sendable {
  /// The delay after the first failure, without jitter.
  package var initial: Double
  /// The maximum delay.
  package var maximum: Double
  /// The ratio of two consecutive delays.
  package var factor: Double

  /// Creates a backoff; by default, each failure doubles the delay.
  package init(initial: Double, maximum: Double, factor: Double = 2) {
    self.initial = initial
    self.maximum = maximum
    self.factor = factor
  }

  /// Returns the delay after a number of consecutive failures, without jitter.
  ///
  /// No failures and one failure have the same delay.
  package func delay(after failures: Int) -> Double {
    guard initial > 0 else { return 0 }
    return min(maximum, initial * pow(factor, Double(max(failures, 1) - 1)))
  }

  /// Returns the delay after a number of consecutive failures, with jitter.
  ///
  /// - Parameters:
  ///   - failures: The number of consecutive failures.
  ///   - jitter: A random number from 0, for half of the delay, to 1, for all of it.
  /// - Returns: The delay in seconds.
  package func delay(after failures: Int, jitter: Double) -> Double {
    delay(after: failures) * (0.5 + jitter / 2)
  }
}
