// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData
import Testing

/// `.automatic` selects the program's default container, which is a setting of the process: each test
/// runs in its own.
@Suite("Automatic CloudKit database")
struct AutomaticContainerTests {
  @Test func `the registered default container is selected`() async {
    await #expect(processExitsWith: .success) {
      CKContainer.setDefault("iCloud.org.example.registered")
      let folder = try newFolder()
      let container = try plainContainer(in: folder)
      #expect(identifiers(of: container) == ["iCloud.org.example.registered"])
      #expect(container.storeSyncs.map(\.containerIdentifier) == ["iCloud.org.example.registered"])
      #expect(CKContainer.default().containerIdentifier == "iCloud.org.example.registered")
    }
  }

  @Test func `the only container of the configuration is selected`() async {
    await #expect(processExitsWith: .success) {
      let folder = try newFolder()
      try configure(["iCloud.org.example.only"], in: folder)
      let container = try plainContainer(in: folder, .automatic)
      #expect(identifiers(of: container) == ["iCloud.org.example.only"])
      #expect(CKContainer.default().containerIdentifier == "iCloud.org.example.only")
    }
  }

  @Test func `a program that does not mention CloudKit never uses the user's configuration`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try newFolder()
      try configure(["iCloud.org.example.other"], in: folder)
      for _ in 1...2 {
        let container = try plainContainer(in: folder)
        #expect(identifiers(of: container) == [])
        #expect(container.storeSyncs.isEmpty)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.components(separatedBy: "no container of its own").count == 2)
  }

  @Test func `the environment selects one of several containers`() async {
    await #expect(processExitsWith: .success) {
      let folder = try newFolder()
      try configure(["iCloud.org.example.one", "iCloud.org.example.two"], in: folder)
      setenv("CAIRN_CLOUDKIT_CONTAINER", "iCloud.org.example.two", 1)
      #expect(try identifiers(of: plainContainer(in: folder)) == ["iCloud.org.example.two"])
    }
  }

  @Test func `without a default container the store stays local and the reason is printed once`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try newFolder()
      try configure(["iCloud.org.example.one", "iCloud.org.example.two"], in: folder)
      for _ in 1...2 {
        let container = try plainContainer(in: folder, .automatic)
        #expect(identifiers(of: container) == [])
        #expect(container.storeSyncs.isEmpty)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.components(separatedBy: "no default container is known").count == 2)
  }

  @Test func `an unreadable configuration keeps the store local`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try newFolder()
      let file = folder.appending(path: "cloudkit.json")
      try Data("{".utf8).write(to: file)
      setenv("CAIRN_CLOUDKIT_CONFIG", file.path, 1)
      #expect(try identifiers(of: plainContainer(in: folder, .automatic)) == [])
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("stay local"))
    #expect(output.contains("cloudkit.json"))
  }

  @Test func `stores in memory, read-only stores and stores without a database stay local`() async {
    await #expect(processExitsWith: .success) {
      CKContainer.setDefault("iCloud.org.example.registered")
      let folder = try newFolder()
      let url = folder.appending(path: "plain.store")
      let memory = ModelConfiguration(isStoredInMemoryOnly: true)
      #expect(try identifiers(of: ModelContainer(for: Plain.self, configurations: memory)) == [])
      let none = ModelConfiguration(url: url, cloudKitDatabase: .none)
      #expect(try identifiers(of: ModelContainer(for: Plain.self, configurations: none)) == [])
      let readOnly = ModelConfiguration(url: url, allowsSave: false)
      #expect(try identifiers(of: ModelContainer(for: Plain.self, configurations: readOnly)) == [])
    }
  }
}

@Model
final class Plain {
  var name = ""
  init() {}
}

/// A new folder, which the end of the process leaves to the system.
private func newFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  setenv("CAIRN_CLOUDKIT_CONFIG", folder.appending(path: "none.json").path, 1)
  return folder
}

private func plainContainer(in folder: URL) throws -> ModelContainer {
  try ModelContainer(
    for: Plain.self, configurations: ModelConfiguration(url: folder.appending(path: "plain.store")))
}

private func plainContainer(
  in folder: URL, _ database: ModelConfiguration.CloudKitDatabase
) throws -> ModelContainer {
  let url = folder.appending(path: "plain.store")
  return try ModelContainer(
    for: Plain.self, configurations: ModelConfiguration(url: url, cloudKitDatabase: database))
}

private func identifiers(of container: ModelContainer) -> [String] {
  container.configurations.compactMap(\.cloudKitContainerIdentifier)
}

/// Writes a configuration of containers without a session, and makes it the process's own.
private func configure(_ containers: [String], in folder: URL) throws {
  let address = try #require(URL(string: "http://127.0.0.1:9"))
  let settings = CloudKitConfiguration.Container(url: address, apiToken: "token")
  let configuration = CloudKitConfiguration(
    containers: Dictionary(uniqueKeysWithValues: containers.map { ($0, settings) }))
  let file = folder.appending(path: "cloudkit.json")
  try JSONEncoder().encode(configuration).write(to: file)
  setenv("CAIRN_CLOUDKIT_CONFIG", file.path, 1)
}
