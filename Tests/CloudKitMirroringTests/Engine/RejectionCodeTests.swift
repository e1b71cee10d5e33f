// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores of versions that stored the state of a rejected record as a sentence.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RejectionCodeTests {
  /// Drops the columns that versions before 0.1.0 did not have.
  private func downgrade(_ store: URL) throws {
    for column in ["refusal_code", "refusal_subject"] {
      try SQLiteShell.run("ALTER TABLE _cairn_sync_record DROP COLUMN \(column)", on: store)
    }
  }

  private let refusals =
    "SELECT name, refusal_code, refusal_subject FROM _cairn_sync_record "
    + "WHERE refusal IS NOT NULL ORDER BY name"

  @Test func `each sentence of an older store becomes its code`() async throws {
    try await RunningCloud.run { cloud in
      let store = cloud.store(of: "first")
      do {
        let device = try await SyncedDevice(cloud, "first")
        device.context.insert(Walk(title: "one"))
        try await device.save()
      }
      try downgrade(store)
      try SQLiteShell.run(
        """
        INSERT INTO _cairn_sync_record (name, type, refusal) VALUES
          ('a', 'Label', 'Another object has its unique values: Label.B-2.x.'),
          ('b', 'Everything', 'Everything.id can''t be read from its record: it has a text.'),
          ('c', 'Walk', 'Walk Walk.1 waits for Club.Chur.'),
          ('d', 'Walk', 'The server is full. Delete something.')
        """, on: store)
      let device = try await SyncedDevice(cloud, "first")
      #expect(
        try SQLiteShell.run(refusals, on: store) == """
          a|uniqueValuesTaken|Label.B-2.x
          b|unreadable|Everything.id
          c|deferred|Club.Chur
          d|rejected|

          """)
      #expect(
        try device.notes().refusals(limit: 10).map(\.reason).contains {
          $0 == "Another object has its unique values: Label.B-2.x."
        })
    }
  }

  @Test func `a record that an older version deferred is merged by the new one`() async throws {
    try await RunningCloud.run { cloud in
      let store = cloud.store(of: "second")
      let first = try await SyncedDevice(cloud, "first")
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let record = CKRecord(
        recordType: "Everything",
        recordID: CKRecord.ID(
          recordName: "Everything.\(UUID().uuidString)",
          zoneID: CKRecordZone.ID(zoneName: "Cairn")))
      record["id"] = "not-a-uuid"
      first.context.insert(Walk(title: "one"))
      try await first.save()
      let saved = try await database.save(record)
      do {
        let second = try await SyncedDevice(cloud, "second")
        try await second.syncNow()
        #expect(second.sync.status.rejectedCount == 1)
      }
      #expect(try SQLiteShell.run(refusals, on: store).contains("|unreadable|Everything.id"))
      try downgrade(store)
      // The value becomes readable: the older store's sentence must not prevent the merge.
      saved["id"] = UUID().uuidString
      _ = try await database.save(saved)
      let second = try await SyncedDevice(cloud, "second")
      try await second.syncNow()
      #expect(second.sync.status.rejectedCount == 0, "\(second.sync.status)")
      #expect(try second.all(Everything.self).count == 1)
      #expect(try SQLiteShell.run(refusals, on: store).isEmpty)
    }
  }
}
