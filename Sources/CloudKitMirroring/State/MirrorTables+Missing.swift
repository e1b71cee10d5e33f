// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let missingScript = """
    -- Records that the server did not have when they were sent, and whether a fetch has completed
    -- since.
    CREATE TABLE IF NOT EXISTS _cairn_sync_missing (
      name TEXT PRIMARY KEY NOT NULL, is_fetched INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    """

  /// Records that the server lacks a record; true if it lacked it before and a fetch has completed
  /// since.
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

  /// Whether there are missing records without a completed fetch since.
  func hasUnfetchedMissing() throws -> Bool {
    var isThere = false
    try tables.run("SELECT 1 FROM _cairn_sync_missing WHERE is_fetched = 0 LIMIT 1") { _ in
      isThere = true
    }
    return isThere
  }

  /// Records that a fetch has completed.
  func noteMissingFetched() throws {
    try tables.run("UPDATE _cairn_sync_missing SET is_fetched = 1 WHERE is_fetched = 0")
  }

  /// Removes a record from the missing ones: the server has it, or has reported its deletion.
  func forgetMissing(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_missing WHERE name = ?", [.text(name)])
  }
}
