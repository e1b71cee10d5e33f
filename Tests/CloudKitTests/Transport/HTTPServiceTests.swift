// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import Foundation
import Testing

/// Responses of HTTP servers and addresses that a client rejects.
@Suite(.serialized, .timeLimit(.minutes(15))) struct HTTPServiceTests {
  private static let container = "iCloud.x"

  /// Runs a body with a configuration for a server's address.
  private func with(
    _ address: URL, _ body: (CloudKitConfigurationFile, CKDatabase) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
    try file.write(
      CloudKitConfiguration(
        containers: [
          Self.container: .init(url: address, apiToken: "t", webAuthToken: "old", user: "ann")
        ]))
    try await body(
      file, CKContainer(identifier: Self.container, configuration: file).privateCloudDatabase)
  }

  private func failure(_ body: () async throws -> Void) async -> CKError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? CKError
    }
  }

  @Test(arguments: ["https://127.0.0.1:99999", "http://127.0.0.1:0"])
  func `an address with an invalid port is an error that names it`(_ text: String) async throws {
    try await with(#require(URL(string: text))) { _, database in
      let error = await failure { _ = try await database.allRecordZones() }
      #expect(error?.code == .badContainer)
      #expect(error?.localizedDescription.contains("\"\(text)\": expected a port") == true)
    }
  }

  @Test func `an asset at a URL with an invalid port is an error`() async throws {
    let server = try CannedServer(
      status: "200 OK",
      body: """
        {"records":[{"recordName":"a","recordType":"Hike","recordChangeTag":"1","fields":{"map":{"type":
        "ASSETID","value":{"fileChecksum":"c","size":1,"downloadURL":"http://127.0.0.1:70000/x"}}}}]}
        """.replacing("\n", with: ""))
    defer { server.stop() }
    try await with(server.address) { _, database in
      let error = await failure {
        _ = try await database.record(for: CKRecord.ID(recordName: "a"))
      }
      #expect(error?.code == .assetNotAvailable)
      #expect(
        error?.localizedDescription.contains(
          "http://127.0.0.1:70000/x\" for a file: expected a port") == true)
    }
  }

  @Test(arguments: [
    ("200 OK", "<html>Welcome to this network</html>", "old"), ("200 OK", "", "old"),
    ("200 OK", #"{"zones":[]"#, "old"), ("200 OK", #"{"zones":[]}"#, "new"),
    ("403 Forbidden", #"{"serverErrorCode":"ACCESS_DENIED","reason":"no"}"#, "new"),
  ])
  func `a new web token is accepted only from a valid CloudKit response`(
    _ status: String, _ body: String, _ expected: String
  ) async throws {
    let server = try CannedServer(
      status: status, body: body, headers: ["\(HeaderNames.webAuthToken): new"])
    defer { server.stop() }
    try await with(server.address) { file, database in
      _ = await failure { _ = try await database.allRecordZones() }
      let kept = try file.read().containers[Self.container]?.webAuthToken
      #expect(kept == expected)
    }
  }
}
