// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The sends of a sync machine.
@Suite struct SyncSendTests {
  /// A machine with a waiting caller, which has requested the first batch.
  private func asked(
    _ names: [String], _ options: CKSyncEngine.SendChangesOptions = .init()
  ) -> SyncScript {
    var script = SyncScript()
    _ = script.tell(SyncScript.add(names))
    _ = script.tell(.send(1, options))
    #expect(
      script.answer(.signedIn()) == [
        "accountChange(signIn: ann)", "state", "will send", "batch manual",
      ])
    return script
  }

  @Test func `zone changes are sent first, then batches until none is left`() {
    var script = SyncScript()
    #expect(
      script.tell(.addDatabaseChanges([.saveZone(CKRecordZone(zoneID: SyncScript.zone))])) == [
        "state"
      ])
    #expect(script.tell(SyncScript.add(["a", "b"])) == ["state"])
    _ = script.tell(.send(1, .init()))
    #expect(script.answer(.signedIn()).suffix(2) == ["will send", "ask zones +[\"Z\"] -[]"])
    #expect(script.takenZones() == ["sent zones +[\"Z\"] -[]", "state", "batch manual"])
    #expect(script.tell(SyncScript.batch(["a"])) == ["ask records Z +[\"a\"] -[]"])
    #expect(script.taken() == ["sent +[\"a\"] -[]", "state", "batch manual"])
    // A zone change that is added meanwhile is sent before the next records.
    _ = script.tell(.addDatabaseChanges([.deleteZone(CKRecordZone.ID(zoneName: "Old"))]))
    #expect(script.tell(SyncScript.batch(["b"])) == ["state", "ask records Z +[\"b\"] -[]"])
    #expect(script.taken() == ["sent +[\"b\"] -[]", "state", "ask zones +[] -[\"Old\"]"])
    // The deletion of a zone that does not exist succeeds.
    #expect(
      script.takenZones(except: ["Old": .zoneNotFound]) == [
        "sent zones +[] -[\"Old\"]", "state", "batch manual",
      ])
    #expect(script.tell(.batch(nil)) == ["did send", "finish 1"])
    #expect(script.pending.isEmpty)
  }

  @Test func `the state is stored before the next request`() {
    var script = asked(["a"])
    script.isPatient = true
    _ = script.tell(SyncScript.batch(["a"]))
    #expect(script.taken() == ["sent +[\"a\"] -[]"])
    // After a crash at this point the change is sent again: the stored state still has it.
    #expect(script.restarted().pending == ["saveRecord(a"])
    #expect(script.tell(.handled) == ["state"])
    #expect(script.restarted().pending == [])
    #expect(script.tell(.handled) == ["batch manual"])
  }

  @Test func `a change that is added again while it is sent stays pending`() {
    var script = asked(["a", "b", "c"])
    // The delegate may have read the record before or after this change.
    _ = script.tell(SyncScript.add(["a"]))
    _ = script.tell(SyncScript.batch(["a", "b", "c"]))
    _ = script.tell(.addRecordChanges([.deleteRecord(SyncScript.id("b"))]))
    #expect(script.taken().first == "sent +[\"a\", \"b\", \"c\"] -[]")
    #expect(script.pending == ["saveRecord(a", "deleteRecord(b"])
    #expect(
      script.tell(SyncScript.batch(["a"], delete: ["b"])) == ["ask records Z +[\"a\"] -[\"b\"]"])
    _ = script.taken()
    #expect(script.pending == [])
  }

  @Test func `a rejected change is reported once and no longer pending`() throws {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a", "b"]))
    script.isPatient = true
    #expect(
      script.taken(except: ["a": .serverRecordChanged]) == [
        "sent +[\"b\"] -[] failed [\"serverRecordChanged\"]"
      ])
    #expect(script.pending == [])
    // The delegate merges and adds the change again: the next send includes it, not this one.
    _ = script.tell(SyncScript.add(["a"]))
    script.isPatient = false
    #expect(script.tell(.handled) == ["state", "batch manual"])
    #expect(script.tell(SyncScript.batch(["a"])) == ["did send", "finish 1 partialFailure"])
    let error = try #require(script.finished[1].flatMap { $0 })
    #expect(error.partialErrorsByItemID?.count == 1)
    #expect(script.pending == ["saveRecord(a"])
    #expect(script.tell(.send(2, .init())) == ["will send", "batch manual"])
    _ = script.tell(SyncScript.batch(["a"]))
    _ = script.taken()
    #expect(script.tell(.batch(nil)) == ["did send", "finish 2"])
  }

  @Test(arguments: [
    CKError.Code.notAuthenticated, .accountTemporarilyUnavailable, .networkFailure,
    .networkUnavailable, .requestRateLimited, .serviceUnavailable, .zoneBusy, .serverResponseLost,
  ])
  func `changes that fail with a temporary error stay pending`(code: CKError.Code) {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a", "b"]))
    let words = script.fail(code)
    #expect(words.prefix(1) == ["sent +[] -[] failed [\"\(code)\", \"\(code)\"]"])
    #expect(words.suffix(2) == ["did send", "finish 1 \(code)"])
    #expect(script.pending.count == 2)
    // An error of one record has an equal effect.
    _ = script.tell(.send(2, .init()))
    if code == .notAuthenticated { _ = script.answer(.signedIn()) }
    _ = script.tell(SyncScript.batch(["a", "b"]))
    #expect(script.taken(except: ["b": code]).last == "finish 2 \(code)")
    #expect(script.pending == ["saveRecord(b"])
  }

  @Test(arguments: [
    CKError.Code.zoneNotFound, .userDeletedZone, .quotaExceeded, .permissionFailure,
  ])
  func `changes that fail with a permanent error are reported and no longer pending`(
    code: CKError.Code
  ) {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a", "b"]))
    #expect(
      script.fail(code) == [
        "sent +[] -[] failed [\"\(code)\", \"\(code)\"]", "state", "batch manual",
      ])
    #expect(script.tell(.batch(nil)).last == "finish 1 partialFailure")
    #expect(script.pending == [])
  }

  @Test(arguments: [CKError.Code.unknownItem, .internalError, .serverRejectedRequest])
  func `changes stay pending if a request fails with an error that no record caused`(
    code: CKError.Code
  ) {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a", "b"]))
    #expect(
      script.fail(code) == [
        "sent +[] -[] failed [\"serviceUnavailable\", \"serviceUnavailable\"]", "did send",
        "finish 1 \(code)",
      ])
    #expect(script.pending.count == 2)
  }

  @Test func `a request that is too large is split, an atomic one is not`() {
    var script = asked(["a", "b", "c"])
    #expect(
      script.tell(SyncScript.batch(["a", "b"], delete: ["c"])) == [
        "ask records Z +[\"a\", \"b\"] -[\"c\"]"
      ])
    #expect(script.fail(.limitExceeded) == ["ask records Z +[\"a\"] -[]"])
    #expect(
      script.fail(.limitExceeded) == [
        "sent +[] -[] failed [\"limitExceeded\"]", "state", "ask records Z +[\"b\"] -[\"c\"]",
      ])
    #expect(script.taken() == ["sent +[\"b\"] -[\"c\"]", "state", "batch manual"])
    #expect(
      script.tell(SyncScript.batch(["d"], delete: ["e"], atomic: true)) == [
        "ask records Z +[\"d\"] -[\"e\"] atomic"
      ])
    #expect(
      script.fail(.limitExceeded).first
        == "sent +[] -[] failed [\"limitExceeded\", \"limitExceeded\"]")
    let names = (0..<450).map { "n\($0)" }
    let words = script.tell(SyncScript.batch(names))
    #expect(words.count == 1 && words[0].contains("n111") && !words[0].contains("n112"))
  }

  @Test func `an invalid record does not affect the others in its batch`() {
    var script = asked(["a", "b", "c", "d"])
    _ = script.tell(SyncScript.batch(["a", "b", "c", "d"]))
    #expect(script.fail(.invalidArguments) == ["ask records Z +[\"a\", \"b\"] -[]"])
    _ = script.taken()
    #expect(script.fail(.invalidArguments) == ["ask records Z +[\"c\"] -[]"])
    #expect(script.fail(.invalidArguments).last == "ask records Z +[\"d\"] -[]")
    #expect(script.taken().last == "batch manual")
    #expect(script.pending == [])
  }

  @Test func `only changes in the scope are sent`() {
    let other = CKRecordZone.ID(zoneName: "Other")
    var script = SyncScript()
    _ = script.tell(
      .addDatabaseChanges([
        .saveZone(CKRecordZone(zoneID: other)), .saveZone(CKRecordZone(zoneID: SyncScript.zone)),
      ]))
    _ = script.tell(.send(1, .init(scope: .recordIDs([SyncScript.id("a")]))))
    #expect(script.answer(.signedIn()).last == "ask zones +[\"Z\"] -[]")
    _ = script.takenZones()
    #expect(
      script.tell(SyncScript.batch(["a", "b"])) == ["did send", "finish 1 invalidArguments"])
    _ = script.tell(.send(2, .init(scope: .zoneIDs([SyncScript.zone]))))
    #expect(script.tell(SyncScript.batch(["b"])) == ["ask records Z +[\"b\"] -[]"])
    _ = script.taken()
    #expect(script.tell(.batch(nil)).last == "finish 2")
    #expect(script.tell(.send(3, .init())).last == "ask zones +[\"Other\"] -[]")
  }

  @Test func `a batch over several zones is sent as one request for each zone`() {
    var script = asked(["a"])
    let other = CKRecord.ID(recordName: "o", zoneID: CKRecordZone.ID(zoneName: "Other"))
    let batch = CKSyncEngine.RecordZoneChangeBatch(
      recordsToSave: [SyncScript.record("a"), CKRecord(recordType: "Hike", recordID: other)],
      recordIDsToDelete: [SyncScript.id("b")], atomicByZone: true)
    #expect(script.tell(.batch(batch)) == ["ask records Z +[\"a\"] -[\"b\"] atomic"])
    // A busy zone does not block other zones, but fails the send.
    #expect(
      script.fail(.zoneBusy) == [
        "sent +[] -[] failed [\"zoneBusy\", \"zoneBusy\"]", "ask records Other +[\"o\"] -[] atomic",
      ])
    #expect(script.taken() == ["sent +[\"o\"] -[]", "did send", "finish 1 zoneBusy"])
  }

  @Test func `an atomic batch is not sent without the record that failed`() {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a", "b"], atomic: true))
    _ = script.taken(except: ["a": .serverRecordChanged, "b": .batchRequestFailed])
    #expect(script.pending == [])
    #expect(
      script.tell(SyncScript.batch(["a", "c"], atomic: true)).last == "finish 1 partialFailure")
  }

  @Test func `untracked changes are requested until the delegate has none`() {
    var script = SyncScript()
    #expect(script.tell(.setHasUntrackedChanges(true)) == ["state"])
    _ = script.tell(.send(1, .init()))
    _ = script.answer(.signedIn())
    #expect(script.tell(SyncScript.batch(["x"])) == ["ask records Z +[\"x\"] -[]"])
    #expect(script.taken() == ["sent +[\"x\"] -[]", "batch manual"])
    // Set again during the delegate's call: the delegate may not have seen the new change.
    #expect(script.tell(.setHasUntrackedChanges(true)) == [])
    #expect(script.tell(.batch(nil)) == ["did send", "finish 1"])
    _ = script.tell(.send(2, .init()))
    #expect(script.tell(.batch(nil)) == ["state", "did send", "finish 2"])
  }

  @Test func `a cancelled send retains unsent changes and records acknowledged ones`() {
    var script = asked(["a", "b"])
    _ = script.tell(SyncScript.batch(["a"]))
    #expect(script.tell(.cancel) == ["stop asking"])
    #expect(
      script.taken() == ["sent +[\"a\"] -[]", "state", "did send", "finish 1 operationCancelled"])
    #expect(script.pending == ["saveRecord(b"])
    _ = script.tell(.send(2, .init()))
    _ = script.tell(SyncScript.batch(["b"]))
    _ = script.tell(.abandon(2))
    #expect(script.fail(.operationCancelled) == ["did send"])
    #expect(script.pending == ["saveRecord(b"])
  }
}
