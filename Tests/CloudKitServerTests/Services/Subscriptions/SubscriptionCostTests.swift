// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The cost of subscriptions for writers.
@Suite(.serialized) struct SubscriptionCostTests {
  private static let long = String(repeating: "lorem ipsum ", count: 58_000)

  private func cloud() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "seed", [("title", .string("A"))])])
    return cloud
  }

  private func filter(_ comparator: String, _ text: String, count: Int) -> String {
    let filter =
      #"{"comparator":"\#(comparator)","fieldName":"title","fieldValue":{"value":"\#(text)"}}"#
    return "[" + Array(repeating: filter, count: count).joined(separator: ",") + "]"
  }

  private func ids(_ cloud: Cloud) async throws -> [String?] {
    try await SubscriptionsResponse(body: cloud.subscriptions.list(EmptyRequest(), .alice))
      .subscriptions.map { $0.subscription?.subscriptionID }
  }

  @Test func `a long string is tokenized once for all subscriptions`() async throws {
    let cloud = try await cloud()
    for number in 0..<100 {
      let (comparator, text) =
        number.isMultiple(of: 2) ? ("CONTAINS_ALL_TOKENS", "ipsum") : ("NOT_BEGINS_WITH", "x")
      try await cloud.subscribeToNotes(
        "s\(number)", filter: filter(comparator, text, count: 20))
    }
    let device = try await cloud.device()
    let start = ContinuousClock.now
    try await cloud.modify([.note(.create, "a", [("title", .string(Self.long))])])
    // Tokenizing for each of 2,000 conditions would take more than a minute.
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(try await device.brief().count == 100)
  }

  @Test func `a subscription fires if its evaluation exceeds the budget`() async throws {
    let cloud = try await cloud()
    // Each comparison scans the whole string; no record matches.
    let equal =
      filter("NOT_EQUALS", "x", count: 19).dropLast()
      + #",{"comparator":"EQUALS","fieldName":"title","fieldValue":{"value":"x"}}]"#
    try await cloud.subscribeToNotes("first", filter: filter("BEGINS_WITH", "y", count: 20))
    for name in ["second", "third"] {
      try await cloud.subscribeToNotes(name, filter: String(equal))
    }
    try await cloud.subscribeToNotes("once", filter: String(equal), and: #","firesOnce":true"#)
    let device = try await cloud.device()
    try await cloud.modify([.note(.create, "small", [("title", .string("A"))])])
    #expect(try await device.brief() == [])
    try await cloud.modify([.note(.create, "large", [("title", .string(Self.long))])])
    #expect(
      try await device.brief()
        == ["second create large", "third create large", "once create large"])
    // The match is uncertain, so the subscription remains.
    #expect(try await ids(cloud).contains("once"))
    try await cloud.modify([.note(.create, "hit", [("title", .string("x"))])])
    #expect(try await device.brief() == [])
  }
}
