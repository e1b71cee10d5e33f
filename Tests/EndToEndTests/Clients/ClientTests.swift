// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Third-party CloudKit clients, configured only with another base URL.
@Suite(.serialized) struct ClientTests {
  private func lines(_ result: CommandResult) -> [String] {
    result.output.split(separator: "\n").map(String.init)
  }

  @Test(.timeLimit(.minutes(15)))
  func `pyicloud works over TLS, including assets`() async throws {
    try await ServedCloud.run(["--self-signed"]) { cloud in
      let result = try await cloud.workspace.shell(
        #"exec "$1/bin/python" "$2" "$3" "$4" "$5" "$6""#,
        try await Repository.python(cloud.workspace), Repository.client("pyicloud_calls.py"),
        cloud.address, cloud.authority, cloud.apiToken, cloud.webToken)
      #expect(result.status == 0, "\(result)")
      #expect(
        lines(result) == [
          "zones/modify", "zones/list", "zones/lookup", "records/modify create", "records/lookup",
          "records/modify update", "records/modify CONFLICT", "records/modify forceReplace",
          "records/modify delete", "records/query", "records/query continuationMarker",
          "records/query zoneWide", "records/query getCurrentSyncToken", "changes/zone paged",
          "changes/zone from a token", "changes/database", "changes/zone ZONE_NOT_FOUND",
          "assets/upload", "records/modify with an asset", "asset download",
          "asset download as a stream", "AUTHENTICATION_FAILED", "public database", "users/caller",
        ])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `requests-cloudkit works with a server-to-server key`() async throws {
    try await ServedCloud.run { cloud in
      let result = try await cloud.workspace.shell(
        #"exec "$1/bin/python" "$2" "$3" "$4" "$5""#,
        try await Repository.python(cloud.workspace),
        Repository.client("requests_cloudkit_calls.py"),
        cloud.address, cloud.keyID, cloud.keyFile)
      #expect(result.status == 0, "\(result)")
      #expect(
        lines(result) == [
          "records/modify", "records/lookup", "records/query",
          "records/query, its query string signed", "zones/list by GET",
          "records/modify forceDelete", "users/caller refused",
        ])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a request signed with openssl and sent with curl is accepted`() async throws {
    try await ServedCloud.run { cloud in
      let path = "/database/1/\(ServedCloud.container)/development/public/records/"
      func send(_ operation: String, _ body: String, key: String) async throws -> CommandResult {
        try await cloud.workspace.shell(
          #"exec "$1" "$2" "$3" "$4" "$5" "$6""#,
          Repository.path("Examples/SignedRequest/signed-request.sh"), cloud.address, key,
          cloud.keyFile, path + operation, body)
      }
      let saved = try await send(
        "modify",
        #"{"operations":[{"operationType":"create","record":{"recordName":"a","recordType":"Tide"}}]}"#,
        key: cloud.keyID)
      #expect(saved.status == 0, "\(saved)")
      let found = try await send(
        "query", #"{"query":{"recordType":"Tide"}}"#, key: cloud.keyID)
      #expect(found.status == 0, "\(found)")
      #expect(found.output.contains(#""recordName":"a""#))
      let refused = try await send("query", "{}", key: String(cloud.keyID.reversed()))
      #expect(refused.status == 22, "\(refused)")
      #expect(refused.output.contains("AUTHENTICATION_FAILED"))
    }
  }
}
