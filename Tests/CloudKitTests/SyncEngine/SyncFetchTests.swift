// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The fetches of a sync machine.
@Suite struct SyncFetchTests {
  @Test func `a first start signs in, subscribes, listens and fetches page by page`() {
    var script = SyncScript(isAutomatic: true)
    #expect(script.tell(.start) == ["ask account"])
    #expect(
      script.answer(.signedIn()) == ["accountChange(signIn: ann)", "state", "ask subscribe all"])
    #expect(
      script.answer(.subscribed) == ["listen", "options scheduled", "will fetch", "ask database -"])
    #expect(
      script.answer(.database("d1", ["_defaultZone", "Z"])) == [
        "database +[\"Z\"] -[]", "state", "will zone full 1", "state", "ask zone Z -",
      ])
    // The next page is requested before the first one is handled.
    script.isPatient = true
    #expect(
      script.answer(.zone("z1", ["a", "b"], more: true)) == [
        "ask zone Z z1", "records +[\"a\", \"b\"] -[] full 1",
      ])
    #expect(script.answer(.zone("z2", ["c"], deleted: ["a"], more: true)) == [])
    #expect(script.tell(.handled) == ["state"])
    #expect(script.tell(.handled) == ["ask zone Z z2", "records +[\"c\"] -[\"a\"] full 1"])
    #expect(script.answer(.zone("z3")) == [])
    #expect(script.tell(.handled) == ["state"])
    #expect(script.tell(.handled) == ["state"])
    // Records absent from the fetch are deleted only if the zone was not recreated meanwhile.
    #expect(script.tell(.handled) == ["ask database d1"])
    #expect(script.answer(.database("d1")) == ["did zone full 1"])
    #expect(script.tell(.handled) == ["state"])
    #expect(script.tell(.handled) == ["did fetch"])
    #expect(script.tell(.handled) == [])
    #expect(script.wakeAt.map { $0 > 20 && $0 <= 30 } == true)

    // After a notification, only the changes are fetched, and at once.
    script.isPatient = false
    #expect(
      script.tell(.serverChanged) == ["options scheduled", "will fetch", "ask database d1"])
    #expect(
      script.answer(.database("d2", ["Z"])) == [
        "database +[\"Z\"] -[]", "state", "will zone", "ask zone Z z3",
      ])
    #expect(
      script.answer(.zone("z4", ["d"])) == [
        "records +[\"d\"] -[]", "state", "did zone", "did fetch",
      ])
  }

  @Test func `callers with equal options share a fetch and resume when it is handled`() {
    var script = SyncScript()
    #expect(script.tell(.fetch(1, .init())) == ["ask account"])
    // Callers with equal options share a fetch; other options cause another fetch.
    #expect(script.tell(.fetch(2, .init())) == [])
    #expect(script.tell(.fetch(3, .init(scope: .zoneIDs([])))) == [])
    #expect(
      script.answer(.signedIn()) == [
        "accountChange(signIn: ann)", "state", "options manual", "will fetch", "ask database -",
      ])
    #expect(
      script.answer(.database("d1")) == [
        "state", "did fetch", "finish 1", "finish 2", "options manual", "will fetch",
        "ask database d1",
      ])
    #expect(script.answer(.database("d1")) == ["did fetch", "finish 3"])
    #expect(script.wakeAt == nil)
  }

  @Test func `prioritized zones are fetched first, zones outside the scope stay unfetched`() {
    var script = SyncScript()
    var options = CKSyncEngine.FetchChangesOptions(
      scope: .allExcluding([CKRecordZone.ID(zoneName: "C")]))
    options.prioritizedZoneIDs = ["X", "B"].map { CKRecordZone.ID(zoneName: $0) }
    _ = script.tell(.fetch(1, options))
    _ = script.answer(.signedIn())
    #expect(script.answer(.database("d1", ["A", "B", "C"])).last == "ask zone B -")
    #expect(script.answer(.zone("b1")).last == "ask database d1")
    #expect(script.answer(.database("d1")).last == "ask zone A -")
    #expect(script.answer(.zone("a1")).last == "ask database d1")
    #expect(script.answer(.database("d1")).last == "finish 1")
    #expect(script.machine.unfetchedZoneIDs.map(\.zoneName) == ["C"])

    // The delegate may limit the scope, too. Unfetched zones are stored for the next start.
    var later = script.restarted()
    later.isPatient = true
    _ = later.tell(.fetch(1, .init()))
    #expect(later.answer(.signedIn()) == ["options manual"])
    later.isPatient = false
    _ = later.tell(.options(.init(scope: .zoneIDs([]))))
    #expect(later.answer(.database("d1")).last == "finish 1")
    _ = later.tell(.fetch(2, .init()))
    #expect(later.answer(.database("d1")).last == "ask zone C -")
  }

  @Test func `an expired zone token causes a full fetch of the zone`() throws {
    var script = SyncScript()
    script.fetchAll(["Z": "z1"])
    _ = script.tell(.fetch(1, .init()))
    #expect(script.answer(.database("d2", ["Z"])).last == "ask zone Z z1")
    #expect(
      script.fail(.changeTokenExpired) == [
        "did zone changeTokenExpired", "will zone full 2", "state", "ask database d2",
      ])
    // The zone was not recreated.
    #expect(script.answer(.database("d2")) == ["ask zone Z -"])
    #expect(
      script.answer(.zone("z2", ["a"], more: true)) == [
        "ask zone Z z2", "records +[\"a\"] -[] full 2", "state",
      ])

    // The next process continues the full fetch under its number, until its end is handled.
    var later = script.restarted()
    _ = later.tell(.fetch(1, .init()))
    _ = later.answer(.signedIn())
    #expect(later.answer(.database("d2")).suffix(2) == ["will zone full 2", "ask zone Z z2"])
    later.isPatient = true
    #expect(later.answer(.zone("z3", ["b"])) == ["records +[\"b\"] -[] full 2"])
    #expect(later.tell(.handled) == ["state"])
    var again = later.restarted()
    _ = again.tell(.fetch(1, .init()))
    _ = again.answer(.signedIn())
    #expect(again.answer(.database("d2")).suffix(2) == ["will zone full 2", "ask zone Z z3"])
    #expect(again.answer(.zone("z3")) == ["state", "ask database d2"])
    #expect(
      again.answer(.database("d2")) == ["did zone full 2", "state", "did fetch", "finish 1"])
    #expect(again.machine.unfetchedZoneIDs.isEmpty)
  }

  @Test func `after an expired database token, deleted zones are reported`() {
    var script = SyncScript()
    script.fetchAll(["A": "a1", "B": "b1", "C": "c1"])
    _ = script.tell(.fetch(1, .init()))
    #expect(script.fail(.changeTokenExpired) == ["ask database -"])
    #expect(
      script.answer(.database("x1", ["A"], more: true)) == [
        "database +[\"A\"] -[]", "state", "ask database x1",
      ])
    // An interrupted list of zones starts again.
    var later = script.restarted()
    _ = later.tell(.fetch(1, .init()))
    #expect(later.answer(.signedIn()).last == "ask database d1")
    #expect(later.fail(.changeTokenExpired) == ["ask database -"])

    #expect(
      script.answer(.database("x2", ["C"])) == [
        "database +[\"C\"] -[\"B\"]", "state", "will zone", "ask zone A a1",
      ])
    #expect(script.answer(.zone("a2")).last == "ask zone C c1")
    #expect(script.answer(.zone("c2")).last == "finish 1")
  }

  @Test func `a zone recreated during its full fetch is fetched in full again`() throws {
    var script = SyncScript()
    script.fetchAll(["A": "a1"])
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.database("d2", ["A"]))
    _ = script.fail(.changeTokenExpired)
    #expect(script.answer(.database("d2")).last == "ask zone A -")
    #expect(script.answer(.zone("a2", ["a"])).last == "ask database d2")
    #expect(
      script.answer(.database("d3", ["A"], deleted: ["A"])) == [
        "database +[\"A\"] -[\"A\"]", "state", "did zone changeTokenExpired full 2",
        "will zone full 3", "state", "ask zone A -",
      ])
    #expect(script.answer(.zone("a2", ["a"])).last == "ask database d3")
    #expect(
      script.answer(.database("d3")) == ["did zone full 3", "state", "did fetch", "finish 1"])
    #expect(try #require(script.finished[1]) == nil)
  }

  /// Otherwise the delegate would merge the new records as successors of the former zone's records.
  @Test func `the recreation of a zone is reported before its records`() {
    var script = SyncScript()
    script.fetchAll(["A": "a1"])
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.database("d2", ["A"]))
    #expect(script.fail(.changeTokenExpired).last == "ask database d2")
    #expect(
      script.answer(.database("d3", ["A"], deleted: ["A"])) == [
        "database +[\"A\"] -[\"A\"]", "state", "did zone changeTokenExpired full 2",
        "will zone full 3", "state", "ask zone A -",
      ])
    #expect(script.answer(.zone("a2", ["a"])).last == "ask database d3")
    #expect(script.answer(.database("d3")).last == "finish 1")
  }

  @Test func `the check whether a zone was recreated is repeated after a network failure`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["A"]))
    #expect(script.answer(.zone("a1", ["a"])).last == "ask database d1")
    #expect(
      script.fail(.networkFailure) == [
        "did zone networkFailure full 1", "did fetch", "finish 1 networkFailure",
      ])
    var later = script.restarted()
    _ = later.tell(.fetch(2, .init()))
    _ = later.answer(.signedIn())
    #expect(later.answer(.database("d1")).suffix(2) == ["will zone full 1", "ask zone A a1"])
    #expect(later.answer(.zone("a1")).last == "ask database d1")
    // The zone was deleted since then.
    #expect(
      later.answer(.database("d2", deleted: ["A"])) == [
        "database +[] -[\"A\"]", "state", "did zone changeTokenExpired full 1", "did fetch",
        "finish 2",
      ])
  }

  /// Records that the restore has lost must not count as deleted by other devices.
  @Test func `a server restore during a full fetch is reported before the fetch completes`() throws
  {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["A"]))
    #expect(script.answer(.zone("a1", ["a"])).last == "ask database d1")
    #expect(
      script.fail(.changeTokenExpired) == [
        "did zone changeTokenExpired full 1", "ask database d1",
      ])
    #expect(script.fail(.changeTokenExpired) == ["ask database -"])
    #expect(script.answer(.database("x1", ["A"])).last == "ask zone A a1")
    #expect(script.answer(.zone("a2")).last == "ask database x1")
    #expect(script.answer(.database("x1")).last == "finish 1")
    #expect(try #require(script.finished[1]) == nil)
  }

  @Test func `a zone that is not found causes another fetch of the database changes`() {
    var script = SyncScript()
    script.fetchAll(["A": "a1"])
    _ = script.tell(.fetch(1, .init()))
    #expect(script.answer(.database("d2", ["A"])).last == "ask zone A a1")
    #expect(script.fail(.zoneNotFound) == ["did zone zoneNotFound", "state", "ask database d2"])
    #expect(
      script.answer(.database("d3", deleted: ["A"])) == [
        "database +[] -[\"A\"]", "state", "did fetch", "finish 1",
      ])
  }

  @Test func `a zone's error does not affect other zones, a network failure ends the fetch`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    #expect(script.answer(.database("d1", ["A", "B"])).last == "ask zone A -")
    #expect(
      script.fail(.internalError) == [
        "did zone internalError full 1", "will zone full 2", "state", "ask zone B -",
      ])
    #expect(
      script.fail(.networkFailure) == [
        "did zone networkFailure full 2", "did fetch", "finish 1 networkFailure",
      ])
    #expect(script.machine.unfetchedZoneIDs.count == 2)
  }

  @Test func `a fetch from a server that repeats a page ends with an error`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    #expect(script.answer(.database("d1", more: true)).last == "ask database d1")
    #expect(
      script.answer(.database("d1", more: true)) == ["did fetch", "finish 1 internalError"])
    _ = script.tell(.fetch(2, .init()))
    #expect(script.answer(.database("d1", ["A", "B"])).last == "ask zone A -")
    // The other zones are fetched nevertheless.
    #expect(script.answer(.zone("a1", ["a"], more: true)).first == "ask zone A a1")
    #expect(
      script.answer(.zone("a1", more: true)) == [
        "did zone internalError full 1", "will zone full 2", "state", "ask zone B -",
      ])
    #expect(script.answer(.zone("b1")).last == "ask database d1")
    #expect(
      script.answer(.database("d1", more: true)) == [
        "did zone internalError full 2", "did fetch", "finish 2 internalError",
      ])
    #expect(script.machine.unfetchedZoneIDs.count == 2)
    // The unfetched zones are fetched by the next call.
    _ = script.tell(.fetch(3, .init()))
    #expect(script.answer(.database("d1")).last == "ask zone A a1")
    #expect(script.answer(.zone("a2", ["b"])).first == "records +[\"b\"] -[] full 1")
  }

  @Test func `failed records are reported by ID, or fetched again after a network failure`() throws
  {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["Z"]))
    func page(_ code: CKError.Code) -> SyncResponse {
      .zoneChanges(
        SyncZonePage(
          records: [SyncScript.record("a")], failures: [(SyncScript.id("b"), CKError(code))],
          token: CKServerChangeToken("z1")))
    }
    #expect(script.answer(page(.networkFailure)).first == "did zone networkFailure full 1")
    _ = script.tell(.fetch(2, .init()))
    #expect(script.answer(.database("d1")).last == "ask zone Z -")
    #expect(
      script.answer(page(.internalError)) == [
        "records +[\"a\"] -[] ?[\"b\"] full 1", "state", "did zone partialFailure full 1", "state",
        "did fetch", "finish 2 partialFailure",
      ])
    let error = try #require(script.finished[2].flatMap { $0 })
    #expect(error.partialErrorsByItemID?.keys.first == AnyHashable(SyncScript.id("b")))
    #expect(error.localizedDescription.hasPrefix("1 item failed: b: "))
  }

  @Test func `failed records are reported with their page, even if the next page fails`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["Z"]))
    let page = SyncZonePage(
      failures: [(SyncScript.id("b"), CKError(.assetNotAvailable))],
      token: CKServerChangeToken("z1"), moreComing: true)
    #expect(
      script.answer(.zoneChanges(page)) == [
        "ask zone Z z1", "records +[] -[] ?[\"b\"] full 1", "state",
      ])
    #expect(script.fail(.networkFailure).first == "did zone networkFailure full 1")
  }

  @Test func `a fetch continues at the token of a cancelled one`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["Z"]))
    _ = script.answer(.zone("z1", ["a"], more: true))
    #expect(script.tell(.fetch(2, .init())) == [])
    #expect(script.tell(.cancel) == ["finish 2 operationCancelled", "stop asking"])
    #expect(
      script.fail(.operationCancelled) == [
        "did zone operationCancelled full 1", "did fetch", "finish 1 operationCancelled",
      ])
    _ = script.tell(.fetch(3, .init()))
    #expect(script.answer(.database("d1")).last == "ask zone Z z1")
    // A fetch ends when its only caller stops waiting.
    #expect(script.tell(.abandon(3)) == ["finish 3 operationCancelled", "stop asking"])
  }
}

extension SyncScript {
  /// Fetches zones completely.
  mutating func fetchAll(_ tokens: KeyValuePairs<String, String>) {
    _ = tell(.fetch(100, .init()))
    _ = answer(.signedIn())
    var words = answer(.database("d1", tokens.map(\.key)))
    for (_, token) in tokens {
      _ = answer(.zone(token))
      words = answer(.database("d1"))
    }
    precondition(words.last == "finish 100")
  }
}
