// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Requests that the server rejects, one per row.
@Suite(.serialized) struct SecurityTableTests {
  /// A request and its expected response.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int
    let code: ServerErrorCode?
    let send: @Sendable (CloudUnderTest) async throws -> WireAnswer

    init(
      _ description: String, _ status: Int, _ code: ServerErrorCode?,
      _ send: @escaping @Sendable (CloudUnderTest) async throws -> WireAnswer
    ) {
      testDescription = description
      self.status = status
      self.code = code
      self.send = send
    }
  }

  private static func caller(_ cloud: CloudUnderTest, query: String) async throws -> WireAnswer {
    try await cloud.send("GET", cloud.path("public/users/caller", query: query))
  }

  private static let deep = String(repeating: "[", count: 100_000)
  private static let long =
    #"{"lookupInfos":["#
    + [String](repeating: #"{"emailAddress":"a@b"}"#, count: 200_001).joined(separator: ",") + "]}"

  private static func discover(_ cloud: CloudUnderTest, _ body: String) async throws -> WireAnswer {
    let web = try await cloud.webToken()
    return try await cloud.send(
      "POST", cloud.path("public/users/discover", query: cloud.query(web)), body: body)
  }

  static let rows: [Row] = credentials + moreCredentials + bodies

  private static let credentials: [Row] = [
    Row("no credentials", 401, .authenticationFailed) { try await caller($0, query: "") },
    Row("a made-up API token", 401, .authenticationFailed) {
      try await caller($0, query: "?ckAPIToken=" + String(repeating: "a", count: 64))
    },
    Row("a truncated API token", 401, .authenticationFailed) {
      try await caller($0, query: "?ckAPIToken=\($0.apiToken.dropLast())")
    },
    Row("SQL for an API token", 401, .authenticationFailed) {
      try await caller($0, query: "?ckAPIToken=%27%20OR%201%3D1%20--")
    },
    Row("NUL behind an API token", 401, .authenticationFailed) {
      try await caller($0, query: "?ckAPIToken=\($0.apiToken)%00")
    },
    Row("a forged web token", 421, .authenticationRequired) {
      try await caller($0, query: $0.query(String(repeating: "A", count: 108)))
    },
    Row("a truncated web token", 421, .authenticationRequired) {
      try await caller($0, query: $0.query(String(try await $0.webToken().dropLast(4))))
    },
    Row("a web token with a bit changed", 421, .authenticationRequired) {
      let token = try await $0.webToken()
      var bytes = Array(try #require(Data(base64Encoded: token)))
      bytes[40] ^= 1
      return try await caller($0, query: $0.query(Data(bytes).base64EncodedString()))
    },
    Row("an expired web token", 421, .authenticationRequired) {
      let web = try await $0.webToken()
      $0.clock.advance(1_801)
      return try await caller($0, query: $0.query(web))
    },
    Row("a web token of another container", 421, .authenticationRequired) {
      try await $0.accounts.createContainer("iCloud.other")
      return try await caller($0, query: $0.query(try await $0.webToken(container: "iCloud.other")))
    },
    Row("a web token of somebody who was disabled", 421, .authenticationRequired) {
      let web = try await $0.webToken()
      try await $0.accounts.setDisabled(true, user: "ann")
      return try await caller($0, query: $0.query(web))
    },
    Row("an API token in another container", 401, .authenticationFailed) {
      try await $0.accounts.createContainer("iCloud.other")
      return try await $0.send("GET", $0.path("public/users/caller", container: "iCloud.other"))
    },
    Row("an API token in a container that is not there", 401, .authenticationFailed) {
      try await $0.send("GET", $0.path("public/users/caller", container: "iCloud.nobody"))
    },
    Row("an API token in another environment", 401, .authenticationFailed) {
      try await $0.send("GET", $0.path("public/users/caller", environment: "production"))
    },
    Row("a deleted API token", 401, .authenticationFailed) {
      let token = try #require(try await $0.accounts.tokens().first)
      try await $0.accounts.deleteToken(token.id)
      return try await $0.send("GET", $0.path("public/users/caller"))
    },
    Row("a signed request about users", 401, .authenticationFailed) {
      try await $0.sendSigned($0.path("public/users/caller", query: ""), body: "{}")
    },
    Row("a signature over another path", 401, .authenticationFailed) {
      try await $0.sendSigned(
        $0.path("public/users/discover", query: ""), body: "{}", signing: "/database")
    },
    Row("a signature of eleven minutes ago", 401, .authenticationFailed) {
      try await $0.sendSigned(
        $0.path("public/users/discover", query: ""), body: "{}", at: -660)
    },
    Row("a signature of a key that is gone", 401, .authenticationFailed) {
      try await $0.accounts.deleteKey($0.keyID)
      return try await $0.sendSigned($0.path("public/users/discover", query: ""), body: "{}")
    },
    Row("a container that climbs", 400, .badRequest) {
      try await $0.send("GET", $0.path("public/users/caller", container: "../../etc"))
    },
    Row("a container that climbs, escaped", 400, .badRequest) {
      try await $0.send("GET", $0.path("public/users/caller", container: "iCloud.a%2F..%2F..%2Fb"))
    },
    Row("a container with a line's end", 400, .badRequest) {
      try await $0.send("GET", $0.path("public/users/caller", container: "iCloud.a%0Ab"))
    },
    Row("no JSON", 400, .badRequest) { try await discover($0, "hello") },
    Row("null for a body", 400, .badRequest) { try await discover($0, "null") },
    Row("JSON 100,000 deep", 400, .badRequest) { try await discover($0, deep) },
    Row("200,001 entries", 400, .badRequest) { try await discover($0, long) },
    Row("half a surrogate pair", 400, .badRequest) {
      try await discover($0, #"{"lookupInfos":[{"emailAddress":"\ud800"}]}"#)
    },
    Row("a body that says it has 2 GB", 413, .quotaExceeded) {
      let web = try await $0.webToken()
      return try await $0.send(
        "POST", $0.path("public/users/discover", query: $0.query(web)),
        headers: [("Content-Length", "2147483648")])
    },
    Row("a body that does not end", 413, .quotaExceeded) {
      let chunk = "100000\r\n" + String(repeating: " ", count: 1 << 20) + "\r\n"
      let web = try await $0.webToken()
      let head = $0.request(
        "POST", $0.path("public/users/discover", query: $0.query(web)),
        headers: [("Transfer-Encoding", "chunked")])
      return try await WireConnection.open(port: $0.port) { connection in
        try await connection.send(head)
        // More than the server reads; it responds although the body never ends.
        for _ in 0..<34 { try await connection.send(chunk) }
        return try await connection.answer()
      }
    },
    Row("a body in gzip", 400, .badRequest) {
      let web = try await $0.webToken()
      return try await $0.send(
        "POST", $0.path("public/users/discover", query: $0.query(web)),
        headers: [("Content-Encoding", "gzip")], body: "x")
    },
    Row("200 header fields", 400, nil) {
      try await $0.send(
        "GET", "/health", headers: (0..<200).map { ("X-\($0)", "a") })
    },
    Row("a header field of 64 kB", 400, nil) {
      try await $0.send(
        "GET", "/health", headers: [("X-Long", String(repeating: "a", count: 64 << 10))])
    },
    Row("a request line that is none", 400, nil) {
      try await WireConnection.open(port: $0.port) { connection in
        try await connection.send("\u{16}\u{3}\u{1}\r\n\r\n")
        return try await connection.answer()
      }
    },
    Row("a page to sign in at with a made-up ticket", 404, nil) {
      try await $0.send("GET", "/sign-in/1/AAAA")
    },
  ]

  @Test(.timeLimit(.minutes(15)), arguments: rows)
  func `a malformed or unauthorized request is rejected and the server keeps running`(row: Row)
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let answer = try await row.send(cloud)
      #expect(answer.status == row.status, "\(answer)")
      #expect(answer.failure?.code == row.code)
      #expect(answer.body.utf8.count < 4_000)
      #expect(!answer.body.contains("SELECT") && !answer.body.contains(cloud.folder.url.path))
      #expect(try await cloud.send("GET", "/health").status == 200)
    }
  }
}
