// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Testing

/// Whose requests count together.
@Suite(.serialized) struct ClientAddressTests {
  private func isThrottled(_ cloud: CloudUnderTest, _ address: String) async throws -> Bool {
    let answer = try await cloud.send(
      "GET", cloud.path("public/zones/list"), headers: [("X-Forwarded-For", address)])
    return answer.status == 429
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // The one that has asked too often, another one, and one that counts as the first.
      ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1"),
      ("192.0.2.1", "192.0.2.2", "::FFFF:c000:0201"),
      ("2001:db8::1", "2001:db8:0:1::1", "2001:db8::2:3"),
    ])
  func `an IPv4 address is itself, also where it is written as one of IPv6`(
    _ first: String, _ other: String, _ same: String
  ) async throws {
    try await CloudUnderTest.run {
      $0.isBehindProxy = true
      $0.requestsPerSecond = 1
    } _: { cloud in
      for _ in 0..<4 { _ = try await isThrottled(cloud, first) }
      #expect(try await isThrottled(cloud, first))
      #expect(try await isThrottled(cloud, same))
      #expect(try await !isThrottled(cloud, other))
    }
  }
}
