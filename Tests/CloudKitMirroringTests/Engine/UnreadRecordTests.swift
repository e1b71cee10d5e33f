// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Records that a device cannot decode or fetch completely.
@Suite(.serialized, .timeLimit(.minutes(15))) struct UnreadRecordTests {
  @Test func `a record with an unavailable asset blocks no other, and is fetched later`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let one = Everything(id: UUID())
      one.photo = Data(repeating: 7, count: 300_000)
      first.context.insert(one)
      first.context.insert(Walk(title: "there"))
      try await first.save()
      // The server cannot find the file.
      let (files, hidden) = (cloud.server.assetFolder, cloud.folder.appending(path: "hidden"))
      try FileManager.default.moveItem(at: files, to: hidden)
      second.context.insert(Walk(title: "here"))
      try second.context.save()
      await #expect {
        try await second.syncNow()
      } throws: {
        let error = $0 as? CKError
        return error?.code == .partialFailure
          && error?.localizedDescription.hasPrefix("1 item failed: Everything.") == true
      }
      #expect(second.sync.status.pendingCount == 0 && second.sync.status.sentCount == 1)
      second.context.processPendingChanges()
      #expect(try Set(second.all(Walk.self).map(\.title)) == ["here", "there"])
      // Each sync reports the error until the file is available.
      try await second.syncNow()
      #expect(second.sync.status.lastError != nil)
      try FileManager.default.moveItem(at: hidden, to: files)
      try await second.syncNow()
      #expect(try second.all(Everything.self).first?.photo?.count == 300_000)
      #expect(second.sync.status.lastError == nil)
    }
  }

  @Test func `a pair with an unavailable end is not removed`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let walk = Walk(title: "Calanda")
      // Long enough to be stored in an asset.
      walk.labels = [Label(text: String(repeating: "steep ", count: 100_000)), Label(text: "long")]
      first.context.insert(walk)
      try await first.save()
      let (files, hidden) = (cloud.server.assetFolder, cloud.folder.appending(path: "hidden"))
      try FileManager.default.moveItem(at: files, to: hidden)
      await #expect(throws: CKError.self) { try await second.syncNow() }
      second.context.processPendingChanges()
      let there = try #require(second.all(Walk.self).first)
      #expect(there.labels.map(\.text) == ["long"])
      there.labels.append(Label(text: "wet"))
      try await second.save()
      try FileManager.default.moveItem(at: hidden, to: files)
      for device in [second, first, second] { try await device.syncNow() }
      for walk in [walk, there] {
        #expect(Set(walk.labels.map(\.text.count)) == [600_000, 4, 3])
      }
    }
  }

  @Test func `an oversized asset does not block the other assets of its batch`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      for number in 0..<6 {
        let one = Everything(id: UUID())
        one.int = number
        one.photo = Data(repeating: UInt8(number), count: number == 2 ? 50_000_001 : 100_000)
        first.context.insert(one)
      }
      try await first.save()
      let refusal = try #require(try first.notes().refusals(limit: 10).first)
      #expect(refusal.reason.hasPrefix("Everything.photo can't be sent: it has 50000001 bytes"))
      #expect(first.sync.status.rejectedCount == 1 && first.sync.status.sentCount == 5)
      try await second.syncNow()
      #expect(try Set(second.all(Everything.self).map(\.int)) == [0, 1, 3, 4, 5])
    }
  }

  @Test func `the error for an unreadable value does not report a missing value`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await SyncedDevice(cloud, "first")
      try await device.syncNow()
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let record = CKRecord(
        recordType: "Everything",
        recordID: CKRecord.ID(
          recordName: "Everything.\(UUID().uuidString)",
          zoneID: CKRecordZone.ID(zoneName: "Cairn")))
      record["id"] = "not-a-uuid"
      _ = try await database.save(record)
      try await device.syncNow()
      let refusal = try #require(try device.notes().refusals(limit: 10).first)
      #expect(refusal.recordName == record.recordID.recordName)
      #expect(refusal.reason.hasPrefix("Everything.id can't be read from its record: "))
      #expect(refusal.reason.contains("in place of"), "\(refusal.reason)")
      #expect(!refusal.reason.contains("has no value"), "\(refusal.reason)")
    }
  }
}
