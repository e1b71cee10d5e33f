// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Kills of `cairn restore` while it replaces the stores of two apps.
@Suite(.serialized) struct RestoreKillTests {
  /// The data of both apps, as the command lists it.
  private struct Listing: Equatable {
    var log: String
    var rucks: String
  }

  /// A folder whose data was changed after the backup `old.tar`, and is in the backup `new.tar`.
  private struct Prepared {
    let workspace: Workspace
    let old: Listing
    let new: Listing
  }

  private static let completed = "cairn: completed a restore that was interrupted\n"

  private func list(_ workspace: Workspace) async throws -> Listing {
    Listing(
      log: try await done(workspace, "log", "list", "--json").output,
      rucks: try await done(workspace, "ruck", "list", "--json").output)
  }

  @discardableResult
  private func done(_ workspace: Workspace, _ arguments: String...) async throws -> CommandResult {
    let result = try await workspace.cairn(arguments)
    try #require(result.status == 0, "\(arguments): \(result)")
    return result
  }

  private func prepare() async throws -> Prepared {
    let workspace = try Workspace(command: Workspace.built("cairn-two-apps"))
    func add(_ number: Int) async throws {
      let log = try workspace.write("2026-11-2\(number)T08:00:00Z Entry \(number)\n", to: "log.txt")
      try await done(workspace, "log", "import", log)
      let files = try (0..<4).map { part in
        let gpx = Track.gpx(points: 1500, number: number * 4 + part)
        return try workspace.write(gpx, to: "\(part).gpx")
      }
      let rucks = try await workspace.cairn(["ruck", "import"] + files)
      try #require(rucks.status == 0, "\(rucks)")
    }
    try await add(0)
    let old = try await list(workspace)
    try await done(workspace, "backup", "old.tar")
    try await add(1)
    let new = try await list(workspace)
    try await done(workspace, "backup", "new.tar")
    return Prepared(workspace: workspace, old: old, new: new)
  }

  private func stage(_ workspace: Workspace) -> URL {
    workspace.data.appending(path: ".restore.partial")
  }

  /// Restores `old.tar` and kills the command after it has replaced the first of two stores.
  ///
  /// - Returns: False if the command was faster.
  private func killBetweenStores(_ workspace: Workspace) async throws -> Bool {
    let journal = stage(workspace).appending(path: "journal.json")
    let command = try workspace.startCairn("restore", "old.tar")
    while !command.hasEnded {
      let text = (try? String(contentsOf: journal, encoding: .utf8)) ?? ""
      if text.contains(#""replaced":1"#) {
        command.send(SIGKILL)
        break
      }
      await Task.yield()
    }
    return try await command.result().wasKilled
  }

  private func isStageLeft(_ workspace: Workspace) -> Bool {
    FileManager.default.fileExists(atPath: stage(workspace).path(percentEncoded: false))
  }

  @Test(.timeLimit(.minutes(15)))
  func `the next command completes a restore that was killed between two stores`() async throws {
    let prepared = try await prepare()
    let workspace = prepared.workspace
    var kills = 0
    for _ in 0..<8 where kills < 2 {
      guard try await killBetweenStores(workspace) else {
        try await done(workspace, "restore", "new.tar")
        continue
      }
      kills += 1
      #expect(isStageLeft(workspace))
      let next = try await done(workspace, "log", "list", "--json")
      #expect(next.error == Self.completed)
      #expect(next.output == prepared.old.log)
      #expect(try await list(workspace) == prepared.old)
      #expect(!isStageLeft(workspace))
      try await done(workspace, "restore", "new.tar")
      #expect(try await list(workspace) == prepared.new)
    }
    #expect(kills > 0, "every restore ended before its kill")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a restore killed at any moment leaves the old data or the new data of both apps`()
    async throws
  {
    let prepared = try await prepare()
    let workspace = prepared.workspace
    let start = ContinuousClock.now
    try await done(workspace, "restore", "old.tar")
    let whole = ContinuousClock.now - start
    var kills = 0
    for _ in 0..<6 {
      try await done(workspace, "restore", "new.tar")
      let command = try workspace.startCairn("restore", "old.tar")
      // The time of the kill is the variable under test, so it is random.
      try await Task.sleep(for: whole * Double.random(in: 0.1...1))
      command.send(SIGKILL)
      if try await command.result().wasKilled { kills += 1 }
      let found = try await list(workspace)
      #expect(found == prepared.old || found == prepared.new)
      #expect(!isStageLeft(workspace))
    }
    #expect(kills > 0, "every restore ended before its kill")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a restore that can't be completed puts the previous data back`() async throws {
    let prepared = try await prepare()
    let workspace = prepared.workspace
    for _ in 0..<8 {
      guard try await killBetweenStores(workspace) else {
        try await done(workspace, "restore", "new.tar")
        continue
      }
      try "damaged".write(
        to: stage(workspace).appending(path: "new/ruckmap.store"), atomically: false,
        encoding: .utf8)
      let next = try await workspace.cairn("log", "list")
      #expect(next.status == 1)
      #expect(
        next.error.hasPrefix(
          "cairn: an interrupted restore failed, and the previous data is back: "))
      #expect(try await list(workspace) == prepared.new)
      #expect(!isStageLeft(workspace))
      return
    }
    Issue.record("every restore ended before its kill")
  }
}
