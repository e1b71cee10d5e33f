// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Properties with `.allowsCloudEncryption` between the stores of two devices.
@Suite(.serialized, .timeLimit(.minutes(15))) struct EncryptedSyncTests {
  private let key = CloudKitEncryptionKey.random()

  private func device(
    _ cloud: RunningCloud, _ name: String, _ key: CloudKitEncryptionKey?
  ) async throws -> SyncedDevice {
    try await SyncedDevice(cloud, name, encryptionKey: key)
  }

  private func secret(_ text: String, _ device: SyncedDevice) -> Everything {
    let one = Everything(id: UUID())
    one.secret = text
    one.string = "plain"
    device.context.insert(one)
    return one
  }

  /// The server's records of objects with a secret.
  private func records(_ cloud: RunningCloud) async throws -> (CKDatabase, [CKRecord]) {
    let database = try await cloud.container(of: "ann", device: "looker").privateCloudDatabase
    let changes = try await database.recordZoneChanges(
      inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
    let records = try changes.modificationResultsByID.values.map { try $0.get().record }
    return (database, records.filter { $0.recordType == "Everything" })
  }

  @Test func `a device with the key decrypts a value that the server cannot read`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", key)
      let second = try await device(cloud, "second", key)
      let one = secret("The knee hurts.", first)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Everything.self).first)
      #expect(there.secret == "The knee hurts.")
      let stored = try #require(try await records(cloud).1.first?["secret"] as? Data)
      #expect(!String(decoding: stored, as: UTF8.self).contains("knee"))
      there.secret = nil
      try await second.save()
      try await first.syncNow()
      #expect(one.secret == nil)
      #expect(try await records(cloud).1.first?["secret"] == nil)
    }
  }

  @Test func `a device with another key syncs all other objects until it has the right key`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", key)
      let second = try await device(cloud, "second", .random())
      let one = secret("one", first)
      first.context.insert(Walk(title: "Calanda"))
      try await first.save()
      first.context.insert(Label(text: "steep"))
      try await first.save()
      for _ in 0..<2 {
        try await second.syncNow()
        #expect(try second.all(Walk.self).map(\.title) == ["Calanda"])
        #expect(try second.all(Label.self).map(\.text) == ["steep"])
        #expect(try second.all(Everything.self).isEmpty)
        #expect(second.sync.status.rejectedCount == 1)
      }
      // The second device's own objects are sent.
      second.context.insert(Walk(title: "Haldensteiner"))
      try await second.save()
      try await first.syncNow()
      #expect(try first.all(Walk.self).count == 2)

      _ = try await cloud.configuration(of: "ann", device: "second", encryptionKey: key)
      try await second.syncNow()
      #expect(try second.all(Everything.self).map(\.secret) == ["one"])
      #expect(second.sync.status.rejectedCount == 0)
      one.secret = "two"
      try await first.save()
      try await second.syncNow()
      #expect(try second.all(Everything.self).map(\.secret) == ["two"])
    }
  }

  /// A secret that was not written since the key change is not decrypted again.
  @Test func `after a key change, changes of unencrypted fields are applied`() async throws {
    try await RunningCloud.run { cloud in
      do {
        let first = try await device(cloud, "first", key)
        _ = secret("one", first)
        try await first.save()
        try await device(cloud, "second", key).syncNow()
      }
      let other = CloudKitEncryptionKey.random()
      let first = try await device(cloud, "first", other)
      let second = try await device(cloud, "second", other)
      for device in [first, second] { try await device.syncNow() }
      let (one, there) = try (
        #require(first.all(Everything.self).first), #require(second.all(Everything.self).first)
      )
      one.string = "other"
      try await first.save()
      try await second.syncNow()
      #expect(there.string == "other" && there.secret == "one")
      #expect(second.sync.status.rejectedCount == 0)
      there.secret = "two"
      try await second.save()
      try await first.syncNow()
      #expect(one.secret == "two" && one.string == "other")
      #expect(first.sync.status.rejectedCount == 0)
    }
  }

  @Test func `a ciphertext moved to another object is rejected, and the local value stays`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first", key)
      let second = try await device(cloud, "second", key)
      _ = secret("one", first)
      _ = secret("two", first)
      try await first.save()
      try await second.syncNow()
      let (database, records) = try await records(cloud)
      try #require(records.count == 2)
      let values = records.map { $0["secret"] as? Data }
      records[0]["secret"] = values[1]
      records[1]["secret"] = values[0]
      for record in records { try await database.save(record) }
      try await second.syncNow()
      #expect(try Set(second.all(Everything.self).map(\.secret)) == ["one", "two"])
      #expect(second.sync.status.rejectedCount == 2)
      let third = try await device(cloud, "third", key)
      try await third.syncNow()
      #expect(try third.all(Everything.self).isEmpty && third.sync.status.rejectedCount == 2)
    }
  }
}
