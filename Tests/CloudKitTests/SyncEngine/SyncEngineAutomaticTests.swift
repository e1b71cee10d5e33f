// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Engines with automatic sync, and their accounts.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SyncEngineAutomaticTests {
  @Test func `changes are sent when they are made, and fetched on notification`() async throws {
    try await RunningCloud.run { cloud in
      // No polling.
      var timing = SyncTiming()
      timing.poll = 3_600
      let one = SyncDevice(
        try await cloud.container(of: "ann", device: "one").privateCloudDatabase,
        isAutomatic: true, timing: timing)
      let two = SyncDevice(
        try await cloud.container(of: "ann", device: "two").privateCloudDatabase,
        isAutomatic: true, timing: timing)
      one.makeZone()
      one.write(["a": "a"])
      await two.wait { $0.texts["a"] == "a" }
      for round in 0..<20 {
        one.write(["a": "a\(round)"])
        await two.wait { $0.texts["a"] == "a\(round)" }
        two.write(["b": "b\(round)"])
        await one.wait { $0.texts["b"] == "b\(round)" }
      }
      two.delete("b")
      await one.wait { $0.texts["b"] == nil }
      // Explicit calls during automatic sync.
      one.write(["c": "c"])
      async let sent: Void = one.engine.sendChanges()
      async let fetched: Void = one.engine.fetchChanges()
      _ = try await (sent, fetched)
      try await two.engine.fetchChanges()
      #expect(two.texts["c"] == "c")
    }
  }

  @Test func `changes made while the server is down are sent when it is back`() async throws {
    try await RunningCloud.run { cloud in
      let one = SyncDevice(
        try await cloud.container(of: "ann", device: "one").privateCloudDatabase,
        isAutomatic: true)
      let two = SyncDevice(
        try await cloud.container(of: "ann", device: "two").privateCloudDatabase,
        isAutomatic: true)
      one.makeZone()
      one.write(["a": "a"])
      await two.wait { $0.texts["a"] == "a" }
      try await cloud.server.stop()
      one.write(["a": "a2", "b": "b"])
      two.write(["c": "c"])
      await one.wait { $0.hasFailed(.networkUnavailable) }
      #expect(one.engine.state.pendingRecordZoneChanges.count == 2)
      try await cloud.server.start()
      await two.wait { $0.texts == ["a": "a2", "b": "b", "c": "c"] }
      await one.wait { $0.texts == ["a": "a2", "b": "b", "c": "c"] }
    }
  }

  @Test func `without a stream, the server is polled`() async throws {
    try await RunningCloud.run { cloud in
      var timing = SyncTiming()
      timing.poll = 0.05
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let one = SyncDevice(database, isAutomatic: true, events: NoChangeEvents())
      let two = SyncDevice(database, isAutomatic: true, events: NoChangeEvents(), timing: timing)
      one.makeZone()
      one.write(["a": "a"])
      await two.wait { $0.texts["a"] == "a" }
      one.delete("a")
      await two.wait { $0.texts["a"] == nil }
    }
  }

  @Test func `a released engine is deallocated with its delegate`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      var device: SyncDevice? = SyncDevice(database, isAutomatic: true)
      await device?.wait { !$0.events.isEmpty }
      weak let engine = device?.engine
      weak let delegate = device
      device?.stop()
      device = nil
      // Running work retains them until it ends.
      while engine != nil || delegate != nil, !Task.isCancelled { await Task.yield() }
      #expect(engine == nil && delegate == nil)
    }
  }

  @Test func `the delegate receives sign-ins, sign-outs and switches of accounts`() async throws {
    try await RunningCloud.run { cloud in
      let file = try await cloud.configuration(of: "ann", device: "mine")
      let others = try await cloud.configuration(of: "ben", device: "his").read()
      let container = CKContainer(identifier: RunningCloud.container, configuration: file)
      let device = SyncDevice(container.privateCloudDatabase)
      device.makeZone()
      device.write(["a": "ann's"])
      try await device.engine.sendChanges()
      let ann = try await container.userRecordID()

      device.write(["b": "never sent"])
      try file.write(others)
      let ben = try await container.userRecordID()
      try await device.engine.sendChanges()
      #expect(
        device.changes == [
          .signIn(currentUser: ann), .switchAccounts(previousUser: ann, currentUser: ben),
        ])
      #expect(device.texts.isEmpty && device.engine.state.pendingRecordZoneChanges.isEmpty)
      #expect(try await container.privateCloudDatabase.allRecordZones().count == 1)

      var nobody = others
      nobody.containers[RunningCloud.container]?.webAuthToken = nil
      try file.write(nobody)
      device.write(["c": "c"])
      await #expect { try await device.engine.sendChanges() } throws: {
        ($0 as? CKError)?.code == .notAuthenticated
      }
      #expect(device.changes.last == .signOut(previousUser: ben))
      #expect(device.engine.state.pendingRecordZoneChanges.isEmpty)

      // A session that the server rejects is not a sign-out.
      try file.write(others)
      try await device.engine.fetchChanges()
      #expect(device.changes.last == .signIn(currentUser: ben))
      device.write(["d": "d"])
      var ended = others
      ended.containers[RunningCloud.container]?.webAuthToken = "ended"
      try file.write(ended)
      await #expect { try await device.engine.sendChanges() } throws: {
        ($0 as? CKError)?.code == .notAuthenticated
      }
      #expect(device.changes.last == .signIn(currentUser: ben))
      #expect(device.engine.state.pendingRecordZoneChanges.count == 1)
    }
  }

  @Test func `a cancelled call throws, and later calls succeed`() async throws {
    try await RunningCloud.run { cloud in
      let device = SyncDevice(try await cloud.container(of: "ann").privateCloudDatabase)
      device.makeZone()
      device.write(Dictionary(uniqueKeysWithValues: (0..<600).map { ("n\($0)", "text") }))
      let call = Task { try await device.engine.sendChanges() }
      await device.wait { $0.events.contains { $0.words == "will send" } }
      await device.engine.cancelOperations()
      let result = await call.result
      #expect { try result.get() } throws: { ($0 as? CKError)?.code == .operationCancelled }
      let other = Task { try await device.engine.sendChanges() }
      other.cancel()
      await #expect(throws: CKError.self) { try await other.value }
      try await device.engine.sendChanges()
      let two = SyncDevice(try await cloud.container(of: "ann", device: "two").privateCloudDatabase)
      try await two.engine.fetchChanges()
      #expect(two.texts.count == 600)
    }
  }
}

extension SyncDevice {
  /// The changes of the account.
  fileprivate var changes: [CKSyncEngine.Event.AccountChange.ChangeType] {
    kept.withLock { kept in
      kept.events.compactMap { event in
        if case .accountChange(let event) = event { event.changeType } else { nil }
      }
    }
  }
}

extension SyncDevice.Kept {
  /// Whether the save of a record has failed with a code.
  fileprivate func hasFailed(_ code: CKError.Code) -> Bool {
    events.contains { event in
      guard case .sentRecordZoneChanges(let sent) = event else { return false }
      return sent.failedRecordSaves.contains { $0.error.code == code }
    }
  }
}
