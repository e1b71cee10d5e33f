// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let goneScript = """
    -- Dependents that were deleted together with the object of the record "owner": they stay if
    -- that object stays. Until the server has deleted them.
    CREATE TABLE IF NOT EXISTS _cairn_sync_gone (
      name TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_gone_owner ON _cairn_sync_gone (owner);

    """

  /// Records that a record's object was deleted as a dependent of another.
  func noteGone(_ name: String, with owner: String) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_sync_gone (name, owner) VALUES (?, ?)",
      [.text(name), .text(owner)])
  }

  /// The name of the record whose object a deleted dependent belonged to; nil if it was deleted on
  /// its own.
  func ownerGone(with name: String) throws -> String? {
    var owner: String?
    try tables.run("SELECT owner FROM _cairn_sync_gone WHERE name = ?", [.text(name)]) {
      owner = $0.text(0)
    }
    return owner
  }

  /// The names of the records whose objects were deleted as dependents of another.
  func gone(with owner: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_gone WHERE owner = ? ORDER BY name", [.text(owner)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Removes the information that a record's object was deleted as a dependent.
  func forgetGone(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_gone WHERE name = ?", [.text(name)])
  }

  /// Whether the deletion of a record is still to be sent, and the server may reject it.
  func isDeletionPending(_ name: String) throws -> Bool {
    var isPending = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE name = ? AND key IS NULL AND change > 0 "
        + "AND refusal IS NULL", [.text(name)]
    ) { _ in isPending = true }
    return isPending
  }
}
