// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Responses to requests of all kinds, over real sockets.
@Suite(.serialized) struct RouteResponseTests {
  @Test(.timeLimit(.minutes(15)))
  func `the caller endpoint returns the user's record name and a new web token`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      for (method, body) in [("GET", nil), ("POST", "{}"), ("POST", nil)] as [(String, String?)] {
        let answer = try await cloud.send(
          method, cloud.path("public/users/caller", query: cloud.query(web)), body: body)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.headers["x-apple-request-uuid"]?.utf8.count == 36)
        #expect(answer.body.hasPrefix(#"{"users":[{"userRecordName":"_"#))
        let fresh = try #require(answer.headers["x-apple-cloudkit-web-auth-token"])
        #expect(fresh != web)
        let next = try await cloud.send(
          "GET", cloud.path("public/users/current", query: cloud.query(fresh)))
        #expect(next.status == 200)
      }
      // A space in a token is a plus sign that the client did not escape.
      let spaced = cloud.query(web).replacing("%2B", with: "+").replacing("%2F", with: "/")
      let answer = try await cloud.send("GET", cloud.path("public/users/caller", query: spaced))
      #expect(answer.status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a request without sign-in is answered with the sign-in URL`() async throws {
    try await CloudUnderTest.run { cloud in
      let answer = try await cloud.send("GET", cloud.path("public/users/caller"))
      #expect(answer.status == 421)
      let failure = try #require(answer.failure)
      #expect(failure.code == .authenticationRequired)
      #expect(failure.uuid == answer.headers["x-apple-request-uuid"])
      #expect(
        failure.redirectURL?.hasPrefix("http://localhost:\(cloud.port)/sign-in/1/") == true)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an unknown path or method is answered with 404, 405 or 400`() async throws {
    try await CloudUnderTest.run { cloud in
      let rows: [(String, String, Int, String)] = [
        ("POST", cloud.path("public/records/nothing"), 404, "could not find handler"),
        ("GET", "/nothing", 404, "could not find handler"),
        ("GET", "/", 404, "could not find handler"),
        ("POST", "/health", 405, "the method is \"POST\""),
        ("POST", cloud.path("public/zones/modify"), 400, "endpoint not applicable in"),
        ("POST", cloud.path("private/users/discover"), 400, "endpoint not applicable in"),
        ("DELETE", cloud.path("public/users/caller"), 405, "the method is \"DELETE\""),
        ("GET", cloud.path("public/records/query"), 405, "the method is \"GET\""),
        ("GET", "/database/1/x/development/public/users/caller", 400, "the path names the"),
        ("GET", "/webcourier/1/x", 404, "The URL has expired"),
        ("POST", "/assets/1/upload/../../etc/passwd", 404, "could not find handler"),
      ]
      for (method, path, status, reason) in rows {
        let answer = try await cloud.send(method, path)
        #expect(answer.status == status, "\(method) \(path)")
        let failure = try #require(answer.failure, "\(method) \(path): \(answer.body)")
        #expect(failure.reason.hasPrefix(reason), "\(failure)")
        #expect((answer.headers["allow"]?.contains("OPTIONS") == true) == (status == 405))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `health is served, and metrics only to requests from this machine`() async throws {
    try await CloudUnderTest.run { cloud in
      #expect(try await cloud.send("GET", "/health").body == #"{"status":"ok"}"#)
      _ = try await cloud.send("GET", cloud.path("public/users/caller"))
      let answer = try await cloud.send("GET", "/metrics")
      #expect(answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
      #expect(
        answer.body.contains(#"cairn_requests_total{endpoint="users/caller",status="421"} 1"#))
      #expect(answer.body.contains("cairn_requests_in_flight 1"))
      let proxied = try await cloud.send(
        "GET", "/metrics", headers: [("X-Forwarded-For", "192.0.2.1")])
      #expect(proxied.status == 404)
      // A web page whose host name resolves to this server (DNS rebinding).
      for (host, status) in [
        ("evil.example", 404), ("127.0.0.1.evil.example:\(cloud.port)", 404), ("", 404),
        ("127.0.0.1:\(cloud.port)", 200), ("[::1]", 200), ("LOCALHOST", 200),
      ] {
        let answer = try await WireConnection.open(port: cloud.port) {
          try await $0.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
          return try await $0.answer()
        }
        #expect(answer.status == status, "\(host)")
      }
      let signIn = try await WireConnection.open(port: cloud.port) {
        try await $0.send(
          "GET \(cloud.path("public/users/caller")) HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        return try await $0.answer()
      }
      #expect(signIn.failure?.redirectURL?.contains("evil") == false)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `cross-origin requests are accepted from allowed origins only`() async throws {
    try await CloudUnderTest.run { cloud in
      let path = cloud.path("public/users/caller")
      let ours = CloudUnderTest.origin
      let asked = try await cloud.send(
        "OPTIONS", path,
        headers: [("Origin", ours), ("Access-Control-Request-Method", "POST")])
      #expect(asked.status == 204)
      #expect(asked.headers["access-control-allow-origin"] == ours)
      #expect(asked.headers["access-control-allow-headers"] == "content-type")
      #expect(asked.headers["access-control-allow-credentials"] == nil)
      // Errors are readable as well: the page needs the sign-in URL.
      let answer = try await cloud.send("POST", path, headers: [("Origin", ours)], body: "{}")
      #expect(answer.status == 421)
      #expect(answer.headers["access-control-allow-origin"] == ours)
      #expect(
        answer.headers["access-control-expose-headers"]?.contains(HeaderNames.webAuthToken) == true)
      let web = try await cloud.webToken()
      for origin in ["https://evil.example", "null", ours + ".evil.example"] {
        let signedIn = cloud.path("public/users/caller", query: cloud.query(web))
        let refused = try await cloud.send(
          "POST", signedIn, headers: [("Origin", origin), ("Content-Type", "text/plain")],
          body: "{}")
        #expect(refused.status == 401)
        #expect(refused.headers["access-control-allow-origin"] == nil)
        let preflight = try await cloud.send(
          "OPTIONS", signedIn,
          headers: [("Origin", origin), ("Access-Control-Request-Method", "POST")])
        #expect(preflight.status == 403)
        #expect(preflight.headers["access-control-allow-origin"] == nil)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a caller above the rate limit is rejected with a retry delay`() async throws {
    try await CloudUnderTest.run(configure: { $0.requestsPerSecond = 1 }) { cloud in
      var statuses: [Int] = []
      var last: WireAnswer?
      for _ in 0..<12 where last?.status != 429 {
        last = try await cloud.send("GET", cloud.path("public/users/caller"))
        statuses.append(last?.status ?? 0)
      }
      #expect(statuses.prefix(2) == [421, 421])
      let answer = try #require(last)
      #expect(answer.status == 429)
      #expect(answer.headers["retry-after"] == "1")
      #expect(answer.failure?.code == .throttled && answer.failure?.retryAfter == 1)
      // Another caller is not limited.
      let web = try await cloud.webToken()
      let other = cloud.path("public/users/caller", query: cloud.query(web))
      #expect(try await cloud.send("GET", other).status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the log contains endpoint and status but no credentials`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      _ = try await cloud.send(
        "GET", cloud.path("public/users/caller", query: cloud.query(web)))
      _ = try await cloud.send("GET", "/nothing%0A%7B%22level%22:%22critical%22%7D")
      _ = try await cloud.sendSigned(cloud.path("public/users/caller", query: ""), body: "{}")
      let text = cloud.log.text
      #expect(text.contains(#""endpoint":"users/caller""#))
      #expect(text.contains(#""status":"200""#))
      #expect(!text.contains(cloud.apiToken) && !text.contains(web))
      #expect(!text.contains(cloud.keyID) && !text.contains("critical"))
      for line in text.split(separator: "\n") {
        #expect((try? JSONDocument(Array(line.utf8), from: .server)) != nil)
      }
    }
  }
}
