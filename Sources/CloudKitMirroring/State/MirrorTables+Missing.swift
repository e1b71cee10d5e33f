// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let missingScript = """
    -- Records that the server did not have when they were sent, and whether all was fetched since.
    CREATE TABLE IF NOT EXISTS _cairn_sync_missing (
      name TEXT PRIMARY KEY NOT NULL, is_fetched INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    """

  /// Notes that the server did not have a record; true if it had not before either, and all was fetched since.
  func noteMissing(_ name: String) throws -> Bool {
    var isFetched = false
    try tables.run("SELECT is_fetched FROM _cairn_sync_missing WHERE name = ?", [.text(name)]) {
      isFetched = $0.integer(0) != 0
    }
    if isFetched {
      try forgetMissing(name)
    } else {
      try tables.run(
        "INSERT OR IGNORE INTO _cairn_sync_missing (name) VALUES (?)", [.text(name)])
    }
    return isFetched
  }

  /// Whether all was not fetched since the server did not have some record.
  func hasUnfetchedMissing() throws -> Bool {
    var isThere = false
    try tables.run("SELECT 1 FROM _cairn_sync_missing WHERE is_fetched = 0 LIMIT 1") { _ in
      isThere = true
    }
    return isThere
  }

  /// Notes that all was fetched.
  func noteMissingFetched() throws {
    try tables.run("UPDATE _cairn_sync_missing SET is_fetched = 1 WHERE is_fetched = 0")
  }

  /// Forgets that the server did not have a record: it has it, or has told of its deletion.
  func forgetMissing(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_missing WHERE name = ?", [.text(name)])
  }
}
