// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Thousands of random operations; after each the context is as plain Swift arrays are, and after
/// each save the store is.
@Suite struct RandomOperationTests {
  /// How many seeds are tried: some, or as many as `CAIRN_RANDOM_SEEDS` says.
  private static let seeds =
    ProcessInfo.processInfo.environment["CAIRN_RANDOM_SEEDS"].flatMap(UInt64.init) ?? 6

  @Test(arguments: 1...seeds)
  func aContextIsAsPlainArraysAre(seed: UInt64) throws {
    // Comparing loads every relationship: others stay unloaded when it is done more seldom.
    try RandomOperations(seed: seed).run(steps: 1000, comparingEvery: seed % 3 == 0 ? 1 : 7)
  }
}
