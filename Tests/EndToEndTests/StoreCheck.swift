// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Checks of a store with the SQLite shell.
struct StoreCheck {
  let workspace: Workspace

  /// The output of `sqlite3` for `sql`, without the final line break.
  func query(_ sql: String) async throws -> String {
    let result = try await workspace.shell(
      #"sqlite3 -batch "$1" "$2""#, workspace.store.path(percentEncoded: false), sql)
    #expect(result.status == 0, "\(result)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Checks the integrity and the foreign keys of the store.
  func isSound() async throws {
    let store = workspace.store.path(percentEncoded: false)
    let result = try await workspace.cairn("store", "check", store)
    #expect(result.status == 0, "\(result)")
  }

  /// The rucks that the command lists.
  func rucks() async throws -> [RuckJSON] {
    let result = try await workspace.cairn("ruck", "list", "--json")
    #expect(result.status == 0, "\(result)")
    return try result.json([RuckJSON].self)
  }

  /// Checks that no ruck is partial: the store has exactly the points of its rucks.
  func isWhole(pointsOfEach points: Int) async throws {
    let rucks = try await rucks()
    #expect(rucks.allSatisfy { $0.points == points })
    #expect(
      try await query("SELECT count(*) FROM LocationPoint") == String(rucks.count * points))
  }
}
