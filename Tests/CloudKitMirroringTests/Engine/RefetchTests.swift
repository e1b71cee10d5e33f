// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores that must fetch their zone from the start again, without loss or duplicates.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RefetchTests {
  @Test func `short-lived processes save a record again that the server has lost`() async throws {
    try await RunningCloud.run { cloud in
      func run(_ title: String) async throws -> SyncStatus {
        let device = try await SyncedDevice(cloud, "first")
        if let walk = try device.all(Walk.self).first {
          walk.title = title
        } else {
          device.context.insert(Walk(title: title))
        }
        try device.context.save()
        try? await device.syncNow()
        return device.sync.status
      }
      #expect(try await run("one").pendingCount == 0)
      try await cloud.server.stop()
      try SQLiteShell.run("DELETE FROM records", on: cloud.server.databaseFile)
      _ = try await cloud.server.start()
      for title in ["two", "three", "four"] { _ = try await run(title) }
      #expect(try await run("five").pendingCount == 0)
      let second = try await SyncedDevice(cloud, "second")
      try await second.syncNow()
      #expect(try second.all(Walk.self).map(\.title) == ["five"])
    }
  }

  @Test func `the 10,000 newest tombstones and all live records are retained`() async throws {
    try await RunningCloud.run { cloud in
      do {
        let device = try await SyncedDevice(cloud, "first")
        device.context.insert(Walk(title: "one"))
        device.context.insert(Label(text: "two"))
        device.context.insert(Label(text: "three"))
        try await device.save()
        for label in try device.all(Label.self) where label.text == "three" {
          device.context.delete(label)
        }
        try await device.save()
      }
      let store = cloud.store(of: "first")
      try SQLiteShell.run(
        """
        INSERT INTO _cairn_sync_record (name, type, clocks) SELECT 'gone' || value, 'Walk', clocks
          FROM generate_series(1, 10005), (SELECT clocks FROM _cairn_sync_record WHERE key IS NULL)
        """, on: store)
      let device = try await SyncedDevice(cloud, "first")
      try await device.syncNow()
      let gone = "FROM _cairn_sync_record WHERE key IS NULL"
      #expect(try SQLiteShell.run("SELECT count(*) \(gone)", on: store) == "10000\n")
      #expect(
        try SQLiteShell.run("SELECT name \(gone) ORDER BY id LIMIT 1", on: store) == "gone6\n")
      #expect(try device.all(Walk.self).count == 1 && device.all(Label.self).count == 1)
    }
  }

  @Test func `a deleted zone is recreated from the data of the devices`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      first.context.insert(Walk(title: "one"))
      try await first.save()
      try await second.syncNow()
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "Cairn"))
      first.context.insert(Walk(title: "two"))
      try await first.save()
      try await first.syncNow()
      try await second.syncNow()
      try await second.syncNow()
      try await first.syncNow()
      for device in [first, second] {
        #expect(try Set(device.all(Walk.self).map(\.title)) == ["one", "two"])
      }
    }
  }

  @Test func `a store restored from an older copy catches up without duplicates`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      first.context.insert(Walk(title: "one"))
      try await first.save()
      try await SyncedDevice(cloud, "second").syncNow()
      let (folder, copy) = (
        cloud.folder.appending(path: "second"), cloud.folder.appending(path: "copy")
      )
      try FileManager.default.copyItem(at: folder, to: copy)
      do {
        let second = try await SyncedDevice(cloud, "second")
        try second.all(Walk.self).first?.title = "one, changed"
        second.context.insert(Walk(title: "two"))
        second.context.insert(Label(text: "steep"))
        try await second.save()
      }
      try await first.syncNow()
      first.context.insert(Walk(title: "three"))
      try await first.save()
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: copy, to: folder)
      let second = try await SyncedDevice(cloud, "second")
      second.context.insert(Label(text: "steep"))
      try await second.save()
      try await first.syncNow()
      for device in [first, second] {
        let titles = try device.all(Walk.self).map(\.title).sorted()
        #expect(titles == ["one, changed", "three", "two"])
        #expect(try device.all(Label.self).map(\.text) == ["steep"])
      }
    }
  }

  @Test func `contributions to a counter from before a restore still count`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.merge(\Walk.uses, by: .sum)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let walk = Walk(title: "one")
      walk.uses = 10
      first.context.insert(walk)
      try await first.save()
      let (folder, copy) = (
        cloud.folder.appending(path: "second"), cloud.folder.appending(path: "copy")
      )
      do {
        let second = try await SyncedDevice(cloud, "second", options: options)
        try await second.syncNow()
        try second.all(Walk.self).first?.uses += 1
        try await second.save()
      }
      try FileManager.default.copyItem(at: folder, to: copy)
      do {
        let second = try await SyncedDevice(cloud, "second", options: options)
        try second.all(Walk.self).first?.uses += 7
        try await second.save()
      }
      try await first.syncNow()
      #expect(try first.all(Walk.self).first?.uses == 18)
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: copy, to: folder)
      let second = try await SyncedDevice(cloud, "second", options: options)
      try second.all(Walk.self).first?.uses += 3
      try await second.save()
      try await first.syncNow()
      for device in [first, second] {
        let uses = try device.all(Walk.self).map(\.uses)
        #expect(uses == [21])
      }
    }
  }

  @Test func `after a token has expired, objects that the zone lacks are deleted`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let (kept, gone) = (Walk(title: "kept"), Walk(title: "gone"))
      first.context.insert(kept)
      first.context.insert(gone)
      try await first.save()
      try await second.syncNow()
      #expect(try second.all(Walk.self).count == 2)
      kept.title = "kept, changed"
      first.context.delete(gone)
      try await first.save()
      // Without the tombstone, only a fetch of the whole zone shows the deletion.
      try await cloud.server.compactTombstones()
      second.context.insert(Walk(title: "new"))
      try await second.save()
      try await first.syncNow()
      for device in [first, second] {
        #expect(try device.all(Walk.self).map(\.title).sorted() == ["kept, changed", "new"])
        #expect(device.sync.status.pendingCount == 0)
      }
    }
  }

  @Test func `a zone that was deleted and created again is merged without loss or duplicates`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let (kept, gone) = (Walk(title: "kept"), Walk(title: "gone"))
      first.context.insert(kept)
      first.context.insert(gone)
      try await first.save()
      try await second.syncNow()
      // A new zone with the same name has the records again, except one.
      let database = try await cloud.container(of: "ann", device: "third").privateCloudDatabase
      let zone = CKRecordZone.ID(zoneName: "Cairn")
      let changes = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
      let records = try changes.modificationResultsByID.values.map { try $0.get().record }
      try await database.deleteRecordZone(withID: zone)
      try await database.save(CKRecordZone(zoneID: zone))
      for record in records where record["title"] == "kept" {
        let copy = CKRecord(recordType: record.recordType, recordID: record.recordID)
        for key in record.allKeys() { copy[key] = record[key] }
        copy["title"] = "kept, elsewhere"
        try await database.save(copy)
      }
      try await second.syncNow()
      try await first.syncNow()
      try await second.syncNow()
      try await first.syncNow()
      for device in [first, second] {
        #expect(try device.all(Walk.self).map(\.title).sorted() == ["gone", "kept, elsewhere"])
        #expect(device.sync.status.pendingCount == 0)
      }
      let stored = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
      let all = try stored.modificationResultsByID.values.map { try $0.get().record }
      #expect(all.compactMap { $0["title"] as? String }.sorted() == ["gone", "kept, elsewhere"])
    }
  }
}
