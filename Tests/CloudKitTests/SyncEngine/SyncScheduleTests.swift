// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The schedule of a sync machine with automatic sync, and its account.
@Suite struct SyncScheduleTests {
  /// A machine with automatic sync, idle after its first fetch.
  private func resting(_ stored: CKSyncEngine.State.Serialization? = nil) -> SyncScript {
    var script = SyncScript(isAutomatic: true, stored)
    _ = script.tell(.start)
    _ = script.answer(.signedIn())
    _ = script.answer(.subscribed)
    _ = script.answer(.database("d1"))
    return script
  }

  /// Advances the time to the machine's next timer.
  private func wake(_ script: inout SyncScript) -> [String] {
    script.time = script.wakeAt ?? script.time
    return script.tell(.timerFired)
  }

  /// Advances the time, past polls, until the machine requests a batch.
  private func untilBatch(_ script: inout SyncScript) {
    var words = wake(&script)
    while words.last != "batch scheduled" {
      words =
        words.last == "ask database d1" ? script.answer(.database("d1")) : wake(&script)
    }
  }

  @Test func `without automatic sync, the machine only reports its state`() {
    var script = SyncScript()
    for input in [
      SyncInput.start, .serverChanged, .timerFired, .isListening(true), .accountMayHaveChanged,
    ] {
      #expect(script.tell(input) == [])
    }
    #expect(script.tell(SyncScript.add(["a"])) == ["state"])
    #expect(script.tell(SyncScript.add(["a"])) == [])
    #expect(script.tell(.removeRecordChanges([.deleteRecord(SyncScript.id("a"))])) == [])
    #expect(script.tell(.removeRecordChanges([.saveRecord(SyncScript.id("a"))])) == ["state"])
    #expect(script.wakeAt == nil)
  }

  @Test func `pending changes are coalesced and sent after a short delay`() {
    var script = resting()
    script.time = 5
    #expect(script.tell(SyncScript.add(["a"])) == ["state"])
    #expect(script.wakeAt == 5.01)
    script.time = 5.005
    _ = script.tell(SyncScript.add(["b"]))
    #expect(script.wakeAt == 5.01)
    #expect(wake(&script) == ["will send", "batch scheduled"])
    #expect(script.tell(SyncScript.batch(["a", "b"])) == ["ask records Z +[\"a\", \"b\"] -[]"])
    // No change is left, so no batch is requested.
    #expect(script.taken() == ["sent +[\"a\", \"b\"] -[]", "state", "did send"])
  }

