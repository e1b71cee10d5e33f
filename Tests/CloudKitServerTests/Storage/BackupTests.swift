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

/// Backups of a server's data, and the effects of a restore on clients.
@Suite(.serialized) struct BackupTests {
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  private func backUp(
    _ cloud: Cloud, to url: URL, replacing: Bool = false, at date: Date = CallContext.alice.date
  ) async throws -> BackupReport {
    try await cloud.storage.backUp(
      to: url, assets: cloud.assetFolder, replacing: replacing, now: { date })
  }

  private func restore(
    _ url: URL, over cloud: Cloud, replacing: Bool = true, after seconds: Double = 0
  ) async throws
    -> BackupReport
  {
    try await SQLiteServerStore.restore(
      from: url, to: cloud.directory.appending(path: "cloud.sqlite"), assets: cloud.assetFolder,
      replacing: replacing, at: Self.date + seconds)
  }

  private func filled() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let asset = try await cloud.upload("bytes of a file")
    try await cloud.modify([
      .note(.create, "a", [("n", .int64(1)), ("file", .asset(asset))]),
      .note(.create, "b", [("n", .int64(2))]),
    ])
    return cloud
  }

  /// The locations of a backup: a file and a folder.
  private static let places = ["cloud.backup", "backup/"]

  @Test(arguments: places)
  func `a restored backup contains all records and assets`(_ place: String) async throws {
    let cloud = try await filled()
    let target = cloud.directory.appending(path: place)
    let report = try await backUp(cloud, to: target)
    #expect(report.records == 2 && report.assets == 1 && report.bytes == 15)
    #expect(report.missing.isEmpty)
    // Another machine, without data.
    let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "cloud.sqlite")
    let restored = try await SQLiteServerStore.restore(
      from: target, to: file, assets: directory.appending(path: "assets"), replacing: false,
      at: Self.date)
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
    let cloud = try await filled()
    let target = cloud.directory.appending(path: place)
    _ = try await backUp(cloud, to: target)
    await #expect(throws: BackupError.self) { try await backUp(cloud, to: target) }
    let more = try await cloud.upload("more")
    try await cloud.modify([
      .note(.forceReplace, "a", [("n", .int64(5))]),
      .note(.create, "c", [("n", .int64(3)), ("file", .asset(more))]),
    ])
    _ = try await cloud.assets().collect(at: CallContext.alice.later(100_000).date)
    let report = try await backUp(cloud, to: target, replacing: true)
    #expect(report.records == 3 && report.assets == 1 && report.bytes == 4)
    if place.hasSuffix("/") {
      // The folder contains only the files of the latest backup.
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: target.appending(path: "cloud-assets").path(percentEncoded: false))
      #expect(files.count { ($0 as NSString).lastPathComponent.count == 36 } == 1)
    }
    await #expect(throws: BackupError.self) {
      try await restore(target, over: cloud, replacing: false)
    }
    // The database is open.
    await #expect(throws: BackupError.self) { try await restore(target, over: cloud) }
    try await cloud.modify([.note(.create, "d")])
    #expect(try await cloud.lookup(["a", "d"])[1].record != nil)
  }

  @Test func `a damaged backup or another file is not restored`() async throws {
    let cloud = try await filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    for index in 0..<40 {
      try await cloud.modify([
        .note(.create, "x\(index)", [("s", .string(String(repeating: "x", count: 3_000)))])
      ])
    }
    _ = try await backUp(cloud, to: target)
    try await cloud.storage.close()
    let bytes = try Data(contentsOf: target)
    var damaged = bytes
    for index in stride(from: 40_960, to: damaged.count - 4_096, by: 4_096) {
      for offset in 0..<64 { damaged[index + offset] = 0xA5 }
    }
    try damaged.write(to: target)
    await #expect(throws: BackupError.self) { try await restore(target, over: cloud) }
    try Data("no backup at all, but a letter".utf8).write(to: target)
    await #expect(throws: BackupError.self) { try await restore(target, over: cloud) }
    await #expect(throws: BackupError.self) {
      try await restore(cloud.directory.appending(path: "nowhere"), over: cloud)
    }
    let again = try await Cloud(in: cloud.directory)
    #expect(try await again.lookup(["a"])[0].record != nil)
    #expect(try await again.problems().isEmpty)
  }

  @Test
  func `inconsistent rows are copied and reported, unsafe asset names are rejected`() async throws {
    let cloud = try await filled()
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
    #expect(try await backUp(again, to: target).problems.isEmpty == false)
    try await again.storage.close()
    #expect(try await restore(target, over: again).problems.isEmpty == false)
    try change("UPDATE assets SET file = '../../../etc/passwd'")
    again = try await Cloud(in: cloud.directory)
    #expect(try await backUp(again, to: target, replacing: true).missing.count == 1)
    try await again.storage.close()
    await #expect(throws: BackupError.self) { try await restore(target, over: again) }
    withExtendedLifetime(cloud) {}
  }

  @Test func `a restore retains an unreadable database under another name`() async throws {
    let cloud = try await filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    _ = try await backUp(cloud, to: target)
    try await cloud.storage.close()
    let file = cloud.directory.appending(path: "cloud.sqlite")
    let rubbish = Data(repeating: 0x41, count: 20_000)
    try rubbish.write(to: file)
    _ = try await restore(target, over: cloud)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: cloud.directory.path(percentEncoded: false))
    let kept = try #require(names.first { $0.wholeMatch(of: /cloud\.sqlite\.damaged-\d+/) != nil })
    #expect(try Data(contentsOf: cloud.directory.appending(path: kept)) == rubbish)
    #expect(try await Cloud(in: cloud.directory).lookup(["a"])[0].record != nil)
  }

  @Test func `a missing asset is reported, and the rest is backed up`() async throws {
    let cloud = try await filled()
    let name = try #require(try cloud.assetFiles().first)
    try FileManager.default.removeItem(
      at: cloud.assetFolder.appending(path: "\(name.prefix(2))/\(name)"))
    #expect(try await cloud.problems(isDeep: false).count == 1)
    let target = cloud.directory.appending(path: "cloud.backup")
    let report = try await backUp(cloud, to: target)
    #expect(report.missing == [name] && report.records == 2)
  }

  // MARK: Clients

  /// Without a restore, a tag that the server never issued is an ordinary conflict.
  @Test func `an unknown change tag is an ordinary conflict`() async throws {
    let cloud = try await filled()
    for tag in ["zzzzzz", "0", "no tag"] {
      let update = RecordOperation(
        .update,
        Record(
          recordName: "a", recordType: "Note", recordChangeTag: tag,
          fields: try RecordFields([(name: "n", field: Field(.int64(11)))])))
      let answer = try #require(try await cloud.modify([update], atomic: false)[0].failure)
      #expect(answer.failure.code == .conflict && !answer.failure.isTagOfOtherHistory)
    }
  }

  /// After a restore every device fetches from the start and saves the records that the server
  /// lacks.
  @Test
  func `after a restore, earlier tokens and change tags are rejected and no data is lost`()
    async throws
  {
    let cloud = try await filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    let old = try #require(try await cloud.pull().changes?.syncToken)
    let oldDatabase = try await cloud.databaseToken()
    _ = try await backUp(cloud, to: target)
    // Changes that the restore loses: a new record, a changed one, a deletion, a zone.
    let saved = try await cloud.modify([
      .note(.create, "c", [("n", .int64(3))]), .note(.forceReplace, "a", [("n", .int64(10))]),
      .note(.forceDelete, "b"),
    ])
    let lostTag = try #require(saved[1].record?.recordChangeTag)
    try await cloud.makeZone("Later")
    let inLater = try await cloud.modify([.note(.create, "z")], zone: "Later")
    let new = try #require(try await cloud.pull().changes?.syncToken)
    let newDatabase = try await cloud.databaseToken()
    let later = try #require(try await cloud.pull(zone: "Later").changes?.syncToken)
    try await cloud.storage.close()
    _ = try await restore(target, over: cloud)

    var server = try await Cloud(in: cloud.directory)
    // A client that fetched only up to the backup may have saved later changes.
    #expect(try await server.pull(since: old).failure?.isServerRestored == true)
    #expect(await refusal { try await server.databaseChanges(since: oldDatabase) } == .badRequest)
    for round in 0..<2 {
      let refused = try await server.pull(since: new).failure
      #expect(refused?.code == .badRequest)
      #expect(refused?.reason.hasPrefix("sync token expired: a backup was restored") == true)
      #expect(await refusal { try await server.databaseChanges(since: newDatabase) } == .badRequest)
      // Further changes do not make the token valid again, nor does a zone of the same name.
      try await server.modify((0..<20).map { try .note(.create, "m\(round)-\($0)") })
      try await server.makeZone("Later")
      #expect(try await server.pull(since: later, zone: "Later").failure?.code == .badRequest)
    }
    // A tag of the lost history matches no record on the server.
    let update = RecordOperation(
      .update,
      Record(
        recordName: "a", recordType: "Note", recordChangeTag: lostTag,
        fields: try RecordFields([(name: "n", field: Field(.int64(11)))])))
    #expect(
      await refusal { try await server.modify([update]) } == .atomicError)
    let single = try #require(try await server.modify([update], atomic: false)[0].failure)
    #expect(single.failure.code == .conflict && single.failure.isTagOfOtherHistory)
    // Nor does a tag of a former zone of the same name.
    try await server.modify([.note(.create, "z")], zone: "Later")
    let deletion = RecordOperation(
      .delete, Record(recordName: "z", recordChangeTag: inLater[0].record?.recordChangeTag))
    let kept = try await server.modify([deletion], zone: "Later", atomic: false)
    #expect(kept[0].failure?.failure.isTagOfOtherHistory == true)
    // The device fetches from the start and saves its records that are missing there.
    let all = try #require(try await server.pull().changes)
    let names = Set(all.records.compactMap(\.name))
    #expect(names.isSuperset(of: ["a", "b"]) && !names.contains("c"))
    #expect(try await server.modify([.note(.create, "c", [("n", .int64(3))])])[0].code == nil)
    #expect(try await server.pull(since: all.syncToken).changes?.records.map(\.name) == ["c"])
    #expect(try await server.problems().isEmpty)

    // After the same backup is restored again, over a deleted database, no earlier token is valid.
    let second = try #require(try await server.pull().changes?.syncToken)
    try await server.storage.close()
    try FileManager.default.removeItem(at: cloud.directory.appending(path: "cloud.sqlite"))
    _ = try await restore(target, over: server, after: 1)
    server = try await Cloud(in: cloud.directory)
    #expect(try await server.pull(since: second).failure?.code == .badRequest)
    #expect(try await server.pull(since: new).failure?.code == .badRequest)
    #expect(try await server.pull(since: old).failure?.code == .badRequest)
    try await server.modify((0..<50).map { try .note(.create, "m\($0)") })
    #expect(try await server.pull(since: second).failure?.code == .badRequest)
  }

  @Test func `a restore also expires tokens of users without data in the backup`() async throws {
    let cloud = try await filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    let empty = try await cloud.databaseChanges(by: .bob).syncToken
    _ = try await backUp(cloud, to: target)
    try await cloud.makeZone("Zone", .bob)
    let known = try await cloud.databaseChanges(by: .bob).syncToken
    try await cloud.storage.close()
    _ = try await restore(target, over: cloud)

    let server = try await Cloud(in: cloud.directory)
    let new = try await server.databaseChanges(by: .bob).syncToken
    for hasZone in [false, true] {
      if hasZone { try await server.makeZone("Zone", .bob) }
      for token in [empty, known] {
        #expect(
          await refusal { try await server.databaseChanges(since: token, by: .bob) }
            == .badRequest)
      }
      // A token issued after the restore is valid.
      let changes = try await server.databaseChanges(since: new, by: .bob)
      #expect(changes.zones.count == (hasZone ? 1 : 0))
    }
  }

  /// The records of a backup have sequence numbers from before the restore.
  @Test(arguments: [false, true])
  func `restored records and zones are fetched page by page`(_ isReverse: Bool) async throws {
    let cloud = try await filled()
    for number in 0..<8 {
      try await cloud.modify((0..<10).map { try .note(.create, "n\(number)-\($0)") })
      try await cloud.makeZone("Zone \(number)")
    }
    let target = cloud.directory.appending(path: "cloud.backup")
    _ = try await backUp(cloud, to: target)
    let token = try #require(try await cloud.pull(.init(resultsLimit: 7)).changes?.syncToken)
    try await cloud.storage.close()
    _ = try await restore(target, over: cloud)
    let server = try await Cloud(in: cloud.directory)
    // An earlier token is invalid, also in the middle of a fetch.
    #expect(try await server.pull(since: token).failure?.isServerRestored == true)

    var names: Set<String> = []
    var page = try #require(
      try await server.pull(.init(resultsLimit: 7, reverse: isReverse)).changes)
    var pages = 1
    while page.moreComing, pages < 20 {
      names.formUnion(page.records.compactMap(\.name))
      page = try #require(
        try await server.pull(
          .init(resultsLimit: 7, reverse: isReverse), since: page.syncToken
        ).changes)
      pages += 1
    }
    names.formUnion(page.records.compactMap(\.name))
    #expect(names.count == 82 && pages == 12)

    var zones: [ZoneResult] = []
    var list = try await server.databaseChanges(limit: 3)
    while list.moreComing, zones.count < 20 {
      zones += list.zones
      list = try await server.databaseChanges(since: list.syncToken, limit: 3)
    }
    zones += list.zones
    #expect(zones.count == 9)
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
      let report = try await backUp(
        cloud, to: target, replacing: true, at: CallContext.alice.later(100_000).date)
      #expect(report.missing.isEmpty)
      let directory = cloud.directory.appending(path: "restored-\(round)")
      _ = try await SQLiteServerStore.restore(
        from: target, to: directory.appending(path: "cloud.sqlite"),
        assets: directory.appending(path: "assets"), replacing: false, at: Self.date)
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
    let cloud = try await filled()
    let backup = cloud.directory.appending(path: "backup/")
    for index in 0..<30 {
      try await cloud.modify([
        .note(.create, "x\(index)", [("s", .string(String(repeating: "x", count: 2_000)))])
      ])
    }
    _ = try await backUp(cloud, to: backup)
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
