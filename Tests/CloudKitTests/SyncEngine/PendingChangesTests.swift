// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// The list of pending changes, and its stored form.
@Suite struct PendingChangesTests {
  /// A machine that is not started; only its list is tested.
  private func machine(_ stored: CKSyncEngine.State.Serialization? = nil) -> SyncScript {
    SyncScript(isAutomatic: false, stored)
  }

  private func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  @Test func `only the last change of each record is pending`() {
    var script = machine()
    _ = script.tell(SyncScript.add(["a", "b", "a"]))
    #expect(script.pending == ["saveRecord(a", "saveRecord(b"])
    _ = script.tell(.addRecordChanges([.deleteRecord(SyncScript.id("a"))]))
    #expect(script.pending == ["saveRecord(b", "deleteRecord(a"])
    _ = script.tell(.removeRecordChanges([.saveRecord(SyncScript.id("a"))]))
    #expect(script.pending.count == 2)
    _ = script.tell(.removeRecordChanges([.deleteRecord(SyncScript.id("a"))]))
    #expect(script.pending == ["saveRecord(b"])
  }

  @Test(arguments: [1, 2, 3, 4])
  func `random additions and removals behave like a plain list and are stored`(
    seed: UInt64
  ) throws {
    var state = seed
    func number(below limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int((state >> 33) % limit)
    }
    var script = machine()
    script.isPatient = true
    var plain: [CKSyncEngine.PendingRecordZoneChange] = []
    var kept: [(CKSyncEngine.State.Serialization, [CKSyncEngine.PendingRecordZoneChange])] = []
    for round in 0..<6_000 {
      let zone = CKRecordZone.ID(zoneName: "Z\(number(below: 3))")
      let id = CKRecord.ID(recordName: "ü:\(number(below: 900))", zoneID: zone)
      let change: CKSyncEngine.PendingRecordZoneChange =
        number(below: 4) == 0 ? .deleteRecord(id) : .saveRecord(id)
      if number(below: round % 2_000 < 1_000 ? 5 : 2) == 0 {
        _ = script.tell(.removeRecordChanges([change]))
        plain.removeAll { $0 == change }
      } else if !plain.contains(change) {
        _ = script.tell(.addRecordChanges([change]))
        plain.removeAll { $0 == .saveRecord(id) || $0 == .deleteRecord(id) }
        plain.append(change)
      }
      if round % 600 == 0 {
        let serialization = script.machine.serialization
        // Encoded now, so that chunks cache their text.
        _ = try encoded(serialization)
        kept.append((serialization, plain))
      }
    }
    #expect(script.machine.pendingRecordZoneChanges == plain)
    kept.append((script.machine.serialization, plain))
    for (serialization, expected) in kept {
      let read = try JSONDecoder().decode(
        CKSyncEngine.State.Serialization.self, from: encoded(serialization))
      #expect(machine(read).machine.pendingRecordZoneChanges == expected)
    }
  }

  @Test func `the whole state is stored`() throws {
    var script = machine()
    script.fetchAll(["A": "a1", "B": "b1"])
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.database("d2", ["A", "C"]))
    _ = script.fail(.networkFailure)
    _ = script.tell(SyncScript.add(["a"]))
    let mine = CKRecordZone.ID(zoneName: "Mine")
    let theirs = CKRecordZone.ID(zoneName: "Theirs", ownerName: "ben")
    _ = script.tell(
      .addDatabaseChanges([.saveZone(CKRecordZone(zoneID: mine)), .deleteZone(theirs)]))
    _ = script.tell(.setHasUntrackedChanges(true))
    let data = try encoded(try #require(script.stored))
    let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
    #expect(try encoded(read) == data)
    let list = try PropertyListDecoder().decode(
      CKSyncEngine.State.Serialization.self, from: PropertyListEncoder().encode(read))
    #expect(try encoded(list) == data)

    var later = machine(read)
    #expect(later.machine.unfetchedZoneIDs.map(\.zoneName) == ["A", "C"])
    _ = later.tell(.fetch(1, .init()))
    #expect(later.answer(.signedIn()).last == "ask database d2")
    _ = later.fail(.networkFailure)
    _ = later.tell(.send(2, .init()))
    #expect(later.machine.pendingRecordZoneChanges == [.saveRecord(SyncScript.id("a"))])
    guard case .modifyZones(let saving, let deleting)? = later.asked?.request else {
      Issue.record("no zones are asked for")
      return
    }
    #expect(saving.map(\.zoneID) == [mine] && deleting == [theirs])
  }

