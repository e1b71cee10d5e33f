// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Code of apps for Apple's CloudKit, with a real server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SeedCodeTests {
  @Test @MainActor func `a sync manager of blocks and operations syncs two devices`() async throws {
    try await RunningCloud.run { cloud in
      var batch = UnsyncedBatch()
      batch.sessions = (0..<60).map { index in
        var session = RuckingSession()
        session.distance = Double(index) * 100
        session.calories = index.isMultiple(of: 2) ? 512.5 : nil
        session.user = .init(id: UUID())
        return session
      }
      batch.routes = [Route(), Route()]
      batch.equipment = [Equipment()]
      let local = RuckMapDataActor(batch)
      let file = try await cloud.configuration(of: "ann", device: "first")
      let container = CKContainer(identifier: RunningCloud.container, configuration: file)
      let first = CloudKitSyncManager(dataActor: local, container: container)
      await first.performInitialSync()
      #expect(first.syncStatus == .synced && first.syncError == nil && first.syncProgress == 1)
      #expect(await local.synced == Set(batch.sessions.map(\.id)))

      let remote = RuckMapDataActor(UnsyncedBatch())
      let other = try await cloud.container(of: "ann", device: "second")
      let second = CloudKitSyncManager(dataActor: remote, container: other)
      await second.performIncrementalSync()
      #expect(second.syncStatus == .synced && second.lastSyncDate != nil)
      // One page of 50, as the manager requests.
      let received = await remote.received
      #expect(received.count == 50)
      for session in batch.sessions {
        if let distance = received[session.id] { #expect(distance == session.distance) }
      }
      let route = try await other.privateCloudDatabase.record(
        for: CKRecord.ID(recordName: batch.routes[0].id.uuidString))
      #expect(route["description"] as? String == "Up and down")
      #expect(route["difficulty"] == "moderate" && route["isPublic"] == false)

      // Another user signs in on the device; the next request detects it.
      try file.write(try await cloud.configuration(of: "bob", device: "first").read())
      _ = try await container.accountStatus()
      while first.syncStatus != .accountChanged { await Task.yield() }
    }
  }

  @Test @MainActor func `a failed sync reports its error message`() async throws {
    try await RunningCloud.run { cloud in
      let nobody = CloudKitSyncManager(
        dataActor: RuckMapDataActor(UnsyncedBatch(sessions: [RuckingSession()])),
        container: try await cloud.container(of: nil))
      await nobody.performInitialSync()
      #expect(nobody.syncStatus == .failed && nobody.syncError?.isEmpty == false)
      let broken = CloudKitSyncManager(
        dataActor: RuckMapDataActor(nil), container: try await cloud.container(of: "ann"))
      await broken.performInitialSync()
      #expect(broken.syncError == "Failed to fetch local changes")
    }
  }

  @Test func `the default container's databases have their scopes`() {
    #expect(CloudKitConfig.privateDatabase.databaseScope == .private)
    #expect(CloudKitConfig.sharedDatabase.databaseScope == .shared)
    #expect(CKContainer(identifier: CloudKitConfig.containerIdentifier).containerIdentifier != nil)
  }
}
