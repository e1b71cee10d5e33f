// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Processes that share a store, of which one mirrors it.
@Suite(.serialized, .timeLimit(.minutes(15))) struct OtherProcessSyncTests {
  @Test func `only one process holds the mirror lock of a store`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = ModelConfiguration(url: folder.appending(path: "app.store"))
    let (first, second) = (MirrorLock(configuration), MirrorLock(configuration))
    #expect(first.holder == nil)
    #expect(try first.take() && first.take() && first.isHeld)
    #expect(try !second.take() && !second.isHeld)
    #expect(second.holder == ProcessInfo.processInfo.processIdentifier)
    first.release()
    #expect(second.holder == nil)
    #expect(try second.take())
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(try MirrorLock(memory).take() && MirrorLock(memory).take())
    let nowhere = MirrorLock(ModelConfiguration(url: folder.appending(path: "none/app.store")))
    #expect(throws: SwiftDataError.self) { try nowhere.take() }
  }

  @Test func `a process without the lock syncs through its holder until it can take over`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let other = try await SyncedDevice(cloud, "other")
      var holder: SyncedDevice? = try await SyncedDevice(cloud, "shared")
      try await holder?.syncNow()
      let asker = try await SyncedDevice(cloud, "shared")
      other.context.insert(Club(name: "Bergfreunde", city: "Chur"))
      try await other.save()
      try await asker.syncNow()
      #expect(try asker.all(Club.self).map(\.name) == ["Bergfreunde"])
      #expect(asker.sync.otherProcess == ProcessInfo.processInfo.processIdentifier)
      #expect(asker.sync.status.lastFetch != nil)

      asker.context.insert(Club(name: "Seeläufer", city: "Zug"))
      try await asker.save()
      try await other.syncNow()
      #expect(try other.all(Club.self).count == 2)

      try await cloud.server.stop()
      await #expect(throws: CKError.self) { try await asker.syncNow() }
      _ = try await cloud.server.start()

      holder = nil
      asker.context.insert(Club(name: "Nachtfalter", city: "Bern"))
      try await asker.save()
      #expect(asker.sync.otherProcess == nil)
      try await other.syncNow()
      #expect(try other.all(Club.self).count == 3)
    }
  }

  @Test func `a reader of the store sees its counts, sync status and owner`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await SyncedDevice(cloud, "device")
      device.context.insert(Club(name: "Bergfreunde", city: "Chur"))
      try await device.save()
      let counts = try await device.sync.counts()
      #expect(counts.sent == 1 && counts.received == 0)
      let notes = try device.notes()
      #expect(notes.process == ProcessInfo.processInfo.processIdentifier)
      let status = try notes.status()
      #expect(status.pendingCount == 0 && status.lastSend != nil && status.lastError == nil)
      #expect(try notes.owner() != nil && notes.conflicts().isEmpty)
    }
  }
}
