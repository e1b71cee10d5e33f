// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn backup` and `cairn restore`: all data in one file.
struct BackupTests {
  private struct Backup: Decodable {
    struct Store: Decodable {
      let app: String
      let files: Int
      let bytes: Int
    }

    let file: String
    let stores: [Store]
  }

  private struct Restored: Decodable {
    let created: String
    let kept_as: String?
    let damaged_stores_kept_as: [String]
  }

  /// A workspace with two rucks.
  private func stored() async throws -> Workspace {
    let workspace = try Workspace()
    for file in [Fixture.activity, .cerknica] {
      let result = try await workspace.cairn("ruck", "import", file.path)
      try #require(result.status == 0, "\(result)")
    }
    return workspace
  }

  private func list(_ workspace: Workspace) async throws -> String {
    try await workspace.cairn("ruck", "list", "--json").output
  }

  private func deleteOne(_ workspace: Workspace) async throws {
    let rucks = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    let id = try #require(rucks.first).id
    let result = try await workspace.cairn("ruck", "delete", id, "--yes")
    try #require(result.status == 0, "\(result)")
  }

  private func backUp(_ workspace: Workspace, _ arguments: String...) async throws {
    let result = try await workspace.cairn(["backup", "all.tar"] + arguments)
    try #require(result.status == 0, "\(result)")
  }

  /// The name of a ruck's file in an export.
  private func fileName(_ ruck: RuckJSON) -> String {
    "\(ruck.started_at?.prefix(10) ?? "undated")-\(ruck.id).gpx"
  }

