// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// What a sync machine does to fetch changes.
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
    // The next page is asked for before the first one is handled.
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
    // What isn't in it is gone only if the zone was not made again meanwhile.
    #expect(script.tell(.handled) == ["ask database d1"])
    #expect(script.answer(.database("d1")) == ["did zone full 1"])
    #expect(script.tell(.handled) == ["state"])
    #expect(script.tell(.handled) == ["did fetch"])
    #expect(script.tell(.handled) == [])
    #expect(script.wakeAt.map { $0 > 20 && $0 <= 30 } == true)

    // News are fetched at once, and only them.
    script.isPatient = false
    #expect(
      script.tell(.news) == ["options scheduled", "will fetch", "ask database d1"])
    #expect(
      script.answer(.database("d2", ["Z"])) == [
        "database +[\"Z\"] -[]", "state", "will zone", "ask zone Z z3",
      ])
    #expect(
      script.answer(.zone("z4", ["d"])) == [
        "records +[\"d\"] -[]", "state", "did zone", "did fetch",
      ])
  }

  @Test func `who waits goes on when all is handled`() {
    var script = SyncScript()
    #expect(script.tell(.fetch(1, .init())) == ["ask account"])
    // Two that want the same are served by one fetch, another one has its own.
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

  @Test func `zones outside of the scope stay unfetched, prioritized ones come first`() {
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

    // The delegate may choose, too; and what was left is known at the next start.
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

  @Test func `a token of a zone that expired has all of the zone fetched`() throws {
    var script = SyncScript()
    script.fetchAll(["Z": "z1"])
    _ = script.tell(.fetch(1, .init()))
    #expect(script.answer(.database("d2", ["Z"])).last == "ask zone Z z1")
    #expect(
      script.fail(.changeTokenExpired) == [
        "did zone changeTokenExpired", "will zone full 2", "state", "ask database d2",
      ])
    // It is the same zone.
    #expect(script.answer(.database("d2")) == ["ask zone Z -"])
    #expect(
      script.answer(.zone("z2", ["a"], more: true)) == [
        "ask zone Z z2", "records +[\"a\"] -[] full 2", "state",
      ])

    // The full fetch goes on in the next process under its number, and ends when its end was handled.
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

  @Test func `after an expired token of the database zones that are gone are told`() {
    var script = SyncScript()
    script.fetchAll(["A": "a1", "B": "b1", "C": "c1"])
    _ = script.tell(.fetch(1, .init()))
    #expect(script.fail(.changeTokenExpired) == ["ask database -"])
    #expect(
      script.answer(.database("x1", ["A"], more: true)) == [
        "database +[\"A\"] -[]", "state", "ask database x1",
      ])
    // A list that is broken off is begun anew.
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

  @Test func `what isn't in a zone that was made again meanwhile isn't gone`() throws {
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

  /// What its records have would else be taken for later than what the one before had.
  @Test func `that a zone was made again is told before anything of it`() {
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

  @Test func `who can't ask whether a zone is the same goes on with that next time`() {
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
    // It was deleted since, and is not there any more.
    #expect(
      later.answer(.database("d2", deleted: ["A"])) == [
        "database +[] -[\"A\"]", "state", "did zone changeTokenExpired full 1", "did fetch",
        "finish 2",
      ])
  }

  /// What the delegate has is lost there, and is not to be taken for what others have deleted.
  @Test func `that a backup was restored while a zone was fetched is told before it is whole`()
    throws
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

  @Test func `a zone that is gone is looked for once more`() {
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

  @Test func `a zone's error leaves the others, the network's ends the fetch`() {
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

  @Test func `a server that always says the same is not asked for ever`() {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    #expect(script.answer(.database("d1", more: true)).last == "ask database d1")
    #expect(
      script.answer(.database("d1", more: true)) == ["did fetch", "finish 1 internalError"])
    _ = script.tell(.fetch(2, .init()))
    #expect(script.answer(.database("d1", ["A", "B"])).last == "ask zone A -")
    // The other zones are fetched all the same.
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
    // What has no answer yet comes again.
    _ = script.tell(.fetch(3, .init()))
    #expect(script.answer(.database("d1")).last == "ask zone A a1")
    #expect(script.answer(.zone("a2", ["b"])).first == "records +[\"b\"] -[] full 1")
  }

  @Test func `records that can't be told are named, or come again`() throws {
    var script = SyncScript()
    _ = script.tell(.fetch(1, .init()))
    _ = script.answer(.signedIn())
    _ = script.answer(.database("d1", ["Z"]))
    func page(_ code: CKError.Code) -> SyncAnswer {
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

  @Test func `records that can't be told are named with their page, whatever becomes of the next`()
  {
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

  @Test func `a cancelled fetch ends, and the next one goes on behind it`() {
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
    // Who alone waited and waits no more has it ended.
    #expect(script.tell(.abandon(3)) == ["finish 3 operationCancelled", "stop asking"])
  }
}

extension SyncScript {
  /// Fetches all of some zones.
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
