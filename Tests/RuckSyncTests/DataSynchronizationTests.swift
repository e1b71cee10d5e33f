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

@Suite(.serialized, .timeLimit(.minutes(15))) struct DataSynchronizationTests {
  @Test func `a full sync counts each part, and concurrent calls share it`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
      )
      try await first.library.addSampleIfEmpty()
      try await first.sync.syncNow()
      let actor = DataSynchronizationActor(
        container: second.library.modelContainer, sync: second.sync)
      let results = try await withThrowingTaskGroup(of: [SyncResult].self) { group in
        for _ in 0..<4 { group.addTask { try await actor.performFullSync() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(results).count == 1)
      let result = try #require(results.first)
      #expect(result.map(\.part) == SyncPart.allCases)
      #expect(result.map(\.count) == [1, 1, 0, 0])
      #expect(result.map(\.added) == [1, 1, 0, 0])
      #expect(try await actor.performFullSync().map(\.added) == [0, 0, 0, 0])
    }
  }

  @Test func `a cancelled full sync throws`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let actor = DataSynchronizationActor(
        container: device.library.modelContainer, sync: device.sync)
      let sync = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await actor.performFullSync()
      }
      await #expect(throws: (any Error).self) { try await sync.value }
      #expect(try await actor.performFullSync().count == 4)
    }
  }

  @Test func `a cancelled caller leaves the full sync to the others`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      let actor = DataSynchronizationActor(
        container: device.library.modelContainer, sync: device.sync)
      for _ in 0..<5 {
        let calls = (0..<2).map { _ in Task { try await actor.performFullSync() } }
        calls[0].cancel()
        #expect(try await calls[1].value.map(\.count) == [1, 1, 0, 0])
        _ = await calls[0].result
      }
      #expect(await actor.callerCount == 0)
    }
  }

  @Test func `a call after a cancelled full sync has its own results`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      let actor = DataSynchronizationActor(
        container: device.library.modelContainer, sync: device.sync)
      for _ in 0..<5 {
        let first = Task { try await actor.performFullSync() }
        first.cancel()
        #expect(try await actor.performFullSync().map(\.count) == [1, 1, 0, 0])
        _ = await first.result
      }
    }
  }

  @Test func `a deleted ruck is unsent until the server has its deletion`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let container = device.library.modelContainer
      let repository = RuckDataRepository(modelContainer: container)
      let user = try await repository.insertUser(
        email: "ann@example.com", displayName: "Ann", persona: .general)
      let ruck = try await repository.createSession(
        startDate: Date(timeIntervalSinceReferenceDate: 800_000_000), packWeight: 30,
        userId: user.id)
      let changes = UnsyncedChanges(container: container, sync: device.sync)
      try await device.sync.syncNow()
      #expect(try await changes.getUnsyncedData().isEmpty)
      try await device.library.delete(ruck.id)
      let deletion = try await changes.getUnsyncedData()
      #expect(deletion.sessions.isEmpty)
      #expect(deletion.otherCount > 0)
      try await device.sync.syncNow()
      #expect(try await changes.getUnsyncedData().isEmpty)
      // A reader of the whole history, in which the ruck was inserted.
      let fresh = UnsyncedChanges(container: container, sync: device.sync)
      #expect(try await fresh.getUnsyncedData() == UnsyncedDataBatch())
    }
  }

  @Test func `concurrent and cancelled readers of unsent changes agree`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      let id = try #require(try await device.library.rucks().first?.id)
      let changes = UnsyncedChanges(container: device.library.modelContainer, sync: device.sync)
      let calls = (0..<8).map { _ in Task { try await changes.getUnsyncedData().sessions } }
      calls[0].cancel()
      for call in calls.dropFirst() { #expect(try await call.value == [id]) }
      if let sessions = try? await calls[0].value { #expect(sessions == [id]) }
      // A cancelled reader does not skip changes for the next one.
      try await device.sync.syncNow()
      let reader = Task {
        while !Task.isCancelled { await Task.yield() }
        return try? await changes.getUnsyncedData()
      }
      reader.cancel()
      _ = await reader.value
      _ = try await device.library.edit(id, RuckEdit(name: "Renamed"))
      #expect(try await changes.getUnsyncedData().sessions == [id])
    }
  }

  @Test func `unsent changes are read from the history`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      let changes = UnsyncedChanges(container: device.library.modelContainer, sync: device.sync)
      #expect(try await changes.getUnsyncedData().isEmpty)
      try await device.library.addSampleIfEmpty()
      let id = try #require(try await device.library.rucks().first?.id)
      #expect(try await changes.getUnsyncedData().sessions == [id])
      try await MirroringNetworkService(sync: device.sync).sync(UnsyncedDataBatch())
      #expect(try await changes.getUnsyncedData().isEmpty)
      _ = try await device.library.edit(id, RuckEdit(name: "Renamed"))
      #expect(try await changes.getUnsyncedData().sessions == [id])
      try await device.sync.syncNow()
      #expect(try await changes.getUnsyncedData().isEmpty)
      // Changes of other devices are not unsent ones.
      let other = try await RuckDevice(cloud, "second")
      try await other.sync.syncNow()
      let fresh = UnsyncedChanges(container: other.library.modelContainer, sync: other.sync)
      #expect(try await fresh.getUnsyncedData().isEmpty)
    }
  }

  @MainActor @Test func `the pipeline sends by the mirroring`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await RuckDevice(cloud, "first")
      try await device.library.addSampleIfEmpty()
      let pipeline = DataPipeline(
        unsyncedData: UnsyncedChanges(
          container: device.library.modelContainer, sync: device.sync),
        networkService: MirroringNetworkService(sync: device.sync), eventBus: EventBus())
      try await pipeline.performSync()
      #expect(pipeline.connectionStatus == .online)
      #expect(device.sync.status.pendingCount == 0)
      let other = try await RuckDevice(cloud, "second")
      try await other.sync.syncNow()
      #expect(try await other.library.rucks().count == 1)
    }
  }

  @Test func `the account is the one of the login`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
    let source = CloudKitAccount(file: file, container: "iCloud.org.example.app")
    #expect(try await source.account() == nil)
    let url = try #require(URL(string: "https://cloud.example.org"))
    var settings = CloudKitConfiguration.Container(url: url, apiToken: "1", user: "ann")
    try file.write(CloudKitConfiguration(containers: ["iCloud.org.example.app": settings]))
    #expect(try await source.account() == nil)
    settings.webAuthToken = "2"
    try file.write(CloudKitConfiguration(containers: ["iCloud.org.example.app": settings]))
    #expect(try await source.account() == SignedInAccount(user: "ann", server: url))
    try Data("{".utf8).write(to: file.url)
    await #expect(throws: CKError.self) { try await source.account() }
  }
}
