// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Faults of disks, folders and stores: a reason, status 1, no crash, no lost data.
struct FaultTests {
  /// Checks that `result` is a failure with a reason.
  private func expectFailure(_ result: CommandResult, _ reason: Regex<some Any>) {
    #expect(!result.wasKilled, "\(result)")
    #expect(result.status == 1, "\(result)")
    #expect(result.error.hasPrefix("cairn: "), "\(result)")
    #expect(result.error.contains(reason), "\(result)")
  }

  @Test(arguments: [["list"], ["stats"], ["profile"], ["show", "1"], ["import", "x.gpx"]])
  func `a store that is not an SQLite database is left unchanged`(command: [String]) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(
      at: workspace.data, withIntermediateDirectories: true)
    let content = Data("This is a letter, not a database. It goes on a little.\n".utf8)
    try content.write(to: workspace.store)
    let result = try await workspace.cairn(["ruck"] + command)
    expectFailure(result, /ruckmap\.store.*(?i:not a|no) (SQLite )?database/)
    #expect(try Data(contentsOf: workspace.store) == content)
  }

  @Test func `an import into a damaged store is an error and leaves it unchanged`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.cerknica.path)
    var content = try Data(contentsOf: workspace.store)
    #expect(content.count > 20_000)
    for index in stride(from: 4096, to: content.count, by: 3) { content[index] = 0xA5 }
    try content.write(to: workspace.store)
    let result = try await workspace.cairn("ruck", "import", Fixture.activity.path)
    expectFailure(result, /ruckmap\.store is damaged/)
    #expect(try Data(contentsOf: workspace.store) == content)
  }

  @Test func `the error for a data folder that cannot be created names the folder`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "list", "--data", "/proc/cairn")
    expectFailure(result, /\/proc\/cairn/)
  }

  @Test func `the error for a file in place of the data folder names the file`() async throws {
    let workspace = try Workspace()
    let file = try workspace.write("x", to: "occupied")
    let result = try await workspace.cairn("ruck", "list", "--data", file)
    expectFailure(result, /occupied/)
  }

  @Test func `a read-only data folder is reported, and no data is lost`() async throws {
    let workspace = try Workspace()
    let first = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--json")
    let stored = try first.json(ImportJSON.self).imported
    let result = try await workspace.mountingShell(
      #"""
      mount --bind "$1" "$1"
      mount -o remount,bind,ro "$1"
      exec "$cairn" ruck import "$2" --json
      """#, workspace.data.path(percentEncoded: false), Fixture.cerknica.path)
    expectFailure(result, /ruckmap\.store.*(read-?only|may be read and written)/)
    #expect(try await StoreCheck(workspace: workspace).rucks() == stored)
  }

  @Test func `a full disk is reported, and no data is lost`() async throws {
    let workspace = try Workspace()
    let big = try workspace.write(Track.gpx(points: 40_000, number: 1), to: "big.gpx")
    let copies = workspace.url.appending(path: "copies").path(percentEncoded: false)
    // The disk has two megabytes, and the big track needs more. Afterwards, the store is read on
    // the full disk and, as a copy, elsewhere.
    let result = try await workspace.mountingShell(
      #"""
      mkdir -p "$1" "$4"
      mount -t tmpfs -o size=2m tmpfs "$1"
      "$cairn" ruck import "$2" >"$4/first"
      status=0
      "$cairn" ruck import "$3" >"$4/second" || status=$?
      "$cairn" ruck list --json >"$4/list"
      cp -r "$1" "$4/data"
      exit $status
      """#, workspace.data.path(percentEncoded: false), Fixture.activity.path, big, copies)
    expectFailure(result, /no space left on the disk of .*ruckmap\.store/)
    let list = try Data(contentsOf: URL(filePath: copies).appending(path: "list"))
    let rucks = try JSONDecoder().decode([RuckJSON].self, from: list)
    #expect(rucks.map(\.file) == [Fixture.activity.rawValue])
    let again = try await workspace.cairn("ruck", "import", big, "--data", copies + "/data")
    #expect(again.status == 0, "\(again)")
  }

  @Test func `a locked store is reported`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path)
    // The SQLite shell holds the lock until its input pipe is closed.
    let result = try await workspace.shell(
      #"""
      mkfifo pipe answer
      sqlite3 -batch "$1" <pipe >answer &
      exec 8>pipe 9<answer
      echo "BEGIN IMMEDIATE; SELECT 'locked';" >&8
      read -r line <&9
      test "$line" = locked
      status=0
      "$cairn" ruck import "$2" || status=$?
      exec 8>&-
      wait
      exit $status
      """#, workspace.store.path(percentEncoded: false), Fixture.cerknica.path)
    expectFailure(result, /(?i)lock|busy|another program/)
    let rucks = try await StoreCheck(workspace: workspace).rucks()
    #expect(rucks.map(\.file) == [Fixture.activity.rawValue])
  }
}
