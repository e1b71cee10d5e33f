// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Records that a device can't read.
@Suite(.serialized, .timeLimit(.minutes(1))) struct UnreadRecordTests {
  @Test func `a record whose file can't be had holds up nothing, and comes when it can`()
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
      // The server doesn't find the file.
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
      // It is said each time, and comes when it can.
      try await second.syncNow()
      #expect(second.sync.status.lastError != nil)
      try FileManager.default.moveItem(at: hidden, to: files)
      try await second.syncNow()
      #expect(try second.all(Everything.self).first?.photo?.count == 300_000)
      #expect(second.sync.status.lastError == nil)
    }
  }

  @Test func `of a value that can't be read it isn't said that there is none`() async throws {
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
