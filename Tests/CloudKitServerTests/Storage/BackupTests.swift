// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitServer
import CloudKitWire
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Backups of a server's data.
@Suite(.serialized) struct BackupTests {
  /// The locations of a backup: a file and a folder.
  private static let places = ["cloud.backup", "backup/"]

  @Test(arguments: places)
  func `a restored backup contains all records and assets`(_ place: String) async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: place)
    let report = try await cloud.backUp(to: target)
    #expect(report.records == 2 && report.assets == 1 && report.bytes == 15)
    #expect(report.missing.isEmpty)
    // Another machine, without data.
    let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "cloud.sqlite")
    let restored = try await SQLiteServerStore.restore(
      from: target, to: file, assets: directory.appending(path: "assets"), replacing: false,
      at: Cloud.backupDate)
    #expect(restored.records == 2 && restored.assets == 1 && restored.missing.isEmpty)
    let other = try await Cloud(in: directory)
    #expect(
      try await other.lookup(["a", "b"]).map { try $0.value("n") } == [.int64(1), .int64(2)])
    #expect(try await other.download("a") == "bytes of a file")
    #expect(try await other.problems().isEmpty)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: file.path(percentEncoded: false))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: places)
  func `an existing backup or database is replaced only on request`(_ place: String) async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: place)
    _ = try await cloud.backUp(to: target)
    await #expect(throws: BackupError.self) { try await cloud.backUp(to: target) }
    let more = try await cloud.upload("more")
    try await cloud.modify([
      .note(.forceReplace, "a", [("n", .int64(5))]),
      .note(.create, "c", [("n", .int64(3)), ("file", .asset(more))]),
    ])
    _ = try await cloud.assets().collect(at: CallContext.alice.later(100_000).date)
    let report = try await cloud.backUp(to: target, replacing: true)
    #expect(report.records == 3 && report.assets == 1 && report.bytes == 4)
    if place.hasSuffix("/") {
      // The folder contains only the files of the latest backup.
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: target.appending(path: "cloud-assets").path(percentEncoded: false))
      #expect(files.count { ($0 as NSString).lastPathComponent.count == 36 } == 1)
    }
    await #expect(throws: BackupError.self) {
      try await cloud.restore(target, replacing: false)
    }
    // The database is open.
    await #expect(throws: BackupError.self) { try await cloud.restore(target) }
    try await cloud.modify([.note(.create, "d")])
    #expect(try await cloud.lookup(["a", "d"])[1].record != nil)
  }

  @Test func `a damaged backup or another file is not restored`() async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    for index in 0..<40 {
      try await cloud.modify([
        .note(.create, "x\(index)", [("s", .string(String(repeating: "x", count: 3_000)))])
      ])
    }
    _ = try await cloud.backUp(to: target)
    try await cloud.storage.close()
    let bytes = try Data(contentsOf: target)
    var damaged = bytes
    for index in stride(from: 40_960, to: damaged.count - 4_096, by: 4_096) {
      for offset in 0..<64 { damaged[index + offset] = 0xA5 }
    }
    try damaged.write(to: target)
    await #expect(throws: BackupError.self) { try await cloud.restore(target) }
    try Data("no backup at all, but a letter".utf8).write(to: target)
    await #expect(throws: BackupError.self) { try await cloud.restore(target) }
    await #expect(throws: BackupError.self) {
      try await cloud.restore(cloud.directory.appending(path: "nowhere"))
    }
    let again = try await Cloud(in: cloud.directory)
    #expect(try await again.lookup(["a"])[0].record != nil)
    #expect(try await again.problems().isEmpty)
  }

  @Test
  func `inconsistent rows are copied and reported, unsafe asset names are rejected`() async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    try await cloud.storage.close()
    let file = cloud.directory.appending(path: "cloud.sqlite")
    func change(_ sql: String) throws {
      let shell = Process()
      shell.executableURL = URL(filePath: "/usr/bin/env")
      shell.arguments = ["sqlite3", "-batch", file.path(percentEncoded: false), sql]
      try shell.run()
      shell.waitUntilExit()
      try #require(shell.terminationStatus == 0)
    }
    try change("UPDATE zones SET record_bytes = 1")
    var again = try await Cloud(in: cloud.directory)
    #expect(try await again.backUp(to: target).problems.isEmpty == false)
    try await again.storage.close()
    #expect(try await again.restore(target).problems.isEmpty == false)
    try change("UPDATE assets SET file = '../../../etc/passwd'")
    again = try await Cloud(in: cloud.directory)
    #expect(try await again.backUp(to: target, replacing: true).missing.count == 1)
    try await again.storage.close()
    await #expect(throws: BackupError.self) { try await again.restore(target) }
    withExtendedLifetime(cloud) {}
  }

  @Test func `a restore retains an unreadable database under another name`() async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    _ = try await cloud.backUp(to: target)
    try await cloud.storage.close()
    let file = cloud.directory.appending(path: "cloud.sqlite")
    let rubbish = Data(repeating: 0x41, count: 20_000)
    try rubbish.write(to: file)
    _ = try await cloud.restore(target)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: cloud.directory.path(percentEncoded: false))
    let kept = try #require(names.first { $0.wholeMatch(of: /cloud\.sqlite\.damaged-\d+/) != nil })
    #expect(try Data(contentsOf: cloud.directory.appending(path: kept)) == rubbish)
    #expect(try await Cloud(in: cloud.directory).lookup(["a"])[0].record != nil)
  }

  @Test func `a missing asset is reported, and the rest is backed up`() async throws {
    let cloud = try await Cloud.filled()
    let name = try #require(try cloud.assetFiles().first)
    try FileManager.default.removeItem(
      at: cloud.assetFolder.appending(path: "\(name.prefix(2))/\(name)"))
    #expect(try await cloud.problems(isDeep: false).count == 1)
    let target = cloud.directory.appending(path: "cloud.backup")
    let report = try await cloud.backUp(to: target)
    #expect(report.missing == [name] && report.records == 2)
  }

  // MARK: Concurrent writes and kills

  @Test func `a backup is consistent during concurrent writes`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    // Each batch moves an amount from one record to the other: the sum is constant.
    try await cloud.modify([
      .note(.create, "x", [("n", .int64(0))]), .note(.create, "y", [("n", .int64(0))]),
    ])
    let writing = Task {
      var count: Int64 = 0
      while !Task.isCancelled {
        count += 1
        try await cloud.modify([
          .note(.forceReplace, "x", [("n", .int64(count))]),
          .note(.forceReplace, "y", [("n", .int64(-count))]),
        ])
        if count % 8 == 0 {
          let asset = try await cloud.upload("asset \(count)")
          try await cloud.modify([.note(.forceReplace, "z", [("file", .asset(asset))])])
          _ = try await cloud.assets().collect(at: CallContext.alice.later(100_000).date)
        }
      }
    }
    for round in 0..<6 {
      let place = Self.places[round % 2]
      let target = cloud.directory.appending(path: place)
      let report = try await cloud.backUp(
        to: target, replacing: true, at: CallContext.alice.later(100_000).date)
      #expect(report.missing.isEmpty)
      let directory = cloud.directory.appending(path: "restored-\(round)")
      _ = try await SQLiteServerStore.restore(
        from: target, to: directory.appending(path: "cloud.sqlite"),
        assets: directory.appending(path: "assets"), replacing: false, at: Cloud.backupDate)
      let copy = try await Cloud(in: directory)
      let values = try await copy.lookup(["x", "y"]).map { try $0.value("n") }
      guard case .int64(let x) = values[0], case .int64(let y) = values[1] else {
        Issue.record("round \(round): \(values)")
        continue
      }
      #expect(x + y == 0, "round \(round)")
      #expect(try await copy.problems().isEmpty)
    }
    writing.cancel()
    _ = try? await writing.value
  }

  /// Kills a restore at a given disk operation: the old data or the backup is in effect, never
  /// parts of both.
  @Test(arguments: [1, 3, 8, 15, 30, 60, 100])
  func `a killed restore leaves the old data or the backup`(_ operation: Int) async throws {
    let cloud = try await Cloud.filled()
    let backup = cloud.directory.appending(path: "backup/")
    for index in 0..<30 {
      try await cloud.modify([
        .note(.create, "x\(index)", [("s", .string(String(repeating: "x", count: 2_000)))])
      ])
    }
    _ = try await cloud.backUp(to: backup)
    try await cloud.modify((0..<30).map { try .note(.forceReplace, "x\($0)", [("n", .int64(1))]) })
    try await cloud.storage.close()
    let directory = cloud.directory
    await #expect(processExitsWith: .failure) {
      [directory = directory as URL, operation = operation as Int] in
      try #require(faulty_vfs_install() == 0)
      let file = directory.appending(path: "cloud.sqlite")
      _ = faulty_vfs_arm(file.path(percentEncoded: false), FAULTY_KILL, operation)
      _ = try await SQLiteServerStore.restore(
        from: directory.appending(path: "backup/"), to: file,
        assets: directory.appending(path: "assets"), replacing: true,
        at: Date(timeIntervalSince1970: 1_800_000_000))
      // The restore finished before the given operation.
      exit(3)
    }
    let after = try await Cloud(in: directory)
    let values = try await after.lookup((0..<30).map { "x\($0)" }).map { try $0.value("n") != nil }
    #expect(Set(values).count == 1, "operation \(operation)")
    #expect(try await after.download("a") == "bytes of a file")
    #expect(try await after.problems().isEmpty)
    withExtendedLifetime(cloud) {}
  }
}
