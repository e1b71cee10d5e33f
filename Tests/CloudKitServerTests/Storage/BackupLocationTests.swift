// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitServer
import CloudKitWire
import Foundation
import GRDB
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Allowed locations of backups, and the permissions of their files.
@Suite(.serialized) struct BackupLocationTests {
  private func filled() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let asset = try await cloud.upload("bytes of a file")
    try await cloud.modify([.note(.create, "a", [("file", .asset(asset))])])
    return cloud
  }

  private func backUp(_ cloud: Cloud, to url: URL) async throws -> BackupReport {
    try await cloud.storage.backUp(
      to: url, assets: cloud.assetFolder, replacing: true, now: { CallContext.alice.date })
  }

  private func permissions(_ url: URL) throws -> Int? {
    let path = url.path(percentEncoded: false)
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [
    "", "cloud.sqlite", "cloud.sqlite-wal", "cloud.sqlite-shm", "assets/", "assets/cloud.backup",
    "assets/new/", "link/", "link/cloud.sqlite", "link/assets/x", "hard", "backup/", "other/",
    "sub/../",
  ])
  func `a backup to a location with server data is rejected`(_ target: String) async throws {
    let cloud = try await filled()
    let manager = FileManager.default
    let directory = cloud.directory
    try manager.createSymbolicLink(
      at: directory.appending(path: "link"), withDestinationURL: directory)
    try manager.linkItem(
      at: directory.appending(path: "cloud.sqlite"), to: directory.appending(path: "hard"))
    // A backup folder whose assets are a link to the server's assets.
    try manager.createDirectory(
      at: directory.appending(path: "backup"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      at: directory.appending(path: "backup/cloud-assets"), withDestinationURL: cloud.assetFolder)
    try manager.createDirectory(
      at: directory.appending(path: "sub"), withIntermediateDirectories: true)
    let other = try await Cloud(in: directory.appending(path: "other"))
    try await other.makeZone()
    let url = URL(
      fileURLWithPath: directory.path(percentEncoded: false) + "/" + target,
      isDirectory: target.isEmpty || target.hasSuffix("/"))
    await #expect {
      try await backUp(cloud, to: url)
    } throws: { error in
      if case .isServerData = error as? BackupError { true } else { false }
    }
    try await cloud.modify([.note(.create, "b")])
    try await cloud.storage.close()
    let again = try await Cloud(in: directory)
    #expect(try await again.lookup(["a", "b"]).allSatisfy { $0.record != nil })
    #expect(try await again.download("a") == "bytes of a file")
    #expect(try await again.problems().isEmpty)
    try await other.makeZone("Another")
    #expect(try await other.problems().isEmpty)
  }

  @Test(arguments: ["letter", "empty", "foreign", "daily/cloud.sqlite", "folder/", "single/"])
  func `a file that is not a backup is not replaced`(_ target: String) async throws {
    let cloud = try await filled()
    let url = { cloud.directory.appending(path: $0 as String) }
    try Data("my thesis".utf8).write(to: url("letter"))
    try Data().write(to: url("empty"))
    for (file, table) in [("foreign", "notes"), ("folder/cloud.sqlite", "grdb_migrations")] {
      try FileManager.default.createDirectory(
        at: url(file).deletingLastPathComponent(), withIntermediateDirectories: true)
      let database = try DatabaseQueue(path: url(file).path(percentEncoded: false))
      try await database.write { try $0.execute(sql: "CREATE TABLE \(table) (identifier TEXT)") }
      try database.close()
    }
    // Backups of the other kind.
    _ = try await backUp(cloud, to: url("daily/"))
    try FileManager.default.createDirectory(
      at: url("single"), withIntermediateDirectories: true)
    _ = try await backUp(cloud, to: url("single/cloud.sqlite"))
    let place = target.hasSuffix("/") ? url(target).appending(path: "cloud.sqlite") : url(target)
    let before = try Data(contentsOf: place)
    await #expect(throws: BackupError.notReplaced(place.path(percentEncoded: false))) {
      try await backUp(cloud, to: url(target))
    }
    #expect(try Data(contentsOf: place) == before)
  }

  @Test func `a backup retains other files in its asset folder`() async throws {
    let cloud = try await filled()
    let folder = cloud.directory.appending(path: "daily/", directoryHint: .isDirectory)
    let other = folder.appending(path: "cloud-assets/my/thesis.txt")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("text".utf8).write(to: other)
    for _ in 0..<2 { _ = try await backUp(cloud, to: folder) }
    #expect(try Data(contentsOf: other) == Data("text".utf8))
  }

  @Test func `a damaged asset in a backup is copied again`() async throws {
    let cloud = try await filled()
    let folder = cloud.directory.appending(path: "daily/", directoryHint: .isDirectory)
    _ = try await backUp(cloud, to: folder)
    let name = try #require(try cloud.assetFiles().first)
    let copy = folder.appending(path: "cloud-assets/\(name.prefix(2))/\(name)")
    #expect(try Data(contentsOf: copy) == Data("bytes of a file".utf8))
    try Data("BYTES of a file".utf8).write(to: copy)
    let report = try await backUp(cloud, to: folder)
    #expect(report.assets == 1 && report.missing.isEmpty)
    #expect(try Data(contentsOf: copy) == Data("bytes of a file".utf8))
  }

  @Test(arguments: ["cloud.backup", "daily/"])
  func `only one backup at a time writes to a location`(_ target: String) async throws {
    let cloud = try await filled()
    let url = cloud.directory.appending(path: target)
    _ = try await backUp(cloud, to: url)
    let file = target.hasSuffix("/") ? url.appending(path: "cloud.sqlite") : url
    let lock = file.appendingPathExtension("partial").appendingPathExtension("lock")
    // Left by a process that was killed.
    try Data().write(to: lock)
    _ = try await backUp(cloud, to: url)
    #expect(!FileManager.default.fileExists(atPath: lock.path(percentEncoded: false)))
    let held = open(lock.path(percentEncoded: false), O_RDWR | O_CREAT, 0o600)
    defer { close(held) }
    try #require(flock(held, LOCK_EX) == 0)
    await #expect {
      try await backUp(cloud, to: url)
    } throws: { error in
      if case .inProgress = error as? BackupError { true } else { false }
    }
    flock(held, LOCK_UN)
    _ = try await backUp(cloud, to: url)
  }

  @Test func `the database of a backup folder is not restored alone`() async throws {
    let cloud = try await filled()
    let folder = cloud.directory.appending(path: "daily/", directoryHint: .isDirectory)
    _ = try await backUp(cloud, to: folder)
    let file = folder.appending(path: "cloud.sqlite")
    let target = cloud.directory.appending(path: "new", directoryHint: .isDirectory)
    await #expect(throws: BackupError.partOfBackup(file.path(percentEncoded: false))) {
      try await SQLiteServerStore.restore(
        from: file, to: target.appending(path: "cloud.sqlite"),
        assets: target.appending(path: "assets"), replacing: false, at: CallContext.alice.date)
    }
    #expect(
      !FileManager.default.fileExists(
        atPath: target.appending(path: "cloud.sqlite").path(percentEncoded: false)))
  }

  @Test func `a database is not restored onto itself`() async throws {
    let cloud = try await filled()
    try await cloud.storage.close()
    for source in [cloud.directory, cloud.directory.appending(path: "cloud.sqlite")] {
      await #expect {
        try await SQLiteServerStore.restore(
          from: source, to: cloud.directory.appending(path: "cloud.sqlite"),
          assets: cloud.assetFolder, replacing: true, at: CallContext.alice.date)
      } throws: { error in
        if case .isServerData = error as? BackupError { true } else { false }
      }
    }
    #expect(try await Cloud(in: cloud.directory).lookup(["a"])[0].record != nil)
  }

  @Test func `messages contain the whole path with control characters escaped`() {
    let path = "/a/" + String(repeating: "long/", count: 30) + "\u{202E}e\n\"é"
    let text = BackupError.inUse(path).errorDescription ?? ""
    #expect(text.contains(String(repeating: "long/", count: 30) + #"\u{202e}e\u{a}\"é"#))
  }

  @Test func `a missing file of an unreferenced asset is not reported`() async throws {
    let cloud = try await filled()
    let held = Set(try cloud.assetFiles())
    _ = try await cloud.upload("never taken")
    let name = try #require(try cloud.assetFiles().first { !held.contains($0) })
    try FileManager.default.removeItem(
      at: cloud.assetFolder.appending(path: "\(name.prefix(2))/\(name)"))
    #expect(try await cloud.problems().isEmpty)
    for place in ["cloud.backup", "backup/"] {
      let target = cloud.directory.appending(path: place)
      let report = try await backUp(cloud, to: target)
      #expect(report.missing.isEmpty && report.assets == 1)
      let directory = cloud.directory.appending(path: "restored-\(place)")
      let restored = try await SQLiteServerStore.restore(
        from: target, to: directory.appending(path: "cloud.sqlite"),
        assets: directory.appending(path: "assets"), replacing: false, at: CallContext.alice.date)
      #expect(restored.missing.isEmpty && restored.assets == 1)
    }
  }

  @Test func `data, assets and backups are readable by their owner only`() async throws {
    let cloud = try await filled()
    let backup = cloud.directory.appending(path: "backups/daily", directoryHint: .isDirectory)
    _ = try await backUp(cloud, to: backup)
    for folder in [cloud.directory, backup.deletingLastPathComponent(), backup] {
      #expect(try permissions(folder) == 0o700, "\(folder)")
    }
    var files = 0
    for folder in [cloud.assetFolder, backup.appending(path: "cloud-assets")] {
      #expect(try permissions(folder) == 0o700)
      let path = folder.path(percentEncoded: false)
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        let url = folder.appending(path: name)
        let isFile = url.lastPathComponent.count == 36
        if isFile { files += 1 }
        #expect(try permissions(url) == (isFile ? 0o600 : 0o700), "\(name)")
      }
    }
    #expect(files == 2)
    // A folder created by an earlier version becomes private when the server starts.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: cloud.assetFolder.path(percentEncoded: false))
    _ = try cloud.assets()
    #expect(try permissions(cloud.assetFolder) == 0o700)
  }

  @Test func `a failed backup reports its cause`() async throws {
    try #require(faulty_vfs_install() == 0)
    let cloud = try await filled()
    let file = cloud.directory.appending(path: "letter")
    try Data("text".utf8).write(to: file)
    func reason(_ url: URL) async -> String? {
      do {
        _ = try await backUp(cloud, to: url)
        return nil
      } catch {
        return (error as? any LocalizedError)?.errorDescription
      }
    }
    let below = file.appending(path: "backup", directoryHint: .isDirectory)
    let refused = await reason(below)
    #expect(refused?.hasSuffix("can't be used: Not a directory") == true, "\(refused ?? "")")
    let full = cloud.directory.appending(path: "full/", directoryHint: .isDirectory)
    let prefix = full.path(percentEncoded: false)
    try #require(faulty_vfs_arm(prefix, FAULTY_DISK_FULL, 1) != 0)
    let noRoom = await reason(full)
    #expect(faulty_vfs_disarm(prefix) > 0)
    #expect(noRoom?.contains("the disk is full") == true, "\(noRoom ?? "")")
    #expect(await reason(full) == nil)
  }
}
