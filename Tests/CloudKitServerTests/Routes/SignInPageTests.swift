// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The sign-in page, as a browser uses it.
@Suite(.serialized) struct SignInPageTests {
  /// A sign-in form from the server.
  private struct Form {
    var path: String
    var cookie: String
    var code: String
    var answer: WireAnswer
  }

  private func form(_ cloud: CloudUnderTest, apiToken: String? = nil) async throws -> Form {
    let query = "?ckAPIToken=\(apiToken ?? cloud.apiToken)"
    let refused = try await cloud.send("GET", cloud.path("public/users/caller", query: query))
    let redirect = try #require(refused.failure?.redirectURL)
    let url = try #require(URL(string: redirect))
    let answer = try await cloud.send("GET", url.path())
    let cookie = try #require(answer.headers["set-cookie"])
    let code = try #require(
      answer.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/))
    return Form(
      path: url.path(), cookie: String(cookie.prefix { $0 != ";" }), code: String(code.1),
      answer: answer)
  }

  private func submit(
    _ cloud: CloudUnderTest, _ form: Form, name: String = "ann",
    password: String = CloudUnderTest.password, code: String? = nil, cookie: String? = nil
  ) async throws -> WireAnswer {
    let body = [("token", code ?? form.code), ("name", name), ("password", password)]
      .map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    return try await cloud.send(
      "POST", form.path,
      headers: [
        ("Cookie", cookie ?? form.cookie),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ], body: body)
  }

  private func isGood(_ token: String, _ cloud: CloudUnderTest) async throws -> Bool {
    let path = cloud.path("public/users/caller", query: cloud.query(token))
    return try await cloud.send("GET", path).status == 200
  }

  @Test(.timeLimit(.minutes(15)))
  func `a completed sign-in passes the token to the allowed origin only`() async throws {
    try await CloudUnderTest.run { cloud in
      let form = try await form(cloud)
      #expect(form.answer.body.contains(CloudUnderTest.container))
      #expect(form.answer.headers["x-frame-options"] == "DENY")
      #expect(form.answer.headers["cache-control"] == "no-store")
      let cookie = try #require(form.answer.headers["set-cookie"])
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      let answer = try await submit(cloud, form)
      #expect(answer.status == 200)
      let token = try #require(answer.body.firstMatch(of: /data-token="([^"]+)"/)).1
      #expect(answer.body.contains("data-origins=\"\(CloudUnderTest.origin)\""))
      #expect(!answer.body.contains("\"*\""))
      let nonce = try #require(answer.body.firstMatch(of: /script nonce="([0-9a-f]{32})"/)).1
      #expect(
        answer.headers["content-security-policy"]?.contains("script-src 'nonce-\(nonce)'") == true)
      #expect(try await isGood(String(token), cloud))
      #expect(!cloud.log.text.contains(CloudUnderTest.password))
      #expect(!cloud.log.text.contains(form.path))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a completed sign-in redirects to the callback URL with the token`() async throws {
    try await CloudUnderTest.run { cloud in
      for callback in ["https://app.example/in?a=b", "cloudkit-icloud.org.example.app://in"] {
        let apiToken = try await cloud.accounts.createToken(
          container: CloudUnderTest.container, environment: .development, callback: callback
        ).token
        let form = try await form(cloud, apiToken: apiToken)
        #expect(
          form.answer.headers["content-security-policy"]?.contains(
            "form-action 'self' \(callback.prefix { $0 != ":" }):") == true)
        let answer = try await submit(cloud, form)
        #expect(answer.status == 303)
        let location = try #require(answer.headers["location"])
        #expect(location.hasPrefix(callback))
        let target = RequestTarget(location)
        let token = try #require(target.webAuthToken)
        #expect(try await isGood(token, cloud))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a sign-in without origin or callback displays the token`() async throws {
    try await CloudUnderTest.run { cloud in
      let apiToken = try await cloud.accounts.createToken(
        container: CloudUnderTest.container, environment: .development
      ).token
      let answer = try await submit(cloud, try await form(cloud, apiToken: apiToken))
      let token = try #require(answer.body.firstMatch(of: /<output>([^<]+)</)).1
      #expect(try await isGood(String(token), cloud))
      #expect(!answer.body.contains("<script"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a form with a foreign cookie or code is rejected`() async throws {
    try await CloudUnderTest.run { cloud in
      let form = try await form(cloud)
      let zeros = String(repeating: "0", count: 64)
      let other = try await self.form(cloud)
      #expect(try await submit(cloud, form, cookie: "a=b").status == 403)
      #expect(try await submit(cloud, form, code: zeros).status == 403)
      #expect(try await submit(cloud, form, cookie: "cairn-sign-in=\(zeros)").status == 403)
      #expect(try await submit(cloud, form, code: other.code).status == 403)
      #expect(try await submit(cloud, form).status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `too many wrong passwords on the sign-in page are rejected with a retry delay`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let form = try await form(cloud)
      let name = "<script>alert(1)</script>"
      let odd = try await submit(cloud, form, name: name, password: "guess")
      #expect(odd.status == 403)
      #expect(!odd.body.contains("<script"))
      for _ in 0..<SignIn.attemptsPerUserAndAddress {
        #expect(try await submit(cloud, form, password: "guess").status == 403)
      }
      let answer = try await submit(cloud, form)
      #expect(answer.status == 429)
      #expect(answer.headers["retry-after"] == "900")
      #expect(
        try await cloud.send("GET", "/metrics").body.contains("cairn_sign_in_failures_total 12"))
    }
  }
}
