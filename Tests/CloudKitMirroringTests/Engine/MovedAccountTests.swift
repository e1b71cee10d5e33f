// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores that move to another account.
@Suite(.serialized, .timeLimit(.minutes(15))) struct MovedAccountTests {
  @Test func `all records move to another account under the same names`() async throws {
    try await RunningCloud.run { cloud in
      try await save(cloud)
      let before = try await names(cloud, of: "ann")
      #expect(before.count > 3)
      try await move(cloud)

      let moved = try await SyncedDevice(cloud, "first", of: "bob")
      try await moved.syncNow()
      #expect(moved.sync.status.pause == nil && moved.sync.status.pendingCount == 0)
      #expect(try await names(cloud, of: "bob") == before)
      let other = try await SyncedDevice(cloud, "other", of: "bob")
      try await other.syncNow()
      #expect(try other.all(Walk.self).first?.club?.name == "Bergfreunde")
      #expect(try other.all(Walk.self).first?.labels.count == 2)
      #expect(try moved.all(Walk.self).count == 1 && moved.all(Label.self).count == 2)
      #expect(try await names(cloud, of: "ann") == before)
      #expect(try await moved.sync.conflicts().isEmpty)
    }
  }

  @Test func `leaving an account fails while the store is mirrored`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await SyncedDevice(cloud, "first")
      try await device.syncNow()
      let notes = try device.notes()
      let owner = try notes.owner()
      #expect(throws: SwiftDataError.self) { try notes.leaveAccount() }
      #expect(try owner != nil && notes.owner() == owner)
    }
  }

  private func save(_ cloud: RunningCloud) async throws {
    let device = try await SyncedDevice(cloud, "first")
    let walk = Walk(title: "Calanda")
    walk.club = Club(name: "Bergfreunde", city: "Chur")
    walk.labels = [Label(text: "steep"), Label(text: "long")]
    device.context.insert(walk)
    try await device.save()
  }

  private func move(_ cloud: RunningCloud) async throws {
    let notes = try SyncedDevice.notes(cloud, "first")
    // The previous mirror releases its lock asynchronously.
    while notes.process != nil { await Task.yield() }
    #expect(try notes.owner() != nil)
    try notes.leaveAccount()
    #expect(try notes.owner() == nil)
    #expect(try notes.status().lastFetch == nil)
    #expect(try notes.status().pendingCount > 3)
  }

  private func names(_ cloud: RunningCloud, of user: String) async throws -> Set<String> {
    let database = try await cloud.container(of: user, device: "looking").privateCloudDatabase
    let zone = try #require(try await database.allRecordZones().first { $0.zoneID != .default })
    let changes = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil)
    return Set(changes.modificationResultsByID.keys.map(\.recordName))
  }
}
