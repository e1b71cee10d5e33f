// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudTestSupport
import Foundation
import Testing

/// Random histories of trips on devices that sync with a real server.
@Suite(.serialized) struct TripHistoryTests {
  /// The number of histories: 3, or the value of `CAIRN_TRIP_HISTORIES`.
  private static let count =
    ProcessInfo.processInfo.environment["CAIRN_TRIP_HISTORIES"].flatMap(Int.init) ?? 3
  private static let firstSeed =
    ProcessInfo.processInfo.environment["CAIRN_TRIP_SEED"].flatMap(UInt64.init) ?? 1
  /// The number of histories on one server.
  private static let countOfServer = 50

  @Test func `devices that import, delete, restore, undo and sync have equal trips and logs`()
    async throws
  {
    var seed = Self.firstSeed
    let end = seed + UInt64(Self.count)
    while seed < end {
      let last = min(end, seed + UInt64(Self.countOfServer))
      try await RunningCloud.run { cloud in
        for seed in seed..<last {
          var history = try await TripHistory(seed: seed, on: cloud)
          let differences = try await history.run()
          #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(5)) \(history.steps)")
        }
      }
      seed = last
    }
  }
}
