// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores that have to fetch all of their zone again: nothing is lost, and nothing is there twice.
@Suite(.serialized, .timeLimit(.minutes(1))) struct RefetchTests {
  @Test func `a record that the server has lost is saved again, by programs that run once each`()
    async throws
  {
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
      try self.run("DELETE FROM records", on: cloud.server.databaseFile)
      _ = try await cloud.server.start()
      for title in ["two", "three", "four"] { _ = try await run(title) }
      #expect(try await run("five").pendingCount == 0)
      let second = try await SyncedDevice(cloud, "second")
      try await second.syncNow()
      #expect(try second.all(Walk.self).map(\.title) == ["five"])
    }
  }

  /// Runs a statement on a file behind the back of who uses it, and returns what it gives.
  @discardableResult
  private func run(_ sql: String, on file: URL) throws -> String {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-batch", "-cmd", ".timeout 5000", file.path(percentEncoded: false), sql,
    ]
    shell.standardOutput = output
    try shell.run()
    let data = try output.fileHandleForReading.readToEnd()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test func `the newest deleted records are remembered, and all that is there`() async throws {
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
      try run(
        """
        INSERT INTO _cairn_sync_record (name, type, clocks) SELECT 'gone' || value, 'Walk', clocks
          FROM generate_series(1, 10005), (SELECT clocks FROM _cairn_sync_record WHERE key IS NULL)
        """, on: store)
      let device = try await SyncedDevice(cloud, "first")
      try await device.syncNow()
      let gone = "FROM _cairn_sync_record WHERE key IS NULL"
      #expect(try run("SELECT count(*) \(gone)", on: store) == "10000\n")
      #expect(try run("SELECT name \(gone) ORDER BY id LIMIT 1", on: store) == "gone6\n")
      #expect(try device.all(Walk.self).count == 1 && device.all(Label.self).count == 1)
    }
  }

  @Test func `a zone that is deleted is made again from what the devices have`() async throws {
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

  @Test func `a store that is put back from an older copy catches up without doubles`() async throws
  {
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

  @Test func `what was added to a sum before the store was put back counts on`() async throws {
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

  @Test func `a token that has expired leads to all records and no doubles`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let (kept, gone) = (Walk(title: "kept"), Walk(title: "gone"))
      first.context.insert(kept)
      first.context.insert(gone)
      try await first.save()
      try await second.syncNow()
      // The records come anew in a zone of the same name, one of them no more.
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
      for device in [first, second] {
        let titles = try device.all(Walk.self).map(\.title).sorted()
        #expect(titles.contains("kept, elsewhere") && Set(titles).count == titles.count)
      }
      #expect(
        try Set(first.all(Walk.self).map(\.title)) == Set(second.all(Walk.self).map(\.title)))
    }
  }
}
