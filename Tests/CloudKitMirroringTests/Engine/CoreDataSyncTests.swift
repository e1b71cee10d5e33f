// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores with records in the layout of Apple's mirroring.
@Suite(.serialized, .timeLimit(.minutes(15))) struct CoreDataSyncTests {
  private let zone = CKRecordZone.ID(zoneName: "com.apple.coredata.cloudkit.zone")

  private func device(_ cloud: RunningCloud, _ name: String) async throws -> SyncedDevice {
    var options = MirroringOptions()
    options.recordStyle = .coreData
    return try await SyncedDevice(
      cloud, name, options: options,
      models: [Club.self, Walk.self, NightWalk.self, Label.self, Stage.self, TrackPoint.self])
  }

  private func records(_ cloud: RunningCloud) async throws -> [CKRecord] {
    let database = try await cloud.container(of: "ann", device: "looker").privateCloudDatabase
    return try await database.recordZoneChanges(inZoneWith: zone, since: nil)
      .modificationResultsByID.values.map { try $0.get().record }
  }

  @Test func `two devices sync through records in Core Data's layout`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let club = Club(name: "Bergfreunde", city: "Chur")
      let walk = Walk(title: "Calanda")
      walk.club = club
      walk.length = 14.2
      walk.labels = [Label(text: "steep"), Label(text: "long")]
      first.context.insert(club)
      first.context.insert(walk)
      first.context.insert(NightWalk(title: "Full moon", moon: 0.98))
      try await first.save()
      try await second.syncNow()
      let types = Dictionary(grouping: try await records(cloud), by: \.recordType)
      #expect(types.mapValues(\.count) == ["CD_Club": 1, "CD_Walk": 2, "CD_Label": 2, "CDMR": 2])
      let there = try #require(second.all(Walk.self).first { $0.title == "Calanda" })
      #expect(there.length == 14.2 && there.club?.name == "Bergfreunde")
      #expect(Set(there.labels.map(\.text)) == ["steep", "long"])
      #expect(try second.all(NightWalk.self).map(\.moon) == [0.98])

      walk.title = "Calanda, again"
      there.length = 21
      there.labels.removeAll { $0.text == "long" }
      second.context.delete(try #require(second.all(NightWalk.self).first))
      try await second.save()
      try await first.save()
      try await second.syncNow()
      #expect(walk.title == "Calanda, again" && walk.length == 21)
      #expect(there.title == "Calanda, again" && there.length == 21)
      #expect(walk.labels.map(\.text) == ["steep"])
      #expect(try first.all(NightWalk.self).isEmpty)
      #expect(first.sync.status.pendingCount == 0 && second.sync.status.pendingCount == 0)
    }
  }

  @Test func `another app's records are applied, and their unknown fields are retained`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zone))
      func record(_ type: String, _ name: String, _ fields: [String: any CKRecordValue])
        async throws
      {
        let record = CKRecord(
          recordType: type, recordID: CKRecord.ID(recordName: name, zoneID: zone))
        for (key, value) in fields { record[key] = value }
        try await database.save(record)
      }
      let (walk, club, label) = (
        "6A2C1A3E-0000-4000-8000-000000000001", "6A2C1A3E-0000-4000-8000-000000000002",
        "6A2C1A3E-0000-4000-8000-000000000003"
      )
      try await record(
        "CD_Walk", walk,
        [
          "CD_entityName": "Walk", "CD_title": "Calanda", "CD_length": 14.2, "CD_uses": 3,
          "CD_updatedAt": Date(timeIntervalSinceReferenceDate: 718_000_000), "CD_club": club,
          "CD_mood": "good",
        ])
      try await record("CD_Label", label, ["CD_entityName": "Label", "CD_text": "steep"])
      try await record(
        "CDMR", "6A2C1A3E-0000-4000-8000-000000000004",
        [
          "CD_entityNames": "Label:Walk", "CD_recordNames": "\(label):\(walk)",
          "CD_relationships": "walks:labels",
        ])
      try await record("CD_Club", club, ["CD_entityName": "Club", "CD_name": "Bergfreunde"])
      let device = try await device(cloud, "first")
      try await device.syncNow()
      let there = try #require(device.all(Walk.self).first)
      #expect(there.title == "Calanda" && there.length == 14.2 && there.uses == 3)
      #expect(there.updatedAt == Date(timeIntervalSinceReferenceDate: 718_000_000))
      #expect(there.club?.name == "Bergfreunde" && there.labels.map(\.text) == ["steep"])

      there.title = "Calanda, here"
      try await device.save()
      let changed = try #require(try await records(cloud).first { $0.recordType == "CD_Walk" })
      #expect(changed["CD_title"] == "Calanda, here" && changed["CD_mood"] == "good")
      #expect(changed["CD_length"] == 14.2 && changed["CD_club"] == club)
      #expect(changed.allKeys().allSatisfy { $0.hasPrefix("CD_") })
    }
  }

  @Test func `an object that Core Data's layout cannot represent does not block others`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let (endless, short) = (Walk(title: "endless"), Walk(title: "short"))
      endless.length = .infinity
      first.context.insert(endless)
      first.context.insert(short)
      try await first.save()
      #expect(first.sync.status.rejectedCount == 1 && first.sync.status.pendingCount == 0)
      #expect(try await records(cloud).compactMap { $0["CD_title"] as? String } == ["short"])
      endless.length = 1
      try await first.save()
      #expect(first.sync.status.rejectedCount == 0)
      #expect(try await records(cloud).count == 2)
    }
  }
}
