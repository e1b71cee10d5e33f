// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Dependents of objects that another device deletes.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DependentTests {
  /// Two devices with a club; the first also has a walk that the second has not fetched.
  private func devicesWithAWalk(_ cloud: RunningCloud) async throws
    -> (first: SyncedDevice, second: SyncedDevice)
  {
    let first = try await SyncedDevice(cloud, "first")
    let second = try await SyncedDevice(cloud, "second")
    first.context.insert(Club(name: "Bergfreunde", city: "Chur"))
    try await first.save()
    try await second.syncNow()
    let walk = Walk(title: "Calanda")
    walk.club = try first.all(Club.self).first
    first.context.insert(walk)
    try await first.save()
    return (first, second)
  }

  @Test func `a dependent survives a deletion of its owner by a device that had not fetched it`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devicesWithAWalk(cloud)
      for club in try second.all(Club.self) { second.context.delete(club) }
      try await second.save()
      try await first.syncNow()
      try await second.syncNow()
      let third = try await SyncedDevice(cloud, "third")
      try await third.syncNow()
      for device in [first, second, third] {
        #expect(try device.all(Walk.self).map(\.title) == ["Calanda"])
        #expect(try device.all(Walk.self).first?.club == nil)
        #expect(try device.all(Club.self).isEmpty)
      }
    }
  }

  @Test(arguments: [true, false])
  func `a surviving dependent refers to its owner again once the owner is recreated`(
    isMadeHere: Bool
  ) async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devicesWithAWalk(cloud)
      for club in try second.all(Club.self) { second.context.delete(club) }
      try await second.save()
      try await first.syncNow()
      #expect(try first.all(Walk.self).map(\.club?.name) == [nil])
      // All records are sent again, without the club.
      let database = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      let zones = try await database.allRecordZones().map(\.zoneID)
      _ = try await database.modifyRecordZones(
        saving: [], deleting: zones.filter { $0.zoneName != CKRecordZone.ID.default.zoneName })
      for device in [first, second, first] { try await device.syncNow() }
      let maker = isMadeHere ? first : second
      maker.context.insert(Club(name: "Bergfreunde", city: "Chur"))
      try await maker.save()
      for device in [first, second, first] { try await device.syncNow() }
      let third = try await SyncedDevice(cloud, "third")
      try await third.syncNow()
      for device in [first, second, third] {
        #expect(try device.all(Walk.self).map(\.club?.name) == ["Bergfreunde"])
      }
    }
  }

  @Test func `a pair is deleted with one of its ends by a device that had not fetched the pair`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let label = Label(text: "steep")
      first.context.insert(label)
      first.context.insert(Walk(title: "Calanda"))
      try await first.save()
      try await second.syncNow()
      label.walks = try first.all(Walk.self)
      try await first.save()
      for label in try second.all(Label.self) { second.context.delete(label) }
      try await second.save()
      for device in [first, second] { try await device.syncNow() }
      // A label with the same name is a new object.
      first.context.insert(Label(text: "steep"))
      try await first.save()
      let third = try await SyncedDevice(cloud, "third")
      for device in [second, third] { try await device.syncNow() }
      for device in [first, second, third] {
        #expect(try device.all(Label.self).map(\.walks.count) == [0])
      }
    }
  }

  @Test func `dependents deleted with their owner are deleted on all devices`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let club = Club(name: "Bergfreunde", city: "Chur")
      first.context.insert(club)
      for title in ["Calanda", "Piz Beverin"] {
        let walk = Walk(title: title)
        walk.club = club
        first.context.insert(walk)
      }
      try await first.save()
      try await second.syncNow()
      for club in try second.all(Club.self) { second.context.delete(club) }
      try await second.save()
      try await first.syncNow()
      #expect(try first.all(Walk.self).isEmpty && first.all(Club.self).isEmpty)
      #expect(try await first.sync.conflicts().isEmpty)
    }
  }

  @Test func `unsent rows of a series survive the deletion of their owner`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let second = try await SyncedDevice(cloud, "second", options: options)
      first.context.insert(Walk(title: "Calanda"))
      try await first.save()
      try await second.syncNow()
      for walk in try second.all(Walk.self) { second.context.delete(walk) }
      try await second.save()
      let walk = try #require(try first.all(Walk.self).first)
      first.context.insert(TrackPoint(time: .now, latitude: 46.9, longitude: 9.5, walk: walk))
      try await first.save()
      try await second.syncNow()
      for device in [first, second] {
        #expect(try device.all(TrackPoint.self).map(\.latitude) == [46.9])
        #expect(try device.all(Walk.self).isEmpty)
      }
    }
  }

  @Test func `a dependent with a required owner is deleted with it, and its changes are listed`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      first.context.insert(Stage(name: "Felsberg", number: 1, walk: walk))
      try await first.save()
      try await second.syncNow()
      for stage in try second.all(Stage.self) { second.context.delete(stage) }
      for walk in try second.all(Walk.self) { second.context.delete(walk) }
      try await second.save()
      try first.all(Stage.self).first?.name = "Haldenstein"
      try await first.save()
      try await second.syncNow()
      for _ in 0..<2 {
        try await first.syncNow()
        try await second.syncNow()
      }
      for device in [first, second] {
        #expect(try device.all(Stage.self).isEmpty && device.all(Walk.self).isEmpty)
      }
      let lost = try await first.sync.conflicts() + second.sync.conflicts()
      #expect(lost.contains { $0.valueDescription == "Haldenstein" })
    }
  }

  /// The creating device is lost; no other device has had both objects.
  @Test func `a dependent is deleted with its required owner if its only device is lost`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let maker = try await SyncedDevice(cloud, "maker")
      let deleter = try await SyncedDevice(cloud, "deleter")
      let walk = Walk(title: "Calanda")
      maker.context.insert(walk)
      try await maker.save()
      try await deleter.syncNow()
      maker.context.insert(Stage(name: "Felsberg", number: 1, walk: walk))
      try await maker.save()
      for walk in try deleter.all(Walk.self) { deleter.context.delete(walk) }
      try await deleter.save()
      try await deleter.syncNow()
      let third = try await SyncedDevice(cloud, "third")
      try await third.syncNow()
      for device in [deleter, third] {
        #expect(try device.all(Stage.self).isEmpty && device.all(Walk.self).isEmpty)
        #expect(device.sync.status.rejectedCount == 0 && device.sync.status.pendingCount == 0)
      }
      #expect(try await deleter.sync.conflicts().contains { $0.valueDescription == "Felsberg" })
    }
  }

  @Test func `a deferred dependent is deleted if its owner is deleted before it arrives`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let maker = try await SyncedDevice(cloud, "maker")
      let walk = Walk(title: "Calanda")
      maker.context.insert(walk)
      maker.context.insert(Stage(name: "Felsberg", number: 1, walk: walk))
      try await maker.save()
      let database = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      let zone = try #require(
        await database.allRecordZones().map(\.zoneID).first {
          $0.zoneName != CKRecordZone.ID.default.zoneName
        })
      // A stage whose walk is not on the server yet.
      let records = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
        .modificationResultsByID.values.map { try $0.get().record }
      let owner = CKRecord.ID(recordName: "later", zoneID: zone)
      let stage = CKRecord(
        recordType: "Stage", recordID: CKRecord.ID(recordName: "stage", zoneID: zone))
      let stored = try #require(records.first { $0.recordType == "Stage" })
      for key in stored.allKeys() { stage[key] = stored[key] }
      stage["walk"] = CKRecord.Reference(recordID: owner, action: .none)
      _ = try await database.save(stage)
      try await maker.syncNow()
      #expect(maker.sync.status.rejectedCount == 1)

      _ = try await database.save(CKRecord(recordType: "Walk", recordID: owner))
      try await database.deleteRecord(withID: owner)
      try await maker.syncNow()
      #expect(maker.sync.status.rejectedCount == 0 && maker.sync.status.pendingCount == 0)
      #expect(try maker.all(Stage.self).map(\.walk.title) == ["Calanda"])
      await #expect(throws: CKError.self) { try await database.record(for: stage.recordID) }
    }
  }
}
