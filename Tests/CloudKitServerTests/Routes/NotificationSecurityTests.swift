// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Requests for another user's subscriptions and notifications, one per row, all rejected.
@Suite(.serialized) struct NotificationSecurityTests {
  typealias Row = SecurityTableTests.Row

  private static let create = #"{"apnsEnvironment":"development"}"#
  private static let subscription =
    #"{"operations":[{"operationType":"delete","subscription":{"subscriptionID":"notes"}}]}"#

  private static func tokens(
    _ cloud: CloudUnderTest, _ query: String, container: String = CloudUnderTest.container,
    environment: String = "development"
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/device/1/\(container)/\(environment)/tokens/create" + query, body: create)
  }

  /// Requests a notification stream by an altered path.
  private static func courier(
    _ cloud: CloudUnderTest, _ change: (String) -> String
  ) async throws -> WireAnswer {
    let path = try await cloud.courier(as: try await cloud.webToken())
    return try await cloud.send("GET", change(path))
  }

  /// Requests a notification stream by a valid path after an event that revokes it.
  private static func courier(
    _ cloud: CloudUnderTest, after event: (CloudUnderTest) async throws -> Void
  ) async throws -> WireAnswer {
    let path = try await cloud.courier(as: try await cloud.webToken())
    try await event(cloud)
    return try await cloud.send("GET", path)
  }

  static let rows: [Row] = [
    Row("a token for nobody", 421, .authenticationRequired) { try await tokens($0, $0.query("")) },
    Row("a token without a web token", 421, .authenticationRequired) {
      try await tokens($0, "?ckAPIToken=\($0.apiToken)")
    },
    Row("a token in another container", 401, .authenticationFailed) {
      try await $0.accounts.createContainer("iCloud.other")
      return try await tokens($0, $0.query(try await $0.webToken()), container: "iCloud.other")
    },
    Row("a token in another environment", 401, .authenticationFailed) {
      try await tokens($0, $0.query(try await $0.webToken()), environment: "production")
    },
    Row("a token of a user who has restricted the container", 403, .accessDenied) {
      let web = try await $0.webToken()
      try await $0.post("private/users/restrict", "{}", as: web)
      return try await tokens($0, $0.query(web))
    },
    Row("another user's token, registered", 400, .badRequest) {
      let web = try await $0.webToken()
      let answer = try await tokens($0, $0.query(web))
      let token = try CreateTokenResponse(body: Array(answer.body.utf8)).apnsToken
      _ = try await $0.accounts.createUser("bob", password: "battery staple")
      return try await $0.send(
        "POST",
        "/device/1/\(CloudUnderTest.container)/development/tokens/register"
          + $0.query(try await $0.webToken(user: "bob")),
        body: #"{"apnsEnvironment":"development","apnsToken":"\#(token)"}"#)
    },
    Row("subscriptions of nobody", 421, .authenticationRequired) {
      try await $0.send("GET", $0.path("public/subscriptions/list"))
    },
    Row("private subscriptions by a key", 401, .authenticationFailed) {
      try await $0.sendSigned($0.path("private/subscriptions/list", query: ""), body: "{}")
    },
    Row("a courier that nobody made", 404, .notFound) {
      try await $0.send("GET", "/webcourier/1/" + String(repeating: "A", count: 68))
    },
    Row("a courier's URL cut short", 404, .notFound) {
      try await courier($0) { String($0.dropLast(2)) }
    },
    Row("a courier's URL with a letter changed", 404, .notFound) {
      try await courier($0) { path in
        var bytes = Array(path.utf8)
        bytes[30] = bytes[30] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
      }
    },
    Row("a courier's URL of an asset", 404, .notFound) {
      let web = try await $0.webToken()
      let answer = try await $0.post(
        "private/assets/upload",
        #"{"tokens":[{"recordType":"Note","fieldName":"file"}]}"#, as: web)
      let url = try UploadTokensResponse(body: Array(answer.utf8)).tokens[0].url
      let token = url.split(separator: "/").last ?? ""
      return try await $0.send("GET", "/webcourier/1/\(token)")
    },
    Row("an id of nothing", 400, .badRequest) {
      try await courier($0) { $0 + "?after=1%27%20OR%201=1" }
    },
    Row("an id with a line's end", 400, .badRequest) {
      try await courier($0) { $0 + "?after=%0d%0aX:y" }
    },
    Row("a courier's URL by POST", 405, .badRequest) {
      let path = try await $0.courier(as: try await $0.webToken())
      return try await $0.send("POST", path, body: "{}")
    },
    Row("a courier that was not asked for 16 days", 404, .notFound) {
      try await courier($0) { $0.clock.advance(16 * 86_400) }
    },
    Row("a courier of a user with a new password", 404, .notFound) {
      try await courier($0) {
        try await $0.accounts.setPassword("battery staple", ofUser: "ann")
      }
    },
    Row("a courier of a user who was disabled", 404, .notFound) {
      try await courier($0) { try await $0.accounts.setDisabled(true, user: "ann") }
    },
    Row("a courier of a user who was deleted", 404, .notFound) {
      try await courier($0) { try await $0.accounts.deleteUser("ann") }
    },
    Row("a courier of a user who has restricted the container", 404, .notFound) {
      try await courier($0) {
        try await $0.post("private/users/restrict", "{}", as: try await $0.webToken())
      }
    },
    Row("a courier of a container that was deleted and made again", 404, .notFound) {
      try await courier($0) {
        try await $0.accounts.deleteContainer(CloudUnderTest.container)
        try await $0.accounts.createContainer(CloudUnderTest.container)
      }
    },
  ]

  @Test(.timeLimit(.minutes(15)), arguments: rows)
  func `an unauthorized notification request is rejected and the server keeps running`(row: Row)
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let answer = try await row.send(cloud)
      #expect(answer.status == row.status, "\(answer)")
      #expect(answer.failure?.code == row.code)
      #expect(answer.body.utf8.count < 4_000)
      #expect(try await cloud.send("GET", "/health").status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a user cannot receive or delete another user's notifications and subscriptions`()
    async throws
  {
    try await CloudUnderTest.run(configure: { $0.notifications.poll = .milliseconds(20) }) {
      cloud in
      let ann = try await cloud.webToken()
      try await cloud.subscribe(as: ann)
      _ = try await cloud.accounts.createUser("bob", password: "battery staple")
      let bob = try await cloud.webToken(user: "bob")
      let path = try await cloud.courier(as: bob)
      try await cloud.note("secret", as: ann)
      #expect(try await cloud.send("GET", path).body == "")
      let list = try await cloud.post("private/subscriptions/list", "{}", as: bob)
      #expect(list == #"{"subscriptions":[]}"#)
      let deleted = try await cloud.post(
        "private/subscriptions/modify", Self.subscription, as: bob)
      #expect(deleted.contains("NOT_FOUND"))
      let kept = try await cloud.post("private/subscriptions/list", "{}", as: ann)
      #expect(kept.contains("notes"))
      // The log contains neither the URL nor the notification.
      let annPath = try await cloud.courier(as: ann)
      try await cloud.note("another", as: ann)
      #expect(try await cloud.send("GET", annPath).brief == "notes create another")
      for secret in [path, annPath].map({ $0.split(separator: "/").last ?? "" }) + ["another"] {
        #expect(!cloud.log.text.contains(secret))
      }
    }
  }
}
