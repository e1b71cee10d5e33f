// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Devices without the key of encrypted properties: the properties stay, and all others sync.
@Suite(.serialized, .timeLimit(.minutes(15))) struct LockedSyncTests {
  private let key = CloudKitEncryptionKey.random()

  private func device(
    _ cloud: RunningCloud, _ name: String, hasKey: Bool
  ) async throws -> SyncedDevice {
    try await SyncedDevice(cloud, name, encryptionKey: hasKey ? key : nil)
  }

  private func unlock(_ cloud: RunningCloud, _ name: String) async throws {
    _ = try await cloud.configuration(of: "ann", device: name, encryptionKey: key)
  }

  private func insert(_ text: String?, _ device: SyncedDevice) -> Everything {
    let one = Everything(id: UUID())
    one.secret = text
    one.string = "plain"
    device.context.insert(one)
    return one
  }

  private func only(_ device: SyncedDevice) throws -> Everything {
    let all = try device.all(Everything.self)
    try #require(all.count == 1)
    return all[0]
  }

  @Test func `a device without a key sends all values but the encrypted ones`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", hasKey: false)
      let second = try await device(cloud, "second", hasKey: true)
      let one = insert("one", first)
      try await first.save()
      #expect(first.sync.status.withheldCount == 1)
      #expect(first.sync.status.rejectedCount == 0 && first.sync.status.pendingCount == 0)
      #expect(try first.notes().refusals(limit: 10).isEmpty)
      try await second.syncNow()
      let there = try only(second)
      #expect(there.string == "plain" && there.secret == nil)

      one.string = "changed"
      try await first.save()
      there.int = 5
      try await second.save()
      try await first.syncNow()
      #expect(there.string == "changed" && one.int == 5 && one.secret == "one")
      #expect(first.sync.status.withheldCount == 1)

      try await unlock(cloud, "first")
      try await first.syncNow()
      #expect(first.sync.status.withheldCount == 0 && first.sync.status.pendingCount == 0)
      try await second.syncNow()
      #expect(there.secret == "one" && there.string == "changed")
      #expect(try await first.sync.conflicts().isEmpty)
      #expect(try await second.sync.conflicts().isEmpty)
    }
  }

  @Test func `a device without a key receives all values but the encrypted ones`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", hasKey: true)
      let second = try await device(cloud, "second", hasKey: false)
      let one = insert("one", first)
      try await first.save()
      try await second.syncNow()
      let there = try only(second)
      #expect(there.string == "plain" && there.secret == nil)
      #expect(second.sync.status.rejectedCount == 0 && second.sync.status.withheldCount == 0)

      // Its changes of other properties leave the encrypted value on the server.
      there.string = "changed"
      try await second.save()
      try await first.syncNow()
      #expect(one.string == "changed" && one.secret == "one")
      one.secret = "two"
      try await first.save()
      try await second.syncNow()
      #expect(there.secret == nil)

      try await unlock(cloud, "second")
      try await second.syncNow()
      #expect(there.secret == "two" && there.string == "changed")
      #expect(second.sync.status.rejectedCount == 0)
      one.secret = nil
      try await first.save()
      try await second.syncNow()
      #expect(there.secret == nil)
    }
  }

  @Test(arguments: [true, false])
  func `values written with and without the key are merged by time when it arrives`(
    _ isLockedLater: Bool
  ) async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", hasKey: true)
      let second = try await device(cloud, "second", hasKey: false)
      let one = insert("one", first)
      try await first.save()
      try await second.syncNow()
      let there = try only(second)
      func writeFirst() async throws {
        one.secret = "first"
        try await first.save()
      }
      func writeSecond() async throws {
        there.secret = "second"
        try await second.save()
      }
      if isLockedLater {
        try await writeFirst()
        try await writeSecond()
      } else {
        try await writeSecond()
        try await writeFirst()
        try await second.syncNow()
      }
      #expect(second.sync.status.withheldCount == 1 && there.secret == "second")
      try await first.syncNow()
      #expect(one.secret == "first")

      try await unlock(cloud, "second")
      try await second.syncNow()
      try await first.syncNow()
      let winner = isLockedLater ? "second" : "first"
      #expect(one.secret == winner && there.secret == winner)
      let conflicts = try await second.sync.conflicts()
      #expect(conflicts.count == 1, "\(conflicts)")
    }
  }

  @Test func `a deletion without the key does not overrule an encrypted change`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", hasKey: true)
      let second = try await device(cloud, "second", hasKey: false)
      let one = insert("one", first)
      try await first.save()
      try await second.syncNow()
      second.context.delete(try only(second))
      try second.context.save()
      one.secret = "two"
      try await first.save()
      try await second.syncNow()
      try await first.syncNow()
      #expect(try only(second).string == "plain")
      #expect(try only(first).secret == "two")
      try await unlock(cloud, "second")
      try await second.syncNow()
      #expect(try only(second).secret == "two")
    }
  }

  @Test func `a key that was removed and returns reads the values in between`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", hasKey: true)
      let one = insert("one", first)
      try await first.save()
      do { try await device(cloud, "second", hasKey: true).syncNow() }
      let second = try await device(cloud, "second", hasKey: false)
      one.secret = "two"
      try await first.save()
      try await second.syncNow()
      #expect(try only(second).secret == "one")
      try await unlock(cloud, "second")
      try await second.syncNow()
      #expect(try only(second).secret == "two")
    }
  }
}
