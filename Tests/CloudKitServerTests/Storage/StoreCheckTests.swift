// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Detection of damage in the database and in asset files.
@Suite(.serialized) struct StoreCheckTests {
  @Test func `a damaged page is reported with its table and not served`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    for index in 0..<300 {
      try await cloud.modify([
        .note(.create, "r\(index)", [("s", .string(String(repeating: "x", count: 1_000)))])
      ])
    }
    #expect(try await cloud.problems().isEmpty)
    try await cloud.storage.close()
    // The log is empty: the database file is complete.
    let log = cloud.directory.appending(path: "cloud.sqlite-wal")
    #expect((try? Data(contentsOf: log))?.isEmpty != false)
    let file = cloud.directory.appending(path: "cloud.sqlite")
    let handle = try FileHandle(forUpdating: file)
    let size = try handle.seekToEnd()
    // All pages of the second half, which contain the records.
    for page in stride(from: size / 2 / 4_096 * 4_096, to: size, by: 4_096) {
      try handle.seek(toOffset: page)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 600))
    }
    try handle.close()
    let problems = try await cloud.problems()
    #expect(problems.contains { $0.hasPrefix("table records: ") }, "\(problems)")
    #expect(problems.contains { $0.contains("Page ") }, "\(problems)")
    let damaged = try await Cloud(in: cloud.directory)
    // A client would assume that a response without the damaged records is complete.
    #expect(await refusal { try await damaged.pull() } == .internalError)
  }

  @Test(arguments: [
    ("UPDATE zones SET record_bytes = record_bytes + 1 WHERE name = 'Zone'", "bytes of records"),
    ("UPDATE databases SET asset_bytes = 0", "bytes of assets"),
    ("UPDATE schemas SET asset_bytes = 0", "container iCloud.com.example lists"),
    ("UPDATE zones SET position = 0 WHERE name = 'Zone'", "has a change"),
    ("UPDATE databases SET position = 0", "has a change"),
    ("DELETE FROM zones WHERE name = 'Zone'", "which does not exist"),
    ("DELETE FROM asset_holders", "is retained without a reference"),
    ("UPDATE assets SET kept_until = 1", "is due for removal, but referenced"),
    ("PRAGMA foreign_keys = OFF; DELETE FROM schemas", "refers to a missing row of schemas"),
  ])
  func `inconsistent rows are reported`(_ damage: String, _ expected: String) async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let asset = try await cloud.upload("x")
    try await cloud.modify([.note(.create, "a", [("file", .asset(asset))])])
    #expect(try await cloud.problems().isEmpty)
    try await cloud.storage.close()
    let file = cloud.directory.appending(path: "cloud.sqlite")
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", "-batch", file.path(percentEncoded: false), damage]
    try shell.run()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
    let problems = try await cloud.problems()
    #expect(problems.contains { $0.contains(expected) }, "\(problems)")
  }

  @Test func `missing, truncated and altered assets are reported`() async throws {
    let cloud = try await Cloud()
    for name in ["a", "b", "c", "d"] {
      let asset = try await cloud.upload("bytes of \(name)")
      try await cloud.modify([.note(.create, name, [("file", .asset(asset))])], zone: nil)
    }
    _ = try await cloud.upload("no record's")
    #expect(try await cloud.problems().isEmpty)
    let files = try cloud.assetFiles().map {
      cloud.assetFolder.appending(path: "\($0.prefix(2))/\($0)")
    }.filter { try Data(contentsOf: $0).count == 10 }
    try #require(files.count == 4)
    try FileManager.default.removeItem(at: files[0])
    try Data("cut".utf8).write(to: files[1])
    try Data("other byte".utf8).write(to: files[2])
    let quick = try await cloud.problems(isDeep: false)
    #expect(quick.count == 2, "\(quick)")
    #expect(quick.contains { $0.hasSuffix("is missing") })
    #expect(quick.contains { $0.hasSuffix("has 3 bytes instead of 10") })
    let deep = try await cloud.problems()
    #expect(deep.count == 3, "\(deep)")
    #expect(deep.contains { $0.hasSuffix("has a wrong checksum") })
  }

  @Test func `a file that is not a database is reported and left unchanged`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "cloud.sqlite")
    try Data(repeating: 0x41, count: 10_000).write(to: file)
    #expect(try await SQLiteServerStore.check(file).count == 1)
    #expect(try Data(contentsOf: file) == Data(repeating: 0x41, count: 10_000))
  }

  @Test func `a database of a newer version is not opened`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "cloud.sqlite")
    try await SQLiteServerStore(file).close()
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-batch", file.path(percentEncoded: false),
      "INSERT INTO grdb_migrations VALUES ('of the future')",
    ]
    try shell.run()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
    #expect(throws: StorageError.self) { try SQLiteServerStore(file) }
    await #expect(throws: StorageError.self) { try await SQLiteServerStore.check(file) }
  }
}
