// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let goneScript = """
    -- Records whose objects were deleted together with that of the record "owner", which they belonged to: they
    -- stay if that does. Until the server has deleted them.
    CREATE TABLE IF NOT EXISTS _cairn_sync_gone (
      name TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_gone_owner ON _cairn_sync_gone (owner);

    """

  /// Notes that a record's object went with that of another.
  func noteGone(_ name: String, with owner: String) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_sync_gone (name, owner) VALUES (?, ?)",
      [.text(name), .text(owner)])
  }

  /// The name of the record whose object a deleted one went with; nil for one that was deleted for itself.
  func ownerGone(with name: String) throws -> String? {
    var owner: String?
    try tables.run("SELECT owner FROM _cairn_sync_gone WHERE name = ?", [.text(name)]) {
      owner = $0.text(0)
    }
    return owner
  }

  /// The names of the records whose objects went with that of another.
  func gone(with owner: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_gone WHERE owner = ? ORDER BY name", [.text(owner)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Forgets that a record's object went with another.
  func forgetGone(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_gone WHERE name = ?", [.text(name)])
  }

  /// Whether the server is still to be told that a record is deleted, and may refuse.
  func isDeletionPending(_ name: String) throws -> Bool {
    var isPending = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE name = ? AND key IS NULL AND change > 0 "
        + "AND refusal IS NULL", [.text(name)]
    ) { _ in isPending = true }
    return isPending
  }
}