  @Test func `changes pending from the last run are sent at the start, after a fetch`() {
    var first = SyncScript()
    _ = first.tell(SyncScript.add(["a"]))
    var script = first.restarted(isAutomatic: true)
    _ = script.tell(.start)
    _ = script.answer(.signedIn())
    #expect(script.answer(.subscribed).last == "ask database -")
    #expect(
      script.answer(.database("d1")) == ["state", "did fetch", "will send", "batch scheduled"])
  }

  @Test func `retry delays grow, are bounded, and observe the server's delay`() {
    var script = resting()
    var waits: [Double] = []
    _ = script.tell(SyncScript.add(["a"]))
    for _ in 0..<12 {
      untilBatch(&script)
      _ = script.tell(SyncScript.batch(["a"]))
      _ = script.fail(.networkUnavailable)
      waits.append((script.machine.nextSend ?? 0) - script.time)
    }
    for (index, wait) in waits.enumerated() {
      let longest = min(Double(1 << index), 300)
      #expect(wait >= longest / 2 && wait <= longest, "\(index)")
    }
    #expect(script.pending == ["saveRecord(a"])
    // The server is reachable again.
    #expect(script.tell(.isListening(true)).last == "ask database d1")
    #expect(script.answer(.database("d1")).last == "batch scheduled")
    _ = script.tell(SyncScript.batch(["a"]))

    _ = script.fail(.requestRateLimited, after: 400)
    let asked = (script.wakeAt ?? 0) - script.time
    #expect(asked >= 400 && asked <= 440)
    // Until then, the machine sends requests only for waiting callers.
    #expect(script.tell(.serverChanged) == [])
    #expect(script.tell(SyncScript.add(["b"])) == ["state"])
    #expect(script.tell(.fetch(1, .init())).last == "ask database d1")
    _ = script.answer(.database("d1"))
    #expect(wake(&script).last == "batch scheduled")
    _ = script.tell(SyncScript.batch(["a"]))
    _ = script.fail(.serviceUnavailable, after: 86_400)
    #expect((script.wakeAt ?? 0) - script.time <= 660)
  }

  @Test func `a change that is rejected repeatedly is sent with growing delays`() {
    var script = resting()
    _ = script.tell(SyncScript.add(["a"]))
    var waits: [Double] = []
    for _ in 0..<5 {
      untilBatch(&script)
      _ = script.tell(SyncScript.batch(["a"]))
      script.isPatient = true
      _ = script.taken(except: ["a": .serverRecordChanged])
      _ = script.tell(SyncScript.add(["a"]))
      script.isPatient = false
      _ = script.tell(.handled)
      _ = script.tell(SyncScript.batch(["a"]))
      waits.append((script.machine.nextSend ?? 0) - script.time)
    }
    #expect(waits[0] <= 0.011)
    #expect(waits[1] >= 0.5 && waits[2] >= 1 && waits[4] >= 4)
  }

  @Test func `untracked changes are requested again after a rejection`() {
    var script = resting()
    _ = script.tell(.setHasUntrackedChanges(true))
    untilBatch(&script)
    _ = script.tell(SyncScript.batch(["a"]))
    #expect(script.taken(except: ["a": .serverRecordChanged]).last == "batch scheduled")
    // The delegate has merged, and returns the record again: it is sent soon, not in this send.
    #expect(script.tell(SyncScript.batch(["a"])).last == "did send")
    #expect(wake(&script).last == "batch scheduled")
    _ = script.tell(SyncScript.batch(["a"]))
    _ = script.taken()
    #expect(script.tell(.batch(nil)) == ["state", "did send"])
    #expect(script.machine.nextSend == nil)
  }

  @Test func `the server is polled often without a stream, and rarely with one`() {
    var script = resting()
    #expect(script.wakeAt.map { $0 - script.time < 31 } == true)
    #expect(script.tell(.isListening(true)).last == "ask database d1")
    _ = script.answer(.database("d1"))
    #expect(script.wakeAt.map { $0 - script.time > 600 } == true)
    _ = script.tell(.isListening(false))
    #expect(script.wakeAt.map { $0 - script.time < 31 } == true)
    #expect(wake(&script).last == "ask database d1")
    // An unreachable server is not polled more often.
    for _ in 0..<10 {
      _ = script.fail(.networkUnavailable)
      _ = script.tell(.isListening(false))
      _ = wake(&script)
    }
    _ = script.fail(.networkUnavailable)
    #expect(script.wakeAt.map { $0 - script.time >= 150 } == true)
  }

  @Test func `automatic sends wait for the first fetch`() {
    var script = SyncScript(isAutomatic: true)
    _ = script.tell(.start)
    _ = script.tell(SyncScript.add(["a"]))
    _ = script.answer(.signedIn())
    #expect(script.answer(.subscribed).last == "ask database -")
    #expect(script.fail(.networkFailure).last == "did fetch")
    // The change is due, but is not sent yet.
    #expect(wake(&script).last == "ask database -")
    #expect(script.fail(.networkFailure).last == "did fetch")
    #expect(wake(&script).last == "ask database -")
    #expect(script.answer(.database("d1")).last == "batch scheduled")
  }

  @Test func `a fetch precedes the next send of a record that the server does not have`() {
    var script = resting()
    _ = script.tell(SyncScript.add(["a"]))
    untilBatch(&script)
    _ = script.tell(SyncScript.batch(["a"]))
    let words = script.taken(except: ["a": .unknownItem]) + script.tell(.batch(nil))
    #expect(words.last == "ask database d1")
  }

  @Test func `a switch of accounts discards the former account's state`() {
    var script = resting()
    script.fetchedZone()
    _ = script.tell(SyncScript.add(["a"]))
    _ = script.tell(.addDatabaseChanges([.deleteZone(SyncScript.zone)]))
    #expect(script.tell(.accountMayHaveChanged) == ["ask account"])
    #expect(
      script.answer(.signedIn("ben")) == [
        "do not listen", "accountChange(switch: ann to ben)", "state", "ask subscribe all",
      ])
    #expect(script.answer(.subscribed).last == "ask database -")
    // The numbers of full fetches continue.
    #expect(
      script.answer(.database("b1", ["Z"])).suffix(3) == [
        "will zone full 2", "state", "ask zone Z -",
      ])
    _ = script.answer(.zone("z1"))
    #expect(script.answer(.database("b1")).last == "did fetch")
    #expect(script.pending == [] && script.machine.unfetchedZoneIDs.isEmpty)
  }

  @Test func `nothing is synced between a sign-out and the next sign-in`() {
    var script = resting()
    _ = script.tell(SyncScript.add(["a"]))
    _ = script.tell(.accountMayHaveChanged)
    #expect(
      script.answer(.account(nil)) == ["do not listen", "accountChange(signOut: ann)", "state"])
    #expect(script.pending == [])
    // Later changes are retained for the next user.
    _ = script.tell(SyncScript.add(["b"]))
    #expect(script.tell(.serverChanged) == [])
    #expect(script.tell(.send(1, .init())) == ["ask account"])
    #expect(script.answer(.account(nil)) == ["finish 1 notAuthenticated"])
    #expect(wake(&script) == ["ask account"])
    #expect(
      script.answer(.signedIn("ben")) == [
        "accountChange(signIn: ben)", "state", "ask subscribe all",
      ])
    _ = script.answer(.subscribed)
    #expect(script.answer(.database("b1")).last == "batch scheduled")
    #expect(script.pending == ["saveRecord(b"])
  }

  @Test func `an expired session is not a sign-out`() {
    var script = resting()
    _ = script.tell(SyncScript.add(["a"]))
    _ = wake(&script)
    _ = script.tell(SyncScript.batch(["a"]))
    #expect(script.fail(.notAuthenticated).last == "ask account")
    #expect(script.fail(.notAuthenticated) == [])
    #expect(script.pending == ["saveRecord(a"])
    #expect(wake(&script) == ["ask account"])
    #expect(script.answer(.signedIn()).last?.hasPrefix("ask database") == true)
    #expect(script.answer(.database("d1")).last == "batch scheduled")
  }

  @Test func `an account status that cannot be fetched only fails waiting callers`() {
    var script = SyncScript(isAutomatic: true)
    _ = script.tell(.start)
    _ = script.tell(.fetch(1, .init()))
    #expect(script.fail(.networkUnavailable) == ["finish 1 networkUnavailable"])
    #expect(wake(&script) == ["ask account"])
  }
}

extension SyncScript {
  /// Fetches a zone after a notification.
  mutating func fetchedZone() {
    _ = tell(.serverChanged)
    _ = answer(.database("d1", ["Z"]))
    _ = answer(.zone("z1", ["r"]))
    _ = answer(.database("d1"))
  }
}
