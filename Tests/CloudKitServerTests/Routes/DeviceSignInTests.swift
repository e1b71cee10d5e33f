// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Sign-in and sign-out without a page, as by devices.
@Suite(.serialized) struct DeviceSignInTests {
  private func signIn(
    _ cloud: CloudUnderTest, name: String = "ann", password: String = CloudUnderTest.password,
    containers: [String] = [CloudUnderTest.container]
  ) async throws -> WireAnswer {
    let request = DeviceSignInRequest(
      name: name, password: password, environment: .development, containers: containers)
    return try await cloud.send(
      "POST", "/sign-in/2/sessions", headers: [("Content-Type", "application/json")],
      body: String(decoding: try request.encoded(), as: UTF8.self))
  }

  private func credentials(_ answer: WireAnswer) throws -> DeviceSignInResponse {
    try DeviceSignInResponse(body: Array(answer.body.utf8))
  }

  private func status(
    _ cloud: CloudUnderTest, _ container: DeviceSignInResponse.Container
  ) async throws -> Int {
    let token = PercentCoding.encoded(container.webAuthToken)
    let query = "?ckAPIToken=\(container.apiToken)&ckWebAuthToken=\(token)"
    return try await cloud.send("GET", cloud.path("public/users/caller", query: query)).status
  }

  @Test(.timeLimit(.minutes(15)))
  func `name and password return credentials that are valid until sign-out`() async throws {
    try await CloudUnderTest.run { cloud in
      let containers = [CloudUnderTest.container, "iCloud.org.example.other"]
      let first = try credentials(try await signIn(cloud, name: "Ann", containers: containers))
      #expect(first.name == "ann" && first.containers.map(\.name) == [CloudUnderTest.container])
      let second = try credentials(try await signIn(cloud))
      let (one, other) = (
        try #require(first.containers.first), try #require(second.containers.first)
      )
      #expect(one.apiToken == other.apiToken && one.webAuthToken != other.webAuthToken)
      #expect(try await status(cloud, one) == 200)
      let tokens = try await cloud.accounts.tokens(ofContainer: CloudUnderTest.container)
      #expect(tokens.filter { $0.name == "cairn login" }.map(\.allowedOrigins) == [[]])

      let end = DeviceSignOutRequest(
        container: one.name, environment: .development, webAuthToken: one.webAuthToken)
      for _ in 0..<2 {
        let answer = try await cloud.send(
          "POST", "/sign-in/2/sessions/end", headers: [("Content-Type", "application/json")],
          body: String(decoding: try end.encoded(), as: UTF8.self))
        #expect(answer.status == 200)
      }
      #expect(try await status(cloud, one) == 421)
      #expect(try await status(cloud, other) == 200)

      // Deleting the API token signs devices out until the next sign-in.
      for token in tokens where token.name == "cairn login" {
        try await cloud.accounts.deleteToken(token.id)
      }
      #expect(try await status(cloud, other) == 401)
      let third = try credentials(try await signIn(cloud))
      #expect(try await status(cloud, try #require(third.containers.first)) == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a wrong password and an unknown user get the same error`() async throws {
    try await CloudUnderTest.run { cloud in
      let wrong = try await signIn(cloud, password: "battery staple")
      let nobody = try await signIn(cloud, name: "nobody")
      for answer in [wrong, nobody] {
        #expect(answer.status == 401 && answer.failure?.code == .authenticationFailed)
        #expect(answer.failure?.reason == "Name and password do not match.")
      }
      try await cloud.accounts.setDisabled(true, user: "ann")
      #expect(try await signIn(cloud).status == 401)
      #expect(try await cloud.send("GET", "/sign-in/2/sessions").status == 405)
      // A page of another site can send text/plain without a preflight request, but not JSON.
      let form = try await cloud.send(
        "POST", "/sign-in/2/sessions", headers: [("Content-Type", "text/plain")], body: "{}")
      #expect(form.status == 400)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `too many wrong passwords from a device are rejected until the window ends`() async throws {
    try await CloudUnderTest.run { cloud in
      for _ in 0..<SignIn.attemptsPerUserAndAddress {
        #expect(try await signIn(cloud, password: "a guess").status == 401)
      }
      let refused = try await signIn(cloud)
      #expect(refused.status == 429 && refused.failure?.code == .throttled)
      #expect(refused.failure?.retryAfter ?? 0 > 0)
      cloud.clock.advance(SignIn.window + 1)
      #expect(try await signIn(cloud).status == 200)
    }
  }
}
