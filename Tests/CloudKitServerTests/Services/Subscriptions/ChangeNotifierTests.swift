// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The notifications that changes cause.
@Suite(.serialized) struct ChangeNotifierTests {
  private func cloud() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.makeZone("Other")
    try await cloud.modify([
      .note(.create, "seed", [("title", .string("A")), ("stars", .int64(1))])
    ])
    return cloud
  }

  private func note(
    _ kind: RecordOperation.Kind, _ name: String, stars: Int64? = nil, title: String? = nil
  ) throws -> RecordOperation {
    var fields: [(String, FieldValue?)] = []
    if let stars { fields.append(("stars", .int64(stars))) }
    if let title { fields.append(("title", .string(title))) }
    return try .note(kind, name, fields)
  }

  @Test
  func `a query subscription fires for records that match before or after a change`() async throws {
    let cloud = try await cloud()
    let filter =
      #"[{"comparator":"GREATER_THAN","fieldName":"stars","fieldValue":{"value":2,"type":"INT64"}}]"#
    try await cloud.subscribeToNotes("all", filter: filter)
    try await cloud.subscribeToNotes("made", on: #""create""#, filter: filter)
    try await cloud.subscribeToNotes("gone", on: #""delete""#, filter: filter)
    let device = try await cloud.device()
    try await cloud.modify([note(.create, "few", stars: 2), note(.create, "many", stars: 3)])
    #expect(try await device.brief() == ["all create many", "made create many"])
    // The record starts to match, still matches, and no longer matches.
    try await cloud.modify([note(.forceUpdate, "few", stars: 4)])
    #expect(try await device.brief() == ["all update few"])
    try await cloud.modify([note(.forceUpdate, "few", title: "B")])
    #expect(try await device.brief() == ["all update few"])
    try await cloud.modify([note(.forceUpdate, "many", stars: 0)])
    #expect(try await device.brief() == ["all update many"])
    try await cloud.modify([note(.forceUpdate, "many", stars: 1)])
    try await cloud.modify([note(.forceDelete, "many"), note(.forceDelete, "few")])
    #expect(try await device.brief() == ["all delete few", "gone delete few"])
    // A record saved again after its deletion is created, not updated.
    try await cloud.modify([note(.create, "few", stars: 9)])
    #expect(try await device.brief() == ["all create few", "made create few"])
  }

  @Test func `a subscription reports cascaded deletions`() async throws {
    let cloud = try await cloud()
    try await cloud.modify([
      .note(
        .create, "child",
        [("up", .reference(Reference(recordName: "seed", action: .deleteSelf)))])
    ])
    try await cloud.subscribeToNotes(on: #""delete""#)
    let device = try await cloud.device()
    try await cloud.modify([note(.forceDelete, "seed")])
    #expect(try await device.brief() == ["notes delete seed", "notes delete child"])
  }

  @Test func `rejected operations cause no notifications`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes()
    let device = try await cloud.device()
    await #expect(throws: AtomicFailure.self) {
      try await cloud.modify([note(.create, "new"), note(.create, "seed")])
    }
    #expect(try await device.brief() == [])
    try await cloud.modify([note(.create, "new"), note(.create, "seed")], atomic: false)
    #expect(try await device.brief() == ["notes create new"])
  }

  @Test func `a query subscription is limited to its zone`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes("all")
    try await cloud.subscribeToNotes("zone", and: #","zoneID":{"zoneName":"Zone"}"#)
    try await cloud.subscribeToNotes("default", and: #","zoneWide":false"#)
    let device = try await cloud.device()
    try await cloud.modify([note(.create, "a")])
    #expect(try await device.brief() == ["all create a", "zone create a"])
    try await cloud.modify([note(.create, "a")], zone: "Other")
    #expect(try await device.brief() == ["all create a"])
    try await cloud.modify([note(.create, "a")], zone: nil)
    #expect(try await device.brief() == ["all create a", "default create a"])
  }

  @Test func `several changes of a zone are coalesced into one notification`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribe(
      ["Zone", "Other"].map {
        #"{"operationType":"create","subscription":{"subscriptionID":"\#($0)","#
          + #""subscriptionType":"zone","zoneID":{"zoneName":"\#($0)"}}}"#
      }.joined(separator: ",")
        + #",{"operationType":"create","subscription":{"subscriptionID":"d","#
        + #""subscriptionType":"database"}}"#)
    let device = try await cloud.device()
    for name in ["a", "b", "c"] { try await cloud.modify([note(.create, name)]) }
    let news = try await device.news()
    #expect(news.map(\.brief) == ["Zone zone Zone", "d database private"])
    guard case .zone(let zoneID, .private, _) = news[0].event else {
      Issue.record("\(news)")
      return
    }
    #expect(zoneID.ownerRecordName == "_alice")
    #expect(news[0].container == "iCloud.com.example" && news[0].environment == .development)
    try await cloud.modify([note(.create, "d")], zone: "Other")
    #expect(try await device.brief() == ["Other zone Other", "d database private"])
    // The default zone records no changes.
    try await cloud.modify([note(.create, "e")], zone: nil)
    #expect(try await device.brief() == [])
    try await cloud.makeZone("Third")
    #expect(try await device.brief() == ["d database private"])
    try await cloud.makeZone("Third")
    #expect(try await device.brief() == [])
    // The deletion of a zone is notified and ends its subscription.
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))])
    #expect(try await device.brief() == ["Zone zone Zone", "d database private"])
    try await cloud.makeZone()
    #expect(try await device.brief() == ["d database private"])
    let left = try await SubscriptionsResponse(
      body: cloud.subscriptions.list(EmptyRequest(), .alice))
    #expect(left.subscriptions.map { $0.subscription?.subscriptionID } == ["Other", "d"])
  }

  @Test func `changes of a record are coalesced into one notification per reason`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes(
      and: #","notificationInfo":{"additionalFields":["title"]}"#)
    let device = try await cloud.device()
    try await cloud.modify([note(.create, "a", title: "1")])
    try await cloud.modify([note(.forceUpdate, "a", title: "2")])
    try await cloud.modify([note(.create, "b", title: "1")])
    try await cloud.modify([note(.forceUpdate, "a", title: "3")])
    let news = try await device.news()
    #expect(news.map(\.brief) == ["notes create a", "notes create b", "notes update a"])
    guard case .query(let event) = news[2].event else { return }
    #expect(event.fields.map { String(decoding: $0, as: UTF8.self) } == #"{"title":"3"}"#)
    #expect(Set(news.map(\.notificationID)).count == 3)
  }

  @Test func `a notification contains the alert and fields of its subscription`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes(
      and: #","notificationInfo":{"alertLocalizationKey":"NEW %@ %@ %@","#
        + #""alertLocalizationArgs":["title","stars","none"],"soundName":"bell","category":"c","#
        + #""shouldBadge":true,"additionalFields":["title","stars","none","long"]}"#)
    let device = try await cloud.device()
    let long = String(repeating: "x", count: 3_000)
    try await cloud.modify([
      .note(
        .create, "a",
        [("title", .string("A \"walk\"")), ("stars", .int64(5)), ("long", .string(long))])
    ])
    let push = try #require(try await device.next())
    #expect(push.info?.alertLocalizationKey == "NEW %@ %@ %@")
    #expect(push.info?.alertLocalizationArgs == ["A \"walk\"", "5", ""])
    #expect(push.info?.soundName == "bell" && push.info?.category == "c")
    #expect(push.info?.shouldBadge == true && push.isPruned)
    guard case .query(let event) = push.event else {
      Issue.record("\(push)")
      return
    }
    #expect(
      event.fields.map { String(decoding: $0, as: UTF8.self) }
        == #"{"title":"A \"walk\"","stars":5}"#)
    #expect(event.zoneID?.zoneName == "Zone" && event.database == .private)
    #expect(UUID(uuidString: push.notificationID) != nil)
  }

  @Test func `a subscription with firesOnce fires once and is deleted`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes(and: #","firesOnce":true"#)
    let device = try await cloud.device()
    try await cloud.modify([note(.create, "a"), note(.create, "b")])
    try await cloud.modify([note(.create, "c")])
    #expect(try await device.brief() == ["notes create a"])
    let left = try await SubscriptionsResponse(
      body: cloud.subscriptions.list(EmptyRequest(), .alice))
    #expect(left.subscriptions.isEmpty)
  }

  @Test func `another user is notified of public changes only`() async throws {
    let cloud = try await cloud()
    let (ann, bob) = (CallContext.user("_alice", .public), CallContext.user("_bob", .public))
    try await cloud.modify([note(.create, "seed", stars: 0)], zone: nil, ann)
    try await cloud.subscribeToNotes("public", bob)
    try await cloud.subscribeToNotes("mine")
    let (anns, bobs) = (try await cloud.device(), try await cloud.device(nil, bob))
    try await cloud.modify([note(.create, "secret")])
    #expect(try await bobs.brief() == [])
    #expect(try await anns.brief() == ["mine create secret"])
    try await cloud.modify([note(.create, "shown")], zone: nil, ann)
    #expect(try await bobs.brief() == ["public create shown"])
    #expect(try await anns.brief() == [])
    // Environments have separate notifications.
    try await cloud.modify([note(.create, "later")], zone: nil, ann)
    let production = try await cloud.device(nil, .user("_bob", .public, .production))
    #expect(try await production.brief() == [])
  }

  @Test func `a client is not notified of its own changes`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribeToNotes()
    let (phone, page) = (try await cloud.device("phone"), try await cloud.device("page"))
    var call = CallContext.alice
    call.clientID = "phone"
    try await cloud.modify([note(.create, "a")], call)
    #expect(try await page.brief() == ["notes create a"])
    #expect(try await phone.brief() == [])
    try await cloud.modify([note(.create, "b")])
    #expect(try await phone.brief() == ["notes create b"])
    #expect(try await page.brief() == ["notes create b"])
    // Also after another client changes the same record.
    for (client, teller, other) in [("page", page, phone), ("phone", phone, page)] {
      call.clientID = client
      try await cloud.modify([note(.forceReplace, "a")], call)
      #expect(try await other.brief() == ["notes update a"])
      #expect(try await teller.brief() == [])
    }
    // The client ID of another user's program has no effect.
    let (ann, bob) = (CallContext.user("_alice", .public), CallContext.user("_bob", .public))
    try await cloud.modify([note(.create, "seed")], zone: nil, ann)
    try await cloud.subscribeToNotes("public", ann)
    var theirs = bob
    theirs.clientID = "phone"
    try await cloud.modify([note(.create, "c")], zone: nil, theirs)
    #expect(try await phone.brief() == ["public create c"])
  }
}
