// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

/// The delays of an exponential backoff.
@Suite struct ExponentialBackoffTests {
  private static let sequences: [(ExponentialBackoff, [Double])] = [
    (ExponentialBackoff(initial: 0.25, maximum: 10), [0.25, 0.5, 1, 2, 4, 8, 10, 10]),
    (ExponentialBackoff(initial: 0.25, maximum: 60), [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60]),
    (ExponentialBackoff(initial: 1, maximum: 300), [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]),
    (ExponentialBackoff(initial: 5, maximum: 300), [5, 10, 20, 40, 80, 160, 300, 300]),
    (ExponentialBackoff(initial: 2, maximum: 100, factor: 3), [2, 6, 18, 54, 100, 100]),
    (ExponentialBackoff(initial: 2, maximum: 100, factor: 1), [2, 2, 2]),
    (ExponentialBackoff(initial: 20, maximum: 10), [10, 10]),
    (ExponentialBackoff(initial: 0, maximum: 10), [0, 0]),
  ]

  @Test(arguments: sequences)
  func `delays grow by the factor up to the maximum`(
    _ backoff: ExponentialBackoff, _ expected: [Double]
  ) {
    #expect((1...expected.count).map { backoff.delay(after: $0) } == expected)
    #expect(backoff.delay(after: 0) == expected[0])
    #expect(backoff.delay(after: -1) == expected[0])
  }

  private static let jitters: [(jitter: Double, failures: Int, delay: Double)] = [
    (0, 1, 0.125), (0.5, 1, 0.1875), (1, 1, 0.25),
    (0, 3, 0.5), (0.5, 3, 0.75), (1, 3, 1),
    (0, 20, 5), (0.5, 20, 7.5), (1, 20, 10),
  ]

  @Test(arguments: jitters)
  func `jitter selects a delay between half and all of it`(
    _ jitter: Double, _ failures: Int, _ delay: Double
  ) {
    let backoff = ExponentialBackoff(initial: 0.25, maximum: 10)
    #expect(backoff.delay(after: failures, jitter: jitter) == delay)
  }

  @Test(arguments: [0.0, 0.25])
  func `the largest number of failures has a finite delay`(_ initial: Double) {
    let backoff = ExponentialBackoff(initial: initial, maximum: 10)
    #expect(backoff.delay(after: .max) == (initial == 0 ? 0 : 10))
  }
}
