// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores of users whose quota is exhausted.
@Suite(.serialized, .timeLimit(.minutes(15))) struct FullQuotaTests {
  @Test func `a deletion is sent although earlier saves exceed the quota`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let old = Walk(title: "old")
      first.context.insert(old)
      try await first.save()
      try await second.syncNow()
      #expect(try second.all(Walk.self).count == 1)

      try await cloud.setRoom(of: "ann", bytes: 1)
      // More than one batch.
      for number in 0..<60 { first.context.insert(Walk(title: "\(number)")) }
      try first.context.save()
      first.context.delete(old)
      try first.context.save()
      await #expect(throws: (any Error).self) { try await first.syncNow() }
      #expect(first.sync.status.pause == .quotaExceeded)
      #expect(first.sync.status.pendingCount == 60)
      try await second.syncNow()
      #expect(try second.all(Walk.self).isEmpty)

      try await cloud.setRoom(of: "ann", bytes: nil)
      try await first.syncNow()
      #expect(first.sync.status.pause == nil && first.sync.status.pendingCount == 0)
      try await second.syncNow()
      #expect(try Set(second.all(Walk.self).map(\.title)) == Set((0..<60).map { "\($0)" }))
    }
  }
}