  @Test(arguments: [
    "{}", "[]", "{\"version\":2}", "{\"version\":\"1\"}",
    #"{"version":1,"zones":[],"fullFetches":0,"databaseChanges":[],"recordChanges":["s1:a"],"hasUntrackedChanges":false}"#,
    #"{"version":1,"zones":[],"fullFetches":0,"databaseChanges":[],"recordChanges":["z1:Z1:os9:a"],"hasUntrackedChanges":false}"#,
    #"{"version":1,"zones":[],"fullFetches":0,"databaseChanges":[],"recordChanges":["z99999999999999999999:Z"],"hasUntrackedChanges":false}"#,
    #"{"version":1,"zones":[],"fullFetches":0,"databaseChanges":[],"recordChanges":["z1:Z1:oz"],"hasUntrackedChanges":false}"#,
    #"{"version":1,"zones":[],"fullFetches":0,"databaseChanges":[],"recordChanges":["q1:Z"],"hasUntrackedChanges":false}"#,
  ])
  func `a malformed state is a decoding error`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: Data(text.utf8))
    }
  }

  @Test func `a batch is limited in count and size, and omits missing records`() async {
    let ids = (0..<500).map { SyncScript.id("r\($0)") }
    let all = ids.map { CKSyncEngine.PendingRecordZoneChange.saveRecord($0) }
    let first = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: all) { id in
      id.recordName == "r3" ? nil : SyncScript.record(id.recordName)
    }
    #expect(first?.recordsToSave.count == 200)
    #expect(first?.recordsToSave[3].recordID.recordName == "r4")
    let large = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: all) { id in
      let record = SyncScript.record(id.recordName)
      record["data"] = Data(count: 300_000)
      return record
    }
    #expect(large?.recordsToSave.count == 5)
    let none = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: all) { _ in nil }
    #expect(none == nil)
    let deletions = await CKSyncEngine.RecordZoneChangeBatch(
      pendingChanges: [.deleteRecord(ids[0]), .saveRecord(ids[1])]
    ) { SyncScript.record($0.recordName) }
    #expect(deletions?.recordIDsToDelete == [ids[0]] && deletions?.recordsToSave.count == 1)
  }

  @Test func `scopes contain the zones and changes that they name`() {
    let (z, other) = (SyncScript.zone, CKRecordZone.ID(zoneName: "Other"))
    typealias Send = CKSyncEngine.SendChangesOptions.Scope
    typealias Fetch = CKSyncEngine.FetchChangesOptions.Scope
    #expect(Send.all.contains(SyncScript.id("a")) && Fetch.all.contains(z))
    #expect(
      !Send.allExcluding([z]).contains(SyncScript.id("a")) && !Fetch.allExcluding([z]).contains(z))
    #expect(Send.allExcluding([other]).contains(.saveRecord(SyncScript.id("a"))))
    #expect(Send.zoneIDs([z]).contains(SyncScript.id("a")) && Fetch.zoneIDs([z]).contains(z))
    #expect(!Send.zoneIDs([other]).contains(.deleteRecord(SyncScript.id("a"))))
    #expect(Send.recordIDs([SyncScript.id("a")]).contains(SyncScript.id("a")))
    #expect(!Send.recordIDs([SyncScript.id("a")]).contains(SyncScript.id("b")))
  }
}
