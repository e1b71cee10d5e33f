// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn store`: checks, backups, restores, vacuums and imports of a store's file.
struct StoreTests {
  private struct Report: Decodable {
    struct Table: Decodable {
      let name: String
      let rows: Int
    }

    let sound: Bool
    let format: Int
    let tables: [Table]
    let problems: [String]
    let history_transactions: Int
  }

  private struct Copy: Decodable {
    let file: String
    let database_bytes: Int
    let missing_files: [String]
  }

  private struct Vacuum: Decodable {
    let bytes_before: Int
    let bytes_after: Int
  }

  /// A workspace with two rucks in its store, and the store's path.
  private func stored() async throws -> (Workspace, String) {
    let workspace = try Workspace()
    for (index, file) in [Fixture.activity, .cerknica].enumerated() {
      let result = try await workspace.cairn("ruck", "import", file.path)
      try #require(result.status == 0, "\(index): \(result)")
    }
    return (workspace, workspace.store.path(percentEncoded: false))
  }

  private func rucks(_ workspace: Workspace) async throws -> Int {
    try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self).count
  }

  @Test func `a check reports the tables and the history of a store`() async throws {
    let (workspace, store) = try await stored()
    let result = try await workspace.cairn("store", "check", store)
    #expect(result.status == 0, "\(result)")
    #expect(result.error == "")
    #expect(result.output.contains("RuckingSession"))
    #expect(result.output.hasSuffix("\nsound\n"))
    let json = try await workspace.cairn("store", "check", store, "--json").json(Report.self)
    #expect(json.sound && json.problems == [])
    #expect(json.tables.first { $0.name == "RuckingSession" }?.rows == 2)
    #expect(json.history_transactions > 0)
  }

  @Test func `a restore replaces an existing store only with --replace`() async throws {
    let (workspace, store) = try await stored()
    let backup = try await workspace.cairn("store", "backup", store, "--to", "b.store", "--json")
    #expect(backup.status == 0, "\(backup)")
    let copy = try backup.json(Copy.self)
    #expect(copy.file.hasSuffix("/b.store"))
    #expect(copy.missing_files == [])
    let list = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    _ = try await workspace.cairn("ruck", "delete", try #require(list.first).id, "--yes")
    #expect(try await rucks(workspace) == 1)
    let refused = try await workspace.cairn("store", "restore", store, "--from", "b.store")
    #expect(refused.status == 1)
    #expect(refused.output == "")
    #expect(refused.error.contains("already exists"))
    let restored = try await workspace.cairn(
      "store", "restore", store, "--from", "b.store", "--replace")
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.output.hasPrefix("restored to "))
    #expect(try await rucks(workspace) == 2)
  }

  @Test func `a backup replaces an existing file only with --replace`() async throws {
    let (workspace, store) = try await stored()
    _ = try await workspace.cairn("store", "backup", store, "--to", "b.store")
    let refused = try await workspace.cairn("store", "backup", store, "--to", "b.store")
    #expect(refused.status == 1)
    #expect(refused.error.hasPrefix("cairn: "))
    let replaced = try await workspace.cairn(
      "store", "backup", store, "--to", "b.store", "--replace")
    #expect(replaced.status == 0, "\(replaced)")
    #expect(replaced.output.hasPrefix("backed up to "))
  }

  @Test func `an import makes tables of a store of Apple's framework`() async throws {
    let workspace = try Workspace()
    let source = workspace.url.appending(path: "default.store").path(percentEncoded: false)
    let target = workspace.url.appending(path: "trips.store").path(percentEncoded: false)
    let sql = """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Trip', 0, 2);
      INSERT INTO ZTRIP VALUES (1, 1, 1, 'Alps'), (2, 1, 1, 'Lake');
      """
    #expect(try await workspace.shell("sqlite3 \"$1\" \"$2\"", source, sql).status == 0)
    let result = try await workspace.cairn("store", "import", source, "--to", target)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("imported 2 objects to "))
    #expect(try await workspace.cairn("store", "check", target).status == 0)
    let names = try await workspace.shell("sqlite3 \"$1\" 'SELECT name FROM Trip'", target)
    #expect(names.output == "Alps\nLake\n")
    let again = try await workspace.cairn("store", "import", source, "--to", target)
    #expect(again.status == 1 && again.error.contains("already exists"))
  }

  @Test func `a vacuum reports the reclaimed space`() async throws {
    let (workspace, store) = try await stored()
    let result = try await workspace.cairn("store", "vacuum", store, "--json")
    #expect(result.status == 0, "\(result)")
    let vacuum = try result.json(Vacuum.self)
    #expect(vacuum.bytes_after <= vacuum.bytes_before)
    #expect(try await workspace.cairn("store", "vacuum", store).output.contains(" reclaimed, "))
    #expect(try await rucks(workspace) == 2)
  }

  @Test func `a check of a damaged store exits with status 1 and reports the readable rows`()
    async throws
  {
    let (workspace, store) = try await stored()
    let damage = try await workspace.shell(
      """
      page=$(sqlite3 "$1" "SELECT max(pageno) FROM dbstat WHERE name = 'LocationPoint'")
      sqlite3 "$1" 'PRAGMA wal_checkpoint(TRUNCATE)'
      head -c 4096 /dev/zero | tr '\\0' '\\245' |
        dd of="$1" bs=4096 seek=$((page - 1)) conv=notrunc status=none
      """, store)
    try #require(damage.status == 0, "\(damage)")
    let result = try await workspace.cairn("store", "check", store, "--json")
    #expect(result.status == 1)
    #expect(result.error.contains("is not sound: "))
    let report = try result.json(Report.self)
    #expect(!report.sound)
    #expect(report.problems.contains { $0.contains("rows of LocationPoint can be read") })
    let backup = try await workspace.cairn("store", "backup", store, "--to", "b.store")
    #expect(backup.status == 1)
    #expect(!workspace.url.appending(path: "b.store").isThere)
  }

  @Test(arguments: ["check", "vacuum", "backup", "restore"])
  func `a file that is not a store is rejected`(command: String) async throws {
    let workspace = try Workspace()
    let options = ["backup": ["--to", "b"], "restore": ["--from", "letter.txt"]][command] ?? []
    let path = try workspace.write(String(repeating: "a letter\n", count: 1_000), to: "letter.txt")
    for file in [path, "nowhere.store"] {
      let result = try await workspace.cairn(["store", command, file] + options)
      #expect(result.status == 1, "\(result)")
      #expect(result.output == "")
      #expect(result.error.hasPrefix("cairn: "))
    }
  }
}
