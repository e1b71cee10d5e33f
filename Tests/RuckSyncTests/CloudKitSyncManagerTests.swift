// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import RuckMap
import RuckSync
import SwiftData
import Testing

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct CloudKitSyncManagerTests {
  @Test func `a sync passes its steps and ends synced`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      var shares: [Double] = []
      let manager = CloudKitSyncManager(sync: device.sync) { shares.append($0) }
      #expect(manager.syncStatus == .idle)
      await manager.performInitialSync()
      #expect(manager.syncStatus == .synced, "\(manager.syncError ?? "")")
      #expect(manager.syncError == nil)
      #expect(manager.lastSyncDate != nil)
      #expect(manager.syncProgress == 1)
      #expect(shares == shares.sorted())
      for step in [0.1, 0.5, 0.8, 1.0] { #expect(shares.contains(step)) }
    }
  }

  @Test func `the progress follows the shares of the mirroring`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await RuckDevice(cloud, "first")
      let context = ModelContext(first.library.modelContainer)
      for number in 0..<400 {
        context.insert(Equipment(name: "Item \(number)", type: .boots, weight: 2, owner: nil))
      }
      try context.save()
      for device in [first, try await RuckDevice(cloud, "second")] {
        var shares: [Double] = []
        let manager = CloudKitSyncManager(sync: device.sync) { shares.append($0) }
        await manager.performInitialSync()
        #expect(manager.syncStatus == .synced, "\(manager.syncError ?? "")")
        #expect(shares == shares.sorted() && Set(shares).count == shares.count, "\(shares)")
        #expect(shares.contains { ![0.1, 0.5, 0.8, 1].contains($0) }, "\(shares)")
        for step in [0.1, 0.5, 0.8, 1.0] { #expect(shares.contains(step), "\(shares)") }
      }
    }
  }

  @Test func `concurrent calls share one sync`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      var completions = 0
      let manager = CloudKitSyncManager(sync: device.sync) { if $0 == 1 { completions += 1 } }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5 { group.addTask { await manager.performIncrementalSync() } }
      }
      #expect(manager.syncStatus == .synced)
      #expect(completions == 1)
    }
  }

  @Test func `forceSyncAll fetches everything again`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
      )
      try await first.library.addSampleIfEmpty()
      let (sender, receiver) = (
        CloudKitSyncManager(sync: first.sync), CloudKitSyncManager(sync: second.sync)
      )
      await sender.performInitialSync()
      await receiver.performInitialSync()
      let once = second.sync.status.receivedCount
      #expect(once > 0)
      await receiver.performIncrementalSync()
      #expect(second.sync.status.receivedCount == once)
      await receiver.forceSyncAll()
      #expect(receiver.syncStatus == .synced, "\(receiver.syncError ?? "")")
      #expect(try await second.library.rucks() == first.library.rucks())
      // Pending changes survive.
      let id = try #require(try await second.library.rucks().first?.id)
      _ = try await second.library.edit(id, RuckEdit(name: "Renamed"))
      await receiver.forceSyncAll()
      await sender.performIncrementalSync()
      #expect(try await first.library.rucks().first?.name == "Renamed")
    }
  }

  @Test func `forceSyncAll beside a sync begins after it`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      var completions = 0
      let manager = CloudKitSyncManager(sync: device.sync) { if $0 == 1 { completions += 1 } }
      let running = Task { await manager.performIncrementalSync() }
      while manager.syncStatus == .idle { await Task.yield() }
      await manager.forceSyncAll()
      await running.value
      #expect(manager.syncStatus == .synced, "\(manager.syncError ?? "")")
      #expect(completions == 2)
    }
  }

  @Test func `an account that changes during a sync stays the state`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      let manager = CloudKitSyncManager(sync: device.sync)
      let running = Task { await manager.performIncrementalSync() }
      while manager.syncStatus == .idle { await Task.yield() }
      NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
      while manager.syncStatus != .accountChanged { await Task.yield() }
      await running.value
      #expect(manager.syncStatus == .accountChanged)
    }
  }

  @Test func `a cancelled sync is idle`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      var running: CloudKitSyncManager?
      let manager = CloudKitSyncManager(sync: device.sync) { _ in
        // At the first step of the first sync.
        running?.cancelSync()
        running = nil
      }
      running = manager
      await manager.performIncrementalSync()
      #expect(manager.syncStatus == .idle)
      #expect(manager.syncError == nil)
      #expect(manager.lastSyncDate == nil)
      await manager.performIncrementalSync()
      #expect(manager.syncStatus == .synced, "\(manager.syncError ?? "")")
    }
  }

  @Test func `an unreachable server is a failure with a remedy`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let manager = CloudKitSyncManager(sync: device.sync)
      try await cloud.server.stop()
      await manager.performIncrementalSync()
      #expect(manager.syncStatus == .failed)
      #expect(manager.syncError == SyncError.networkUnavailable.errorDescription)
      _ = try await cloud.server.start()
      await manager.performIncrementalSync()
      #expect(manager.syncStatus == .synced)
      #expect(manager.syncError == nil)
    }
  }

  @Test func `a notice of another account is shown`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let manager = CloudKitSyncManager(sync: device.sync)
      NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
      while manager.syncStatus != .accountChanged { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  @Test func `polling runs only without notifications`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let notified = CloudKitSyncManager(sync: device.sync, interval: 0.01)
      notified.startPolling()
      #expect(!notified.isPolling)
      let polling = CloudKitSyncManager(
        sync: device.sync, receivesNotifications: false, interval: 0.01)
      polling.startPolling()
      while polling.lastSyncDate == nil { try await Task.sleep(for: .milliseconds(10)) }
      polling.stopPolling()
      #expect(!polling.isPolling)
      #expect(notified.lastSyncDate == nil)
    }
  }

  @Test(arguments: [
    (CKError.Code.networkFailure, SyncError.networkUnavailable.errorDescription),
    (.networkUnavailable, SyncError.networkUnavailable.errorDescription),
    (.notAuthenticated, SyncError.accountNotAuthenticated.errorDescription),
    (.quotaExceeded, SyncError.quotaExceeded.errorDescription),
  ])
  func `an error of CloudKit has its case`(_ code: CKError.Code, _ text: String?) {
    #expect(SyncError(CKError(code)).errorDescription == text)
  }

  @Test func `a conflict names the decision of the merge`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
      )
      try await first.library.addSampleIfEmpty()
      let (one, two) = (
        CloudKitSyncManager(sync: first.sync), CloudKitSyncManager(sync: second.sync)
      )
      await one.performInitialSync()
      await two.performInitialSync()
      let id = try #require(try await first.library.rucks().first?.id)
      _ = try await first.library.edit(id, RuckEdit(name: "First"))
      // The clock of changes has milliseconds.
      try await Task.sleep(for: .milliseconds(5))
      _ = try await second.library.edit(id, RuckEdit(name: "Second"))
      await two.performIncrementalSync()
      await one.performIncrementalSync()
      let conflict = try #require(one.conflicts.first { $0.conflict.propertyName == "name" })
      #expect(conflict.resolution == .useRemote)
      #expect(conflict.conflict.valueDescription == "First")
      #expect(try await first.library.rucks().first?.name == "Second")
    }
  }
}
