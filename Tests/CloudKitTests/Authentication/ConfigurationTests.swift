// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Where the server and the credentials are said.
@Suite(.serialized) struct ConfigurationTests {
  private func withFile(_ body: (CloudKitConfigurationFile) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(CloudKitConfigurationFile(url: folder.appending(path: "a/cloudkit.json")))
  }

  @Test func `a file is written for its owner only and read again`() async throws {
    try await withFile { file in
      #expect(try file.read() == CloudKitConfiguration())
      let url = try #require(URL(string: "https://cloud.example.org/base"))
      let configuration = CloudKitConfiguration(
        default: "iCloud.x", containers: ["iCloud.x": .init(url: url, apiToken: "t", user: "ann")])
      try file.write(configuration)
      #expect(try file.read() == configuration)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path())
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      let others = try FileManager.default.contentsOfDirectory(
        atPath: file.url.deletingLastPathComponent().path())
      #expect(others == ["cloudkit.json"])
    }
  }

  @Test(arguments: [
    ("{", "can't be understood"), (#"{"containers": 1}"#, "containers"),
    (#"{"containers": {"iCloud.x": {"url": "http://h"}}}"#, "iCloud.x"),
    (
      #"{"containers": {"iCloud.x": {"url": "ftp://h", "environment": "development", "api_token": "t"}}}"#,
      "ftp://h"
    ),
    (
      #"{"containers": {"iCloud.x": {"url": "http://h", "environment": "test", "api_token": "t"}}}"#,
      "test"
    ),
    (#"{"containers": {}}"#, "iCloud.x"),
  ])
  func `what is wrong with it is said`(_ text: String, _ word: String) async throws {
    try await withFile { file in
      try FileManager.default.createDirectory(
        at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file.url)
      let database = CKContainer(identifier: "iCloud.x", configuration: file).privateCloudDatabase
      await #expect {
        try await database.allRecordZones()
      } throws: { error in
        (error as? CKError)?.code == .badContainer && error.localizedDescription.contains(word)
      }
    }
  }

  @Test func `changes made at once are all kept`() async throws {
    try await withFile { file in
      let url = try #require(URL(string: "https://cloud.example.org"))
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 8
      await withCheckedContinuation { done in
        for index in 0..<80 {
          queue.addOperation {
            do {
              try file.update {
                $0.containers["iCloud.n\(index)"] = .init(url: url, apiToken: "t")
              }
            } catch {
              Issue.record(error)
            }
          }
        }
        queue.addBarrierBlock { done.resume() }
      }
      #expect(try file.read().containers.count == 80)
      struct Refusal: Error {}
      #expect(throws: Refusal.self) {
        try file.update { configuration in
          configuration.containers = [:]
          throw Refusal()
        }
      }
      #expect(try file.read().containers.count == 80)
    }
  }

  @Test func `a server that isn't there is a network that isn't available`() async throws {
    try await withFile { file in
      let url = try #require(URL(string: "http://127.0.0.1:1"))
      try file.write(
        CloudKitConfiguration(containers: ["iCloud.x": .init(url: url, apiToken: "t")]))
      let container = CKContainer(identifier: "iCloud.x", configuration: file)
      await #expect { try await container.privateCloudDatabase.allRecordZones() } throws: {
        ($0 as? CKError)?.code == .networkUnavailable
      }
      #expect(try await container.accountStatus() == .couldNotDetermine)
    }
  }
}
