// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Engines of several devices that sync with a real server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SyncEngineTests {
  @Test func `two devices converge`() async throws {
    try await RunningCloud.run { cloud in
      let one = SyncDevice(try await cloud.container(of: "ann", device: "one").privateCloudDatabase)
      let two = SyncDevice(try await cloud.container(of: "ann", device: "two").privateCloudDatabase)
      one.makeZone()
      one.write(Dictionary(uniqueKeysWithValues: (0..<444).map { ("n\($0)", "text \($0)") }))
      try await one.engine.sendChanges()
      #expect(one.engine.state.pendingRecordZoneChanges.isEmpty)
      #expect(one.engine.state.pendingDatabaseChanges.isEmpty)
      #expect(two.texts.isEmpty)
      try await two.engine.fetchChanges()
      #expect(two.texts == one.texts)

      two.write(["n7": "changed"])
      two.delete("n8")
      try await two.engine.sendChanges()
      try await one.engine.fetchChanges()
      #expect(one.texts == two.texts && one.texts["n7"] == "changed" && one.texts["n8"] == nil)
      one.write(["n7": "back"])
      try await one.engine.sendChanges()
      try await two.engine.fetchChanges()
      #expect(two.texts["n7"] == "back" && one.texts == two.texts)
    }
  }

  @Test(arguments: [true, false])
  func `a conflict is reported, and its resolution is sent next`(winnerSavesFirst: Bool)
    async throws
  {
    try await RunningCloud.run { cloud in
      let one = SyncDevice(try await cloud.container(of: "ann", device: "one").privateCloudDatabase)
      let two = SyncDevice(try await cloud.container(of: "ann", device: "two").privateCloudDatabase)
      one.makeZone()
      one.write(["a": "a"])
      try await one.engine.sendChanges()
      try await two.engine.fetchChanges()
      one.write(["a": "z"])
      two.write(["a": "b"])
      let (first, second) = winnerSavesFirst ? (one, two) : (two, one)
      try await first.engine.sendChanges()
      await #expect { try await second.engine.sendChanges() } throws: {
        let errors = ($0 as? CKError)?.partialErrorsByItemID
        return (errors?[SyncDevice.id("a")] as? CKError)?.code == .serverRecordChanged
      }
      #expect(first.engine.state.pendingRecordZoneChanges.isEmpty)
      #expect(second.engine.state.pendingRecordZoneChanges.count == (winnerSavesFirst ? 0 : 1))
      try await second.engine.sendChanges()
      try await first.engine.fetchChanges()
      #expect(one.texts == ["a": "z"] && two.texts == ["a": "z"])
    }
  }

  @Test func `a deleted zone or record can be recreated`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      one.write(["a": "a", "b": "b"])
      try await one.engine.sendChanges()
      try await database.deleteRecord(withID: SyncDevice.id("a"))
      one.write(["a": "a2"])
      await #expect(throws: CKError.self) { try await one.engine.sendChanges() }
      try await one.engine.sendChanges()
      try await database.deleteRecordZone(withID: SyncDevice.zone)
      one.write(["a": "a3"])
      await #expect(throws: CKError.self) { try await one.engine.sendChanges() }
      #expect(one.engine.state.pendingRecordZoneChanges.count == 1)
      try await one.engine.sendChanges()
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      #expect(two.texts == ["a": "a3"])
    }
  }

  @Test func `the delegate receives each event in order`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      one.write(["a": "a"])
      try await one.engine.sendChanges()
      let sent = one.kept.withLock { $0.events.map(\.words) }
      #expect(
        sent.filter { !$0.hasPrefix("stateUpdate") && !$0.hasPrefix("accountChange") } == [
          "will send", "sent zones +[\"Notes\"] -[]", "sent +[\"a\"] -[]", "did send",
        ])
      #expect(sent.contains { $0.hasPrefix("accountChange(signIn") })
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      let fetched = two.kept.withLock { $0.events.map(\.words) }
      #expect(
        fetched.filter { !$0.hasPrefix("stateUpdate") && !$0.hasPrefix("accountChange") } == [
          "will fetch", "database +[\"Notes\"] -[]", "will zone full 1",
          "records +[\"a\"] -[] full 1",
          "did zone full 1", "did fetch",
        ])
      // A state update follows each event that changed the state.
      #expect(fetched[4].hasPrefix("stateUpdate"), "\(fetched)")
    }
  }

  @Test func `a new process continues from the stored state`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      one.write(["a": "a", "b": "b"])
      try await one.engine.sendChanges()
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      one.write(["b": "b2"])
      two.write(["a": "a2"])
      await two.wait { $0.stateInWords.contains("pending: 1") }
      // The state is encoded and decoded, as in a file.
      let stored = try #require(two.kept.withLock { $0.state })
      let data = try JSONEncoder().encode(stored)
      let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
      two.kept.withLock {
        $0.state = read
        $0.events = []
      }
      two.start()
      #expect(two.engine.state.pendingRecordZoneChanges == [.saveRecord(SyncDevice.id("a"))])
      try await one.engine.sendChanges()
      try await two.engine.fetchChanges()
      try await two.engine.sendChanges()
      let words = two.kept.withLock { $0.events.map(\.words) }
      #expect(words.filter { $0.hasPrefix("records") } == ["records +[\"b\"] -[]"])
      #expect(!words.contains { $0.hasPrefix("accountChange") })
      try await one.engine.fetchChanges()
      #expect(one.texts == ["a": "a2", "b": "b2"] && one.texts == two.texts)
    }
  }

  @Test func `an event without a stored state is delivered again after a restart`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      try await one.engine.sendChanges()
      one.write(["a": "a"])
      await one.wait { $0.stateInWords.contains("pending: 1") }
      let pending = one.kept.withLock { $0.state }
      try await one.engine.sendChanges()
      // As if the state after the send was never stored: the change is sent again without effect.
      one.kept.withLock { $0.state = pending }
      one.start()
      try await one.engine.sendChanges()
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      two.kept.withLock { $0.state = nil }
      two.start()
      try await two.engine.fetchChanges()
      #expect(two.texts == ["a": "a"])
    }
  }

  @Test func `a recreated zone is fetched in full`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      one.write(["a": "a", "b": "b"])
      try await one.engine.sendChanges()
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      try await database.deleteRecordZone(withID: SyncDevice.zone)
      try await database.save(CKRecordZone(zoneID: SyncDevice.zone))
      let record = CKRecord(recordType: "Note", recordID: SyncDevice.id("c"))
      record["text"] = "c"
      try await database.save(record)
      two.kept.withLock { $0.events = [] }
      try await two.engine.fetchChanges()
      let words = two.kept.withLock { $0.events.map(\.words) }
      #expect(words.contains("database +[\"Notes\"] -[\"Notes\"]"))
      #expect(words.contains("records +[\"c\"] -[] full 2") && words.contains("did zone full 2"))
    }
  }

  @Test func `the deletion of a zone is reported`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      one.write(["a": "a"])
      try await one.engine.sendChanges()
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      one.engine.state.add(pendingDatabaseChanges: [.deleteZone(SyncDevice.zone)])
      try await one.engine.sendChanges()
      try await two.engine.fetchChanges()
      #expect(two.texts.isEmpty)
      #expect(two.kept.withLock { $0.events.contains { $0.words == "database +[] -[\"Notes\"]" } })
    }
  }

  @Test func `a batch that is too large is split`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database)
      one.makeZone()
      // More than the limit of a request, and one record that the server rejects by itself.
      let long = String(repeating: "x", count: 400_000)
      one.write(Dictionary(uniqueKeysWithValues: (0..<12).map { ("long\($0)", long) }))
      one.write(["bad": String(repeating: "y", count: 1_100_000)])
      await #expect { try await one.engine.sendChanges() } throws: {
        ($0 as? CKError)?.partialErrorsByItemID?.keys.map { "\($0)" }.count == 1
      }
      let two = SyncDevice(database)
      try await two.engine.fetchChanges()
      #expect(two.texts.count == 12)
    }
  }

  @Test func `the delegate can't wait for its own engine`() async throws {
    final class Delegate: CKSyncEngineDelegate {
      let (errors, teller) = AsyncStream.makeStream(of: CKError.Code?.self)

      func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        guard case .willFetchChanges = event else { return }
        do {
          try await syncEngine.sendChanges()
          teller.yield(nil)
        } catch {
          teller.yield((error as? CKError)?.code)
        }
      }

      func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
      ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
    }
    try await RunningCloud.run { cloud in
      let delegate = Delegate()
      var configuration = CKSyncEngine.Configuration(
        database: try await cloud.container(of: "ann").privateCloudDatabase,
        stateSerialization: nil, delegate: delegate)
      configuration.automaticallySync = false
      let engine = CKSyncEngine(configuration)
      try await engine.fetchChanges()
      let first = await delegate.errors.first { _ in true }
      #expect(first == .invalidArguments)
    }
  }

  @Test func `calls to an engine without a delegate are cancelled`() async throws {
    try await RunningCloud.run { cloud in
      var device: SyncDevice? = SyncDevice(
        try await cloud.container(of: "ann").privateCloudDatabase)
      let engine = try #require(device?.engine)
      device?.stop()
      device = nil
      await #expect { try await engine.fetchChanges() } throws: {
        ($0 as? CKError)?.code == .operationCancelled
      }
      await #expect(throws: CKError.self) { try await engine.sendChanges() }
    }
  }

  @Test func `an engine for the public database is an error`() async throws {
    try await RunningCloud.run { cloud in
      let one = SyncDevice(try await cloud.container(of: "ann").publicCloudDatabase)
      await #expect { try await one.engine.fetchChanges() } throws: {
        ($0 as? CKError)?.code == .badDatabase
      }
    }
  }
}

extension SyncDevice.Kept {
  /// A description of the stored state.
  fileprivate var stateInWords: String { state.map { "\($0)" } ?? "" }
}
