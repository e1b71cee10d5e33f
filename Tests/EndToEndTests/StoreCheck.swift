// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Looks at a store from outside, with SQLite's own shell.
struct StoreCheck {
  let workspace: Workspace

  /// The answer of `sqlite3` to `sql`, without the final line break.
  func query(_ sql: String) async throws -> String {
    let result = try await workspace.shell(
      #"sqlite3 -batch "$1" "$2""#, workspace.store.path(percentEncoded: false), sql)
    #expect(result.status == 0, "\(result)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Checks that SQLite finds the store sound, and every reference answered.
  func isSound() async throws {
    #expect(try await query("PRAGMA integrity_check") == "ok")
    #expect(try await query("PRAGMA foreign_key_check") == "")
  }

  /// The rucks that the command lists.
  func rucks() async throws -> [RuckJSON] {
    let result = try await workspace.cairn("ruck", "list", "--json")
    #expect(result.status == 0, "\(result)")
    return try result.json([RuckJSON].self)
  }

  /// Checks that no ruck is there in part: as many points as the rucks name, and no others.
  func isWhole(pointsOfEach points: Int) async throws {
    let rucks = try await rucks()
    #expect(rucks.allSatisfy { $0.points == points })
    #expect(
      try await query("SELECT count(*) FROM LocationPoint") == String(rucks.count * points))
  }
}
