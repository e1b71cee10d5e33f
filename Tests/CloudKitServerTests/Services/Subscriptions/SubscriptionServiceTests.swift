// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Listing, creating, updating and deleting subscriptions.
@Suite(.serialized) struct SubscriptionServiceTests {
  private static func create(_ rest: String, id: String = "one") -> String {
    #"{"operationType":"create","subscription":{"subscriptionID":"\#(id)",\#(rest)}}"#
  }

  private static let zone = #""subscriptionType":"zone","zoneID":{"zoneName":"Zone"}"#
  private static let query =
    #""subscriptionType":"query","query":{"recordType":"Note"},"firesOn":["update","create"]"#

  private static func conditions(_ count: Int) -> String {
    let condition =
      #"{"comparator":"NOT_EQUALS","fieldName":"title","fieldValue":{"value":"x"}}"#
    return Array(repeating: condition, count: count).joined(separator: ",")
  }

  private static func names(_ count: Int) -> String {
    Array(repeating: #""title""#, count: count).joined(separator: ",")
  }

  private func cloud() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a", [("title", .string("A"))])])
    return cloud
  }

  private func ids(_ cloud: Cloud, _ call: CallContext = .alice) async throws -> [String?] {
    try await SubscriptionsResponse(body: cloud.subscriptions.list(EmptyRequest(), call))
      .subscriptions.map { $0.subscription?.subscriptionID }
  }

  private func lookup(_ cloud: Cloud, _ ids: [String], _ call: CallContext = .alice) async throws
    -> [SubscriptionResult]
  {
    try await SubscriptionsResponse(
      body: cloud.subscriptions.lookup(LookupSubscriptionsRequest(subscriptionIDs: ids), call)
    ).subscriptions
  }

