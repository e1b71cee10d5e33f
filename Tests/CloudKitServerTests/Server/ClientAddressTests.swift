// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Testing

/// The client addresses by which sign-in attempts are counted.
@Suite(.serialized) struct ClientAddressTests {
  /// The status of a sign-in with a wrong password.
  private func guess(_ cloud: CloudUnderTest, from address: String) async throws -> Int {
    let request = DeviceSignInRequest(
      name: "ann", password: "guess", environment: .development,
      containers: [CloudUnderTest.container])
    return try await cloud.send(
      "POST", "/sign-in/2/sessions",
      headers: [("Content-Type", "application/json"), ("X-Forwarded-For", address)],
      body: String(decoding: try request.encoded(), as: UTF8.self)
    ).status
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      // The throttled address, a different one, and one that counts as the first.
      ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1"),
      ("192.0.2.1", "192.0.2.2", "::FFFF:c000:0201"),
      ("2001:db8::1", "2001:db8:0:1::1", "2001:db8::2:3"),
    ])
  func `IPv4-mapped addresses and addresses of one IPv6 prefix share the sign-in limit`(
    _ first: String, _ other: String, _ same: String
  ) async throws {
    try await CloudUnderTest.run {
      $0.isBehindProxy = true
    } _: { cloud in
      let often = Array(repeating: first, count: SignIn.attemptsPerUserAndAddress)
      var statuses: [Int] = []
      for address in often + [first, same, other] {
        statuses.append(try await guess(cloud, from: address))
      }
      #expect(statuses == often.map { _ in 401 } + [429, 429, 401])
    }
  }
}
