// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The mirror's notes in a store's file, inside a transaction of it.
///
/// They change together with the objects that they are about: whatever a crash leaves, both are from
/// before or both from after.
struct MirrorTables {
  /// What is noted by itself.
  enum Item: String {
    /// The state of the engine, as bytes.
    case engine
    /// The number of the last transaction of the history that was looked at.
    case history
    /// The clock, as JSON.
    case clock
    /// What of records was understood, as ``RecordLayout/vocabulary``.
    case vocabulary
    /// The name of the key that encrypted values were read with.
    case key
    /// Whether there was another key before.
    case otherKey
    /// The name of the record of the user whose data it is.
    case user
    /// The number of the full fetch that was begun last.
    case fetch
    /// The number of the last change that was noted.
    case change
    /// What other programs are told of the mirroring, as JSON.
    case status
    /// How many records have come from other devices.
    case received
    /// How many records the server has taken.
    case sent
    /// The number of the last request of another program to fetch and send.
    case asked
    /// The number of the last request that was answered.
    case answered
    /// What went wrong with it, as JSON.
    case answer
  }

  let tables: SideTables

  init(_ tables: SideTables) { self.tables = tables }

  /// Makes the tables where they are missing.
  func make() throws {
    try tables.execute(
      Self.script + Self.seriesScript + Self.goneScript + Self.departureScript
        + Self.missingScript)
  }

  private static let script = """
    CREATE TABLE IF NOT EXISTS _cairn_sync_item (
      name TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One for each record that the server has or is to have. "home" and "key" are its object's table and row; without
    -- one the object was deleted here, or there is none for records of the type. "tag" is the server's;
    -- without one the server doesn't have the record. "ancestor" is what it had last; "clocks" and
    -- "places" are what is other here. "change" numbers what is to be sent; 0 if nothing is.
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

    -- References and links to records that have not arrived yet. A field that waits has its target as its value.
    CREATE TABLE IF NOT EXISTS _cairn_sync_waiting (
      target TEXT NOT NULL, source TEXT NOT NULL, field TEXT NOT NULL,
      PRIMARY KEY (target, source, field)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_waiting_source ON _cairn_sync_waiting (source, field);

    -- Values that a merge did not keep.
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

  /// Notes a value; NULL forgets it.
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
