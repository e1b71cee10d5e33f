// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Standard output and standard error, and failures to write to them.
struct OutputTests {
  @Test func `a closed pipe on standard output is not an error`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try await workspace.cairn(
      ["ruck", "list", "--json"], output: pipe.fileHandleForWriting)
    #expect(result.status == 0, "\(result)")
    #expect(!result.wasKilled)
    #expect(result.error == "")
  }

  @Test func `a closed pipe does not hide a failed import`() async throws {
    let workspace = try Workspace()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try await workspace.cairn(
      ["ruck", "import", Fixture.noPoints.path, "--json"], output: pipe.fileHandleForWriting)
    #expect(result.status == 1, "\(result)")
    #expect(!result.wasKilled)
  }

  @Test func `a full disk behind standard output is an error`() async throws {
    let workspace = try Workspace()
    let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    let result = try await workspace.cairn(["ruck", "list", "--json"], output: full)
    #expect(result.status == 1)
    #expect(
      result.error == "cairn: can't write to standard output: No space left on device\n")
  }

  @Test func `an infinite value is printed as null, and all other values are printed`() async throws
  {
    let workspace = try Workspace()
    let imported = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--json")
    let id = try #require(try imported.json(ImportJSON.self).imported.first).id
    // Another program may have written the distance, in miles.
    let change = try await workspace.shell(
      #"sqlite3 "$1" 'UPDATE RuckingSession SET distance = 1e308'"#,
      workspace.store.path(percentEncoded: false))
    try #require(change.status == 0, "\(change)")
    for (command, key) in [
      (["list"], "distance_m"), (["show", id], "distance_m"), (["stats"], "distance_m"),
    ] {
      let json = try await workspace.cairn(["ruck"] + command + ["--json"])
      #expect(json.status == 0 && json.error == "", "\(json)")
      #expect(json.output.contains("\"\(key)\" : null"), "\(json)")
      let text = try await workspace.cairn(["ruck"] + command)
      #expect(text.status == 0 && text.output.contains("--"), "\(text)")
    }
  }

  @Test(arguments: [("", true), ("NO_COLOR=1 ", false), ("TERM=dumb ", false)])
  func `colours are used only on terminals, unless disabled`(
    setting: String, hasColors: Bool
  ) async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path)
    let plain = try await workspace.cairn("ruck", "list")
    #expect(!plain.output.contains("\u{1B}"))
    let terminal = try await workspace.shell(
      #"script -qec "$1$cairn ruck list" /dev/null </dev/null"#, setting)
    #expect(terminal.output.contains("STARTED"))
    #expect(terminal.output.contains("\u{1B}[2m") == hasColors)
  }

  @Test func `progress is printed only on terminals`() async throws {
    let workspace = try Workspace()
    let plain = try await workspace.cairn("ruck", "import", Fixture.cerknica.path)
    #expect(!plain.error.contains("[1/1]"))
    let terminal = try await workspace.shell(
      #"script -qec "$cairn ruck import $1" /dev/null </dev/null"#, Fixture.activity.path)
    #expect(terminal.output.contains("[1/1] \(Fixture.activity.rawValue)"))
  }
}
