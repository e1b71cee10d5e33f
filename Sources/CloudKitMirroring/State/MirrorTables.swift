// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The mirror's metadata tables in a store, within a transaction.
///
/// They change together with the objects they describe: after a crash, both are from before or both
/// from after a transaction.
struct MirrorTables {
  /// A single stored value.
  enum Item: String {
    /// The state of the engine, as bytes.
    case engine
    /// The number of the last processed transaction of the history.
    case history
    /// The clock, as JSON.
    case clock
    /// The fields and types that could be decoded, as ``RecordLayout/vocabulary``.
    case vocabulary
    /// The name of the last key that values were decrypted with.
    case key
    /// Whether there was another key before.
    case otherKey
    /// Whether encrypted values were withheld, or not read, since there was no key.
    case locked
    /// The record name of the user who owns the data.
    case user
    /// The number of the last full fetch that has begun.
    case fetch
    /// The number of the last recorded change.
    case change
    /// The status for other processes, as JSON.
    case status
    /// The number of records received from other devices.
    case received
    /// The number of records that the server has accepted.
    case sent
    /// The number of the last sync request of another process.
    case asked
    /// The number of the last request that has a response.
    case answered
    /// The error of that request, as JSON.
    case answer
    /// The identifier of the store's last restore from a backup that was handled.
    case restoration
    /// The number of the last change in the backup from which the store was restored.
    case restoredChange
    /// Whether the zone must be fetched before changes are sent.
    case fetchDue
  }

  let tables: AuxiliaryTables

  init(_ tables: AuxiliaryTables) { self.tables = tables }

  /// Creates the tables that don't exist yet.
  func make() throws {
    try tables.execute(
      Self.script + Self.seriesScript + Self.goneScript + Self.departureScript
        + Self.missingScript)
    try addRefusalCodes()
  }

  private static let script = """
    CREATE TABLE IF NOT EXISTS _cairn_sync_item (
      name TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One row for each record that the server has or will get. "home" and "key" are the table and
    -- the row of its object; without a key, the object was deleted here, or the record's type has
    -- no objects. "tag" is the server's change tag; without one, the server doesn't have the
    -- record. "ancestor" is the server's last known copy; "clocks" and "places" differ from it
    -- here. "change" numbers pending changes; 0 if there is none.
    CREATE TABLE IF NOT EXISTS _cairn_sync_record (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT NOT NULL, home TEXT,
      key INTEGER, tag TEXT, ancestor BLOB, clocks BLOB, places BLOB, fields TEXT, unknown BLOB,
      change INTEGER NOT NULL DEFAULT 0, refusal TEXT, seen INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS _cairn_sync_record_row
      ON _cairn_sync_record (home, key) WHERE key IS NOT NULL;
    CREATE INDEX IF NOT EXISTS _cairn_sync_record_change
      ON _cairn_sync_record (change) WHERE change > 0;
    CREATE INDEX IF NOT EXISTS _cairn_sync_record_changed
      ON _cairn_sync_record (type) WHERE change > 0 AND ancestor IS NOT NULL;
    CREATE INDEX IF NOT EXISTS _cairn_sync_record_gone
      ON _cairn_sync_record (change) WHERE key IS NULL;
    CREATE INDEX IF NOT EXISTS _cairn_sync_record_refusal
      ON _cairn_sync_record (change) WHERE refusal IS NOT NULL;

    -- The ends of the records that link two others.
    CREATE TABLE IF NOT EXISTS _cairn_sync_link (
      name TEXT PRIMARY KEY NOT NULL, relationship TEXT NOT NULL, source TEXT NOT NULL,
      target TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_link_from ON _cairn_sync_link (source, relationship);
    CREATE INDEX IF NOT EXISTS _cairn_sync_link_to ON _cairn_sync_link (target, relationship);
    DROP INDEX IF EXISTS _cairn_sync_link_source;
    DROP INDEX IF EXISTS _cairn_sync_link_target;

    -- References and links to records that have not arrived yet. A waiting field has its target as
    -- its value.
    CREATE TABLE IF NOT EXISTS _cairn_sync_waiting (
      target TEXT NOT NULL, source TEXT NOT NULL, field TEXT NOT NULL,
      PRIMARY KEY (target, source, field)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_waiting_source ON _cairn_sync_waiting (source, field);

    -- Values that a merge has overwritten.
    CREATE TABLE IF NOT EXISTS _cairn_sync_conflict (
      id INTEGER PRIMARY KEY AUTOINCREMENT, moment REAL NOT NULL, record TEXT NOT NULL,
      entity TEXT NOT NULL, kind TEXT NOT NULL, entry BLOB NOT NULL
    ) STRICT;

    """

  // MARK: Items

  func text(_ item: Item) throws -> String? {
    var value: String?
    try tables.run("SELECT value FROM _cairn_sync_item WHERE name = ?", [.text(item.rawValue)]) {
      value = $0.text(0)
    }
    return value
  }

  func data(_ item: Item) throws -> Data? {
    var value: Data?
    try tables.run("SELECT value FROM _cairn_sync_item WHERE name = ?", [.text(item.rawValue)]) {
      value = $0.data(0)
    }
    return value
  }

  func integer(_ item: Item) throws -> Int64? {
    var value: Int64?
    try tables.run("SELECT value FROM _cairn_sync_item WHERE name = ?", [.text(item.rawValue)]) {
      value = $0.integer(0)
    }
    return value
  }

  /// Stores a value; NULL removes it.
  func set(_ item: Item, _ value: SQLValue) throws {
    if value == .null {
      try tables.run("DELETE FROM _cairn_sync_item WHERE name = ?", [.text(item.rawValue)])
    } else {
      try tables.run(
        "INSERT INTO _cairn_sync_item (name, value) VALUES (?1, ?2) "
          + "ON CONFLICT (name) DO UPDATE SET value = ?2", [.text(item.rawValue), value])
    }
  }

  /// The number of the next change.
  func nextChange() throws -> Int64 {
    let next = (try integer(.change) ?? 0) + 1
    try set(.change, .integer(next))
    return next
  }
}
