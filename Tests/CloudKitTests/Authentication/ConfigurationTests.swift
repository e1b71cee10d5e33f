// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// The configuration of servers and credentials.
@Suite(.serialized) struct ConfigurationTests {
  private func withFile(_ body: (CloudKitConfigurationFile) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(CloudKitConfigurationFile(url: folder.appending(path: "a/cloudkit.json")))
  }

  @Test func `a configuration file is readable by its owner only and decodes unchanged`()
    async throws
  {
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
    ("{", "is invalid"), (#"{"containers": 1}"#, "containers"),
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
  func `an error names the invalid part of a configuration file`(_ text: String, _ word: String)
    async throws
  {
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

  @Test func `concurrent updates are all stored`() async throws {
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

  @Test func `an unreachable server is reported as an unavailable network`() async throws {
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

  // MARK: The environment

  private static let variables = [
    "CAIRN_CLOUDKIT_CONTAINER": "iCloud.y", "CAIRN_CLOUDKIT_URL": "https://other.example.org",
    "CAIRN_CLOUDKIT_ENVIRONMENT": "production", "CAIRN_CLOUDKIT_API_TOKEN": "api",
    "CAIRN_CLOUDKIT_WEB_AUTH_TOKEN": "web", "CAIRN_CLOUDKIT_CERTIFICATE_AUTHORITY": "/a.pem",
    "CAIRN_CLOUDKIT_ENCRYPTION_KEY": "key",
  ]

  @Test func `environment variables replace a missing configuration file`() async throws {
    try await withFile { file in
      let path = ["CAIRN_CLOUDKIT_CONFIG": file.url.path(percentEncoded: false)]
      let all = CloudKitConfigurationFile(environment: path.merging(Self.variables) { $1 })
      let url = try #require(URL(string: "https://other.example.org"))
      let expected = CloudKitConfiguration(
        default: "iCloud.y",
        containers: [
          "iCloud.y": .init(
            url: url, environment: "production", apiToken: "api", webAuthToken: "web",
            certificateAuthority: "/a.pem", encryptionKey: "key")
        ])
      #expect(try all.read() == expected)
      // Values of the environment are not written to the file.
      try all.update { $0.default = "iCloud.z" }
      #expect(try file.read() == CloudKitConfiguration(default: "iCloud.z"))
      #expect(try CloudKitConfigurationFile(environment: path).read().default == "iCloud.z")
    }
  }

  @Test func `environment variables override the file for the default container only`() async throws
  {
    try await withFile { file in
      let url = try #require(URL(string: "https://cloud.example.org"))
      let way = CloudKitConfiguration.Container(
        url: url, apiToken: "t", webAuthToken: "w", user: "ann", encryptionKey: "k")
      try file.write(
        CloudKitConfiguration(default: "iCloud.x", containers: ["iCloud.x": way, "iCloud.y": way]))
      func read(_ variables: [String: String]) throws -> CloudKitConfiguration {
        let path = ["CAIRN_CLOUDKIT_CONFIG": file.url.path(percentEncoded: false)]
        return try CloudKitConfigurationFile(environment: path.merging(variables) { $1 }).read()
      }
      #expect(try read(["CAIRN_CLOUDKIT_API_TOKEN": ""]) == file.read())
      let token = try read(["CAIRN_CLOUDKIT_WEB_AUTH_TOKEN": "other"])
      var expected = way
      expected.webAuthToken = "other"
      // The user of another token is unknown.
      expected.user = nil
      #expect(token.containers == ["iCloud.x": expected, "iCloud.y": way])
      let key = try read([
        "CAIRN_CLOUDKIT_CONTAINER": "iCloud.y", "CAIRN_CLOUDKIT_ENCRYPTION_KEY": "new",
      ])
      expected = way
      expected.encryptionKey = "new"
      #expect(key.default == "iCloud.y" && key.containers["iCloud.y"] == expected)
      #expect(key.containers["iCloud.x"] == way)
    }
  }

  @Test(arguments: [
    (["CAIRN_CLOUDKIT_URL": "https://h"], "CAIRN_CLOUDKIT_CONTAINER"),
    (
      ["CAIRN_CLOUDKIT_CONTAINER": "iCloud.x", "CAIRN_CLOUDKIT_URL": "https://h"],
      "CAIRN_CLOUDKIT_API_TOKEN"
    ),
    (
      [
        "CAIRN_CLOUDKIT_CONTAINER": "iCloud.x", "CAIRN_CLOUDKIT_URL": "nowhere",
        "CAIRN_CLOUDKIT_API_TOKEN": "t",
      ], "nowhere"
    ),
  ])
  func `an error names the missing or invalid variable`(
    _ variables: [String: String], _ word: String
  ) async throws {
    try await withFile { file in
      let path = ["CAIRN_CLOUDKIT_CONFIG": file.url.path(percentEncoded: false)]
      let given = CloudKitConfigurationFile(environment: path.merging(variables) { $1 })
      let database = CKContainer(identifier: "iCloud.x", configuration: given).publicCloudDatabase
      await #expect {
        try await database.allRecordZones()
      } throws: { error in
        (error as? CKError)?.code == .badContainer && error.localizedDescription.contains(word)
      }
    }
  }

  @Test func `the path of the file depends on the environment`() {
    func path(_ environment: [String: String]) -> String {
      CloudKitConfigurationFile(environment: environment).url.path(percentEncoded: false)
    }
    #expect(path(["HOME": "/h"]) == "/h/.config/cairn/cloudkit.json")
    #expect(path(["HOME": "/h", "XDG_CONFIG_HOME": "/x"]) == "/x/cairn/cloudkit.json")
    #expect(path(["HOME": "/h", "CAIRN_CLOUDKIT_CONFIG": "/c.json"]) == "/c.json")
  }
}
