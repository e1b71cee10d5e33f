// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Thousands of random operations, compared with plain Swift arrays: the context after each
/// operation, and the store after each save.
@Suite struct RandomOperationTests {
  /// The number of seeds: 6, or `CAIRN_RANDOM_SEEDS`.
  private static let seeds =
    ProcessInfo.processInfo.environment["CAIRN_RANDOM_SEEDS"].flatMap(UInt64.init) ?? 6

  @Test(arguments: 1...seeds)
  func `a context and its store equal plain arrays after random operations`(seed: UInt64) throws {
    // A comparison loads every relationship. Rare comparisons leave relationships unloaded for
    // longer.
    try RandomOperations(seed: seed).run(steps: 1000, comparingEvery: seed % 3 == 0 ? 1 : 7)
  }
}