  private func hiddenFiles(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.hasSuffix(".partial") }
  }

  // MARK: Backup

  @Test func `a restored backup has the data of the backup, and keeps the replaced data`()
    async throws
  {
    let workspace = try await stored()
    let before = try await list(workspace)
    let result = try await workspace.cairn("backup", "all.tar", "--json")
    #expect(result.status == 0 && result.error == "", "\(result)")
    let backup = try result.json(Backup.self)
    #expect(backup.file.hasSuffix("/all.tar"))
    #expect(backup.stores.map(\.app) == ["ruckmap"] && backup.stores[0].bytes > 0)
    try await deleteOne(workspace)
    let after = try await list(workspace)
    #expect(before != after)
    let restore = try await workspace.cairn("restore", "all.tar", "--json")
    #expect(restore.status == 0 && restore.error == "", "\(restore)")
    #expect(try await list(workspace) == before)
    // The kept data is a backup, too.
    let restored = try restore.json(Restored.self)
    #expect(restored.damaged_stores_kept_as == [])
    let kept = try #require(restored.kept_as)
    let back = try await workspace.cairn("restore", kept)
    #expect(back.status == 0 && back.output.contains("restored ruckmap as of "), "\(back)")
    #expect(try await list(workspace) == after)
    for folder in [workspace.url, workspace.data] {
      #expect(try hiddenFiles(folder).isEmpty)
    }
  }

  @Test func `a backup is a private tar archive without credentials`() async throws {
    let workspace = try await stored()
    try Data("{}".utf8).write(to: workspace.data.appending(path: "cloudkit.json"))
    try await backUp(workspace)
    let tar = try await workspace.shell("tar tf all.tar; stat -c %a all.tar")
    #expect(tar.output == "cairn-backup.json\nruckmap.store\n600\n", "\(tar)")
    let check = try await workspace.shell(
      #"mkdir out; tar xf all.tar -C out; "$cairn" store check out/ruckmap.store"#)
    #expect(check.status == 0 && check.output.hasSuffix("\nsound\n"), "\(check)")
  }

  @Test func `a backup replaces an existing file only with --force`() async throws {
    let workspace = try await stored()
    let file = try workspace.write("mine", to: "all.tar")
    let refused = try await workspace.cairn("backup", "all.tar")
    #expect(refused.status == 1 && refused.output == "", "\(refused)")
    #expect(refused.error.contains("already exists: give another name, or --force"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    try await backUp(workspace, "--force")
    #expect(try await workspace.cairn("restore", "all.tar").status == 0)
    let folder = try await workspace.cairn("backup", "home", "--force")
    #expect(folder.status == 1 && folder.error.contains("is a folder"), "\(folder)")
  }

  @Test func `a folder without data can't be backed up or exported`() async throws {
    let workspace = try Workspace()
    let backup = try await workspace.cairn("backup", "all.tar")
    #expect(backup.status == 1 && backup.error.contains("there is no data in"), "\(backup)")
    #expect(!workspace.url.appending(path: "all.tar").isThere)
    let export = try await workspace.cairn("export", "--all", "out")
    #expect(export.status == 1 && export.error.contains("there is no data in"), "\(export)")
    #expect(!workspace.data.isThere)
  }

  @Test func `a backup to standard output is equal to one in a file`() async throws {
    let workspace = try await stored()
    let before = try await list(workspace)
    let result = try await workspace.shell(#""$cairn" backup - > piped.tar"#)
    #expect(result.status == 0 && result.error == "", "\(result)")
    try await deleteOne(workspace)
    #expect(try await workspace.cairn("restore", "piped.tar").status == 0)
    #expect(try await list(workspace) == before)
    let both = try await workspace.cairn("backup", "-", "--json")
    #expect(both.status == 64 && both.output == "", "\(both)")
  }

  @Test func `a backup during imports has whole rucks only`() async throws {
    let workspace = try await stored()
    let files = try (0..<6).map {
      try workspace.write(Track.gpx(points: 500, number: $0), to: "\($0).gpx")
    }
    let writing = Task { try await workspace.cairn(["ruck", "import"] + files) }
    for number in 0..<3 {
      let result = try await workspace.cairn("backup", "\(number).tar")
      #expect(result.status == 0, "\(result)")
    }
    #expect(try await writing.value.status == 0)
    for number in 0..<3 {
      let restore = try await workspace.cairn("restore", "\(number).tar", "--data", "d\(number)")
      #expect(restore.status == 0, "\(restore)")
      let rucks = try await workspace.cairn("ruck", "list", "--json", "--data", "d\(number)")
        .json([RuckJSON].self)
      #expect(rucks.count >= 2 && rucks.dropLast(2).allSatisfy { $0.points > 0 })
    }
  }

  // MARK: Restore

  @Test func `a damaged backup is refused, and changes nothing`() async throws {
    let workspace = try await stored()
    try await backUp(workspace)
    try await deleteOne(workspace)
    let before = try await list(workspace)
    let size = try Data(contentsOf: workspace.url.appending(path: "all.tar")).count
    let damages = [
      ("printf x | dd of=b.tar bs=1 seek=\(size / 2) conv=notrunc status=none", "checksum"),
      ("truncate -s \(size / 2) b.tar", "ends within"),
      ("truncate -s -512 b.tar", "no end"),
      ("truncate -s 700 b.tar", "list of files"),
      ("truncate -s 0 b.tar", "not a backup"),
      ("echo text > b.tar", "not a backup"),
      ("sed -i 's/ruckmap.store/..\\/kmap.store/' b.tar", "is damaged"),
    ]
    for (script, message) in damages {
      let result = try await workspace.shell(
        "cp all.tar b.tar; \(script); \"$cairn\" restore b.tar || true")
      #expect(result.error.contains(message), "\(script): \(result)")
      #expect(try await list(workspace) == before, "\(script)")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: workspace.data.path(percentEncoded: false))
    #expect(!names.contains { $0.hasPrefix("before-restore") })
    #expect(try await workspace.cairn("restore", "missing.tar").error.contains("No such file"))
  }

  @Test func `a backup of a newer version is refused`() async throws {
    let workspace = try await stored()
    // A manifest of a newer format, padded to the same length.
    try await backUp(workspace)
    let format = try await workspace.shell(
      #"LC_ALL=C sed -i 's/"format" : 1,/"format" : 9,/' all.tar; "$cairn" restore all.tar || true"#
    )
    #expect(format.error.contains("written by a newer version of cairn"), "\(format)")
    // A store of a newer format.
    let store = workspace.store.path(percentEncoded: false)
    let newer = try await workspace.shell(
      #"""
      sqlite3 "$1" 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null
      "$cairn" backup good.tar > /dev/null
      mkdir x; tar xf good.tar -C x
      sqlite3 x/ruckmap.store 'PRAGMA user_version = 99'
      sum=$(sha256sum x/ruckmap.store | cut -d ' ' -f 1)
      sed -i "s/\"sha256\" : \"[0-9a-f]*\"/\"sha256\" : \"$sum\"/" x/cairn-backup.json
      tar --format=ustar -cf new.tar -C x cairn-backup.json ruckmap.store
      "$cairn" restore new.tar || true
      """#, store)
    #expect(newer.error.contains("newer version") && newer.error.contains("changed"), "\(newer)")
  }

  @Test func `a restore is refused while another process has the data open`() async throws {
    let workspace = try await stored()
    try await backUp(workspace)
    try await deleteOne(workspace)
    let before = try await list(workspace)
    let serve = try workspace.startCairn("serve", "--port", "0", "--no-cloud")
    while !serve.outputSoFar.contains("http://") {
      try #require(!serve.hasEnded)
      try await Task.sleep(for: .milliseconds(10))
    }
    let result = try await workspace.cairn("restore", "all.tar")
    #expect(result.status == 1 && result.error.contains("while it is open in"), "\(result)")
    serve.send(SIGTERM)
    _ = try await serve.result()
    #expect(try await list(workspace) == before)
    #expect(try await workspace.cairn("restore", "all.tar").status == 0)
  }

  @Test func `a restore replaces a damaged store, and keeps its file`() async throws {
    let workspace = try await stored()
    let before = try await list(workspace)
    try await backUp(workspace)
    try Data("no database, but 100 bytes at least \(String(repeating: ".", count: 100))".utf8)
      .write(to: workspace.store)
    let result = try await workspace.cairn("restore", "all.tar", "--json")
    #expect(result.status == 0, "\(result)")
    let restored = try result.json(Restored.self)
    #expect(restored.kept_as == nil && restored.damaged_stores_kept_as.count == 1)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: workspace.data.path(percentEncoded: false))
    let copies = names.filter { $0.contains("-damaged") && !$0.hasSuffix("-wal") }
    #expect(copies.count == 1, "\(names)")
    #expect(try await list(workspace) == before)
  }

  // MARK: Export

  @Test func `an export has a GPX file of each ruck, and all rucks and the profile as JSON`()
    async throws
  {
    let workspace = try await stored()
    let result = try await workspace.cairn("export", "--all", "out")
    #expect(result.status == 0 && result.output == "ruckmap: 2 exported\n", "\(result)")
    let folder = workspace.url.appending(path: "out/ruckmap")
    let rucks = try JSONDecoder().decode(
      [RuckJSON].self, from: Data(contentsOf: folder.appending(path: "rucks.json")))
    #expect(
      try await rucks == workspace.cairn("ruck", "list", "--json").json([RuckJSON].self))
    for ruck in rucks {
      let file = folder.appending(path: "\(fileName(ruck))")
      let one = try await workspace.cairn("ruck", "export", ruck.id)
      #expect(try Data(contentsOf: file) == one.outputData)
    }
    let profile = try String(
      contentsOf: folder.appending(path: "profile.json"), encoding: .utf8)
    #expect(try await workspace.cairn("ruck", "profile", "--json").output == profile)
    let refused = try await workspace.cairn("export", "--all", "out")
    #expect(refused.status == 1 && refused.error.contains("is not empty"), "\(refused)")
    let again = try await workspace.cairn("export", "--app", "ruckmap", "out", "--force", "--json")
    #expect(again.status == 0 && again.output.contains("\"exported\" : 2"), "\(again)")
    #expect(try await workspace.cairn("export", "out").status == 64)
    #expect(try await workspace.cairn("export", "--app", "none", "out").status == 64)
  }

  @Test func `the folder of an export restores all objects into an empty store`() async throws {
    let workspace = try await stored()
    let goal = ["--name", "Twenty a week", "--metric", "distance", "--target", "20 km"]
    let gear = ["--name", "Boots", "--type", "boots"]
    for command in [["goal", "add"] + goal, ["gear", "add"] + gear] {
      let added = try await workspace.cairn(["ruck"] + command)
      try #require(added.status == 0, "\(added)")
    }
    #expect(try await workspace.cairn("export", "--all", "out").status == 0)
    let file = workspace.url.appending(path: "out/ruckmap/ruckmap.json")
    let other = try Workspace()
    let source = workspace.url.appending(path: "out").path
    let restored = try await other.cairn("ruck", "import", source)
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.output.contains("goal Twenty a week: imported\n"), "\(restored)")
    #expect(restored.output.contains("gear Boots: imported\n"), "\(restored)")
    #expect(restored.output.contains("\n2 imported, "), "\(restored)")
    #expect(try await list(other) == list(workspace))
    let again = try await other.cairn("ruck", "import", source)
    #expect(again.status == 0 && again.output.contains("goal Twenty a week: already stored\n"))
    let copy = try await other.cairn("ruck", "export", "--all")
    #expect(try copy.outputData == Data(contentsOf: file))
  }

  @Test func `an export reports each ruck that it can't write`() async throws {
    let workspace = try await stored()
    let ruck = try #require(
      try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
    // A folder with the name of a file.
    let blocked = workspace.url.appending(
      path: "out/ruckmap/\(fileName(ruck))/x")
    try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: true)
    let result = try await workspace.cairn("export", "--all", "out", "--force")
    #expect(result.status == 1 && result.output == "ruckmap: 1 exported, 1 failed\n", "\(result)")
    #expect(result.error.contains("ruck \(ruck.id): "), "\(result)")
  }
}