  @Test func `subscriptions are returned as they were saved`() async throws {
    let cloud = try await cloud()
    let info =
      #""notificationInfo":{"alertBody":"Näws \"!\"","soundName":"bell","shouldBadge":true,"#
      + #""shouldSendContentAvailable":true,"additionalFields":["title"]}"#
    let made = try await cloud.subscribe(
      [
        Self.create(Self.zone + "," + info), Self.create(Self.query + "," + info, id: "two"),
        Self.create(#""subscriptionType":"database""#, id: "three"),
      ].joined(separator: ","))
    #expect(try await lookup(cloud, ["one", "two", "three"]) == made)
    #expect(try await ids(cloud) == ["one", "three", "two"])
    let first = try #require(made[0].subscription)
    #expect(first.zoneID?.zoneName == "Zone" && first.zoneID?.ownerRecordName == "_alice")
    #expect(first.notificationInfo?.alertBody == "Näws \"!\"")
    let second = try #require(made[1].subscription)
    #expect(second.firesOn == [.create, .update])
    #expect(second.firesOnce == false && second.zoneWide == true)
    #expect(second.notificationInfo?.additionalFields == ["title"])
    // The server assigns a missing ID.
    let named = try await cloud.subscribe(
      #"{"operationType":"create","subscription":{\#(Self.query)}}"#)
    let id = try #require(named[0].subscription?.subscriptionID)
    #expect(try await lookup(cloud, [id]) == named)
  }

  @Test func `creating a subscription with an existing ID replaces it`() async throws {
    let cloud = try await cloud()
    let once = try await cloud.subscribe(Self.create(Self.query))
    #expect(try await cloud.subscribe(Self.create(Self.query)) == once)
    // A second ID with equal contents, and new contents for the first ID.
    try await cloud.subscribe(Self.create(Self.query, id: "two"))
    let replaced = try await cloud.subscribe(Self.create(Self.zone))
    #expect(replaced[0].subscription?.subscriptionType == .zone)
    #expect(try await lookup(cloud, ["one"]) == replaced)
    #expect(try await ids(cloud) == ["one", "two"])
  }

  @Test func `an update retains properties that it does not name`() async throws {
    let cloud = try await cloud()
    try await cloud.subscribe(Self.create(Self.query))
    let updated = try await cloud.subscribe(
      #"{"operationType":"update","subscription":{"subscriptionID":"one","firesOn":["delete"]}}"#)
    #expect(updated[0].subscription?.firesOn == [.delete])
    #expect(updated[0].subscription?.query?.recordType == "Note")
    #expect(try await lookup(cloud, ["one"]) == updated)
    let refused = try await cloud.subscribe(
      #"{"operationType":"update","subscription":{"subscriptionID":"one","subscriptionType":"zone"}},"#
        + #"{"operationType":"update","subscription":{"subscriptionID":"none"}}"#)
    #expect(refused.map { $0.failure?.code } == [.badRequest, .notFound])
    #expect(try await lookup(cloud, ["one"]) == updated)
  }

  @Test func `each subscription operation succeeds or fails separately`() async throws {
    let cloud = try await cloud()
    let delete = #"{"operationType":"delete","subscription":{"subscriptionID":"one"}}"#
    let results = try await cloud.subscribe(
      [
        delete, Self.create(Self.query),
        Self.create(#""subscriptionType":"zone","zoneID":{"zoneName":"No"}"#),
        delete, delete,
      ].joined(separator: ","))
    #expect(
      results.map { $0.failure?.code } == [.notFound, nil, .zoneNotFound, nil, .notFound])
    #expect(results[3] == .deleted(subscriptionID: "one"))
    #expect(try await ids(cloud) == [])
    #expect(try await lookup(cloud, ["one"])[0].failure?.code == .notFound)
  }

  @Test(arguments: [
    (DatabaseScope.public, zone, ServerErrorCode.badRequest),
    (.public, #""subscriptionType":"database""#, .badRequest),
    (.shared, query, .badRequest), (.shared, zone, .badRequest),
    (.private, #""subscriptionType":"zone","zoneID":{"zoneName":"_defaultZone"}"#, .badRequest),
    (
      .private, #""subscriptionType":"zone","zoneID":{"zoneName":"Zone","ownerRecordName":"_bob"}"#,
      .zoneNotFound
    ),
    (
      .private,
      #""subscriptionType":"query","query":{"recordType":"Nothing"},"firesOn":["create"]"#,
      .notFound
    ),
    (
      .private, #""subscriptionType":"query","query":{"recordType":"Users"},"firesOn":["create"]"#,
      .badRequest
    ),
    (
      .private,
      #""subscriptionType":"query","query":{"recordType":"Note","filterBy":[{"comparator":"EQUALS","#
        + #""fieldName":"none","fieldValue":{"value":"A"}}]},"firesOn":["create"]"#, .badRequest
    ),
    (.private, query + #","zoneID":{"zoneName":"Gone"}"#, .zoneNotFound),
    (
      .private,
      query + #","notificationInfo":{"alertBody":"\#(String(repeating: "a", count: 40_000))"}"#,
      .badRequest
    ),
    (
      .private,
      #""subscriptionType":"query","query":{"recordType":"Note","filterBy":[\#(conditions(21))]},"#
        + #""firesOn":["create"]"#, .badRequest
    ),
    (
      .private,
      query + #","notificationInfo":{"additionalFields":[\#(names(21))]}"#, .badRequest
    ),
    (
      .private,
      query + #","notificationInfo":{"alertLocalizationArgs":[\#(names(21))]}"#, .badRequest
    ),
  ])
  func `an invalid subscription is rejected with its error code`(
    _ scope: DatabaseScope, _ body: String, _ code: ServerErrorCode
  ) async throws {
    let cloud = try await cloud()
    let call = CallContext.user("_alice", scope)
    let results = try await cloud.subscribe(Self.create(body), call)
    #expect(results[0].failure?.code == code, "\(results)")
    #expect(try await ids(cloud, call) == [])
  }

  @Test func `each user, database and environment has its own subscriptions`() async throws {
    let cloud = try await cloud()
    let (ann, bob) = (CallContext.user("_alice", .public), CallContext.user("_bob", .public))
    try await cloud.modify([.note(.create, "p")], zone: nil, ann)
    try await cloud.subscribe(Self.create(Self.query), ann)
    #expect(try await ids(cloud, bob) == [])
    #expect(try await lookup(cloud, ["one"], bob)[0].failure?.code == .notFound)
    let delete = #"{"operationType":"delete","subscription":{"subscriptionID":"one"}}"#
    #expect(try await cloud.subscribe(delete, bob)[0].failure?.code == .notFound)
    try await cloud.subscribe(Self.create(Self.query), bob)
    #expect(try await cloud.subscribe(delete, bob) == [.deleted(subscriptionID: "one")])
    #expect(try await ids(cloud, ann) == ["one"])
    #expect(try await ids(cloud, .user("_alice", .public, .production)) == [])
    #expect(try await ids(cloud, .alice) == [])
    #expect(
      await refusal { try await cloud.subscriptions.list(EmptyRequest(), .world) }
        == .authenticationRequired)
  }

  @Test func `the maximum number of filters and fields is accepted`() async throws {
    let cloud = try await cloud()
    let results = try await cloud.subscribe(
      Self.create(
        #""subscriptionType":"query","query":{"recordType":"Note","filterBy":[\#(Self.conditions(20))]},"#
          + #""firesOn":["create"],"notificationInfo":{"additionalFields":[\#(Self.names(20))]}"#))
    #expect(results[0].failure == nil)
  }

  @Test func `a user's number of subscriptions is limited`() async throws {
    let cloud = try await cloud()
    for start in stride(from: 0, to: NotificationLimits.subscriptions, by: 100) {
      let operations = (start..<start + 100).map { Self.create(Self.query, id: "s\($0)") }
      let results = try await cloud.subscribe(operations.joined(separator: ","))
      #expect(results.allSatisfy { $0.failure == nil })
    }
    let last = try await cloud.subscribe(
      Self.create(Self.query, id: "more") + "," + Self.create(Self.zone, id: "s1"))
    #expect(last[0].failure?.code == .quotaExceeded)
    #expect(last[1].failure == nil)
  }
}
