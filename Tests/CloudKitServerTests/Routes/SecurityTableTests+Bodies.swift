// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Bodies, paths and connections beyond the limits.
extension SecurityTableTests {
  private static func modify(_ cloud: CloudUnderTest, _ body: String) async throws -> WireAnswer {
    let web = try await cloud.webToken()
    return try await cloud.send(
      "POST", cloud.path("private/records/modify", query: cloud.query(web)), body: body)
  }

  private static func record(_ fields: String) -> String {
    #"{"operations":[{"operationType":"create","record":{"recordName":"a","recordType":"T","#
      + #""fields":\#(fields)}}]}"#
  }

  /// The path of a new upload URL.
  static func uploadPath(_ cloud: CloudUnderTest) async throws -> String {
    let answer = try await cloud.send(
      "POST", cloud.path("private/assets/upload", query: cloud.query(try await cloud.webToken())),
      body: #"{"tokens":[{"fieldName":"file","recordType":"T"}]}"#)
    let item = try #require(try UploadTokensResponse(body: Array(answer.body.utf8)).tokens.first)
    return try #require(URL(string: item.url)).path()
  }

  /// Sends a head, then chunks until the server responds, and returns the response.
  private static func flood(
    _ cloud: CloudUnderTest, _ head: String, _ piece: String, times: Int
  ) async throws -> WireAnswer {
    try await WireConnection.open(port: cloud.port) { connection in
      try await connection.send(head)
      let send = connection.sender
      async let sending: Void = {
        for _ in 0..<times {
          do { try await send(piece) } catch { return }
        }
      }()
      let answer = try await connection.answer()
      await sending
      return answer
    }
  }

  private static let operation =
    #"{"operationType":"forceDelete","record":{"recordName":"a","recordType":"T"}}"#

  static let bodies: [Row] = [
    Row("a field 100,000 deep", 400, .badRequest) {
      try await modify(
        $0, record(#"{"a":{"value":\#(String(repeating: "[", count: 100_000))}}"#))
    },
    Row("objects 100,000 deep", 400, .badRequest) {
      try await modify($0, String(repeating: #"{"operations":"#, count: 100_000))
    },
    Row("what is passed over, 100,000 deep", 400, .badRequest) {
      let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
      return try await modify($0, #"{"operations":[],"unknown":\#(deep)}"#)
    },
    Row("200,001 operations", 400, .badRequest) {
      let many = [String](repeating: operation, count: 200_001).joined(separator: ",")
      return try await modify($0, #"{"operations":[\#(many)]}"#)
    },
    Row("201 operations", 400, .badRequest) {
      let many = (0...200).map {
        #"{"operationType":"forceDelete","record":{"recordName":"\#($0)"}}"#
      }
      return try await modify($0, #"{"operations":[\#(many.joined(separator: ","))]}"#)
    },
    Row("100,000 fields", 400, .badRequest) {
      let fields = (0..<100_000).map { #""f\#($0)":{"value":1}"# }.joined(separator: ",")
      return try await modify($0, record("{\(fields)}"))
    },
    Row("a name of a megabyte", 400, .badRequest) {
      let name = String(repeating: "n", count: 1 << 20)
      return try await modify($0, record("{}").replacing(#""a""#, with: #""\#(name)""#))
    },
    Row("a number of a megabyte", 400, .badRequest) {
      try await modify(
        $0, record(#"{"a":{"value":\#(String(repeating: "9", count: 1 << 20))}}"#))
    },
    Row("half a surrogate pair in a value", 400, .badRequest) {
      try await modify($0, record(#"{"a":{"value":"\udc00"}}"#))
    },
    Row("half a surrogate pair in a key", 400, .badRequest) {
      try await modify($0, record(#"{"\ud800":{"value":"a"}}"#))
    },
    Row("bytes that are no UTF-8", 400, .badRequest) { cloud in
      let web = try await cloud.webToken()
      let path = cloud.path("private/records/modify", query: cloud.query(web))
      return try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(
          cloud.request("POST", path, headers: [("Content-Length", "3")]))
        try await connection.send(bytes: [0x22, 0xFF, 0x22])
        return try await connection.answer()
      }
    },
    Row("a batch that says it has 2 GB", 413, .quotaExceeded) {
      let web = try await $0.webToken()
      return try await $0.send(
        "POST", $0.path("private/records/modify", query: $0.query(web)),
        headers: [("Content-Length", "2147483648")])
    },
    Row("an asset that says it has 2 GB", 413, .quotaExceeded) {
      try await $0.send(
        "POST", try await uploadPath($0), headers: [("Content-Length", "2147483648")])
    },
    Row("an asset that does not end", 413, .quotaExceeded) { cloud in
      let head = cloud.request(
        "POST", try await uploadPath(cloud), headers: [("Transfer-Encoding", "chunked")])
      let chunk = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
      return try await flood(cloud, head, chunk, times: 60)
    },
    Row("a length that is more than any number", 400, nil) {
      try await $0.send(
        "POST", try await uploadPath($0),
        headers: [("Content-Length", "99999999999999999999999")])
    },
    Row("a length below zero", 400, nil) {
      try await $0.send("POST", try await uploadPath($0), headers: [("Content-Length", "-1")])
    },
    Row("two lengths", 400, nil) {
      try await $0.send(
        "POST", "/health", headers: [("Content-Length", "1"), ("Content-Length", "2")])
    },
    Row("a length, and chunks", 400, nil) {
      try await $0.send(
        "POST", "/health", headers: [("Content-Length", "5"), ("Transfer-Encoding", "chunked")])
    },
    Row("header fields that do not end", 400, nil) { cloud in
      try await flood(
        cloud, "GET /health HTTP/1.1\r\nHost: a\r\n",
        "X-More: \(String(repeating: "a", count: 900))\r\n",
        times: 200)
    },
    Row("fields behind a body that do not end", 400, .badRequest) { cloud in
      let head = cloud.request(
        "POST", try await uploadPath(cloud), headers: [("Transfer-Encoding", "chunked")])
      return try await flood(
        cloud, head + "1\r\na\r\n0\r\n", "X-More: \(String(repeating: "a", count: 900))\r\n",
        times: 200)
    },
    Row("a target of 100 kB", 400, nil) {
      try await $0.send("GET", "/health?" + String(repeating: "a", count: 100_000))
    },
    Row("a path into the file system", 404, .notFound) {
      try await $0.send("GET", "/assets/1/download/../../../cloud.sqlite")
    },
    Row("a path into the file system, escaped", 404, .notFound) {
      try await $0.send("GET", "/assets/1/download/%2e%2e%2f%2e%2e%2fcloud.sqlite")
    },
    Row("a path behind a real asset", 404, .notFound) {
      try await $0.send("GET", "/assets/1/download/AAAA/..%2F..%2Fcloud.sqlite/more")
    },
    Row("an upload to a path", 403, .accessDenied) {
      try await $0.send("POST", "/assets/1/upload/..%2F..%2Fetc%2Fpasswd", body: "a")
    },
    Row("an upload URL to download from", 404, .notFound) {
      let path = try await uploadPath($0)
      return try await $0.send(
        "GET", path.replacing("/upload/", with: "/download/"))
    },
    Row("an upload URL of sixteen minutes ago", 403, .accessDenied) {
      let path = try await uploadPath($0)
      $0.clock.advance(16 * 60)
      return try await $0.send("POST", path, body: "a")
    },
    Row("an upload URL with a letter changed", 403, .accessDenied) {
      var path = try await uploadPath($0)
      let last = path.removeLast()
      return try await $0.send("POST", path + (last == "A" ? "B" : "A"), body: "a")
    },
  ]

  /// More rows about credentials.
  static let moreCredentials: [Row] = [
    Row("a web token of another environment", 421, .authenticationRequired) {
      let token = try await $0.accounts.createToken(
        container: CloudUnderTest.container, environment: .production, allowedOrigins: []
      ).token
      let query = RequestTarget.query(apiToken: token, webAuthToken: try await $0.webToken())
      return try await $0.send(
        "GET", $0.path("public/users/caller", environment: "production", query: query))
    },
    Row("an API token for a web token", 421, .authenticationRequired) {
      try await $0.send("GET", $0.path("public/users/caller", query: $0.query($0.apiToken)))
    },
    Row("a web token for an API token", 401, .authenticationFailed) {
      let query = RequestTarget.query(apiToken: try await $0.webToken())
      return try await $0.send("GET", $0.path("public/users/caller", query: query))
    },
    Row("a sync token for a web token", 421, .authenticationRequired) { cloud in
      let web = try await cloud.webToken()
      let list = try await cloud.send(
        "GET", cloud.path("private/zones/list", query: cloud.query(web)))
      let token = try #require(list.body.firstMatch(of: /"syncToken":"([^"]*)"/)).1
        .replacing("\\/", with: "/")
      return try await cloud.send(
        "GET", cloud.path("public/users/caller", query: cloud.query(String(token))))
    },
    Row("a signature sent again over another body", 401, .authenticationFailed) {
      let path = $0.path("public/records/query", query: "")
      let signed = try RequestSignature(
        keyID: $0.keyID, date: $0.clock.now, body: Array(#"{"query":{"recordType":"T"}}"#.utf8),
        subpath: path, key: $0.signingKey)
      return try await $0.send(
        "POST", path,
        headers: [
          (HeaderNames.keyID, signed.keyID), (HeaderNames.date, signed.date),
          (HeaderNames.signature, signed.signature),
        ], body: #"{"query":{"recordType":"U"}}"#)
    },
    Row("a signature sent again with a newer date", 401, .authenticationFailed) { cloud in
      let (path, body) = (cloud.path("public/records/query", query: ""), "{}")
      func signed(_ date: Date) throws -> RequestSignature {
        try RequestSignature(
          keyID: cloud.keyID, date: date, body: Array(body.utf8), subpath: path,
          key: cloud.signingKey)
      }
      let (old, new) = (try signed(cloud.clock.now - 3_600), try signed(cloud.clock.now))
      return try await cloud.send(
        "POST", path,
        headers: [
          (HeaderNames.keyID, old.keyID), (HeaderNames.date, new.date),
          (HeaderNames.signature, old.signature),
        ], body: body)
    },
    Row("a signature for another environment", 401, .authenticationFailed) {
      try await $0.sendSigned(
        $0.path("public/records/query", environment: "production", query: ""), body: "{}")
    },
    Row("a signature for private data", 401, .authenticationFailed) {
      try await $0.sendSigned($0.path("private/records/query", query: ""), body: "{}")
    },
    Row("half a signature", 401, .authenticationFailed) {
      try await $0.send(
        "POST", $0.path("public/records/query", query: ""),
        headers: [(HeaderNames.keyID, $0.keyID)], body: "{}")
    },
    Row("a page of another origin", 401, .authenticationFailed) {
      let answer = try await $0.send(
        "POST", $0.path("public/records/query"), headers: [("Origin", "https://evil.example")],
        body: #"{"query":{"recordType":"T"}}"#)
      #expect(answer.headers["access-control-allow-origin"] == nil)
      return answer
    },
    Row("a page of another origin that asks beforehand", 403, .accessDenied) {
      let answer = try await $0.send(
        "OPTIONS", $0.path("public/records/query"),
        headers: [
          ("Origin", CloudUnderTest.origin + ".evil.example"),
          ("Access-Control-Request-Method", "POST"),
        ])
      #expect(answer.headers["access-control-allow-origin"] == nil)
      return answer
    },
  ]
}
