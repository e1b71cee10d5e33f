// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of zones, records, their changes and indexes.
enum SQLiteRecordTables {
  static func createTables(_ db: Database) throws {
    try db.execute(sql: sql)
  }

  private static let sql = """
    CREATE TABLE secrets (
      name TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One schema for all databases of a container's environment.
    CREATE TABLE schemas (
      id INTEGER PRIMARY KEY, container TEXT NOT NULL, environment TEXT NOT NULL,
      version INTEGER NOT NULL,
      record_bytes INTEGER NOT NULL DEFAULT 0, asset_bytes INTEGER NOT NULL DEFAULT 0,
      UNIQUE (container, environment)
    ) STRICT;
    CREATE TABLE record_types (
      id INTEGER PRIMARY KEY, schema INTEGER NOT NULL REFERENCES schemas (id),
      name TEXT NOT NULL,
      UNIQUE (schema, name)
    ) STRICT;
    CREATE TABLE record_fields (
      type INTEGER NOT NULL REFERENCES record_types (id), name TEXT NOT NULL, kind TEXT NOT NULL,
      flags INTEGER NOT NULL,
      PRIMARY KEY (type, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE record_indexes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER NOT NULL REFERENCES record_types (id),
      kind TEXT NOT NULL, name TEXT NOT NULL,
      filled_through INTEGER NOT NULL DEFAULT 0, is_ready INTEGER NOT NULL DEFAULT 0,
      UNIQUE (type, kind, name)
    ) STRICT;

    -- AUTOINCREMENT: the URLs of uploads name databases by their numbers.
    CREATE TABLE databases (
      id INTEGER PRIMARY KEY AUTOINCREMENT, schema INTEGER NOT NULL REFERENCES schemas (id),
      scope TEXT NOT NULL, owner TEXT NOT NULL, position INTEGER NOT NULL DEFAULT 0,
      record_bytes INTEGER NOT NULL DEFAULT 0, asset_bytes INTEGER NOT NULL DEFAULT 0,
      UNIQUE (schema, scope, owner)
    ) STRICT;
    -- AUTOINCREMENT: tokens name zones by their numbers.
    CREATE TABLE zones (
      id INTEGER PRIMARY KEY AUTOINCREMENT, database INTEGER NOT NULL REFERENCES databases (id),
      name TEXT NOT NULL, position INTEGER NOT NULL DEFAULT 0, numbering INTEGER NOT NULL DEFAULT 1,
      floor INTEGER NOT NULL DEFAULT 0, log_position INTEGER NOT NULL DEFAULT 0,
      is_deleted INTEGER NOT NULL DEFAULT 0,
      record_bytes INTEGER NOT NULL DEFAULT 0,
      UNIQUE (database, name)
    ) STRICT;
    CREATE INDEX zones_log ON zones (database, log_position);
    -- Deleted zones with remaining rows.
    CREATE TABLE zone_purges (zone INTEGER PRIMARY KEY, schema INTEGER NOT NULL) STRICT;

    -- NULL fields: a tombstone. NULL modified_by: the user of created_by.
    CREATE TABLE records (
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL,
      sequence INTEGER NOT NULL, tag INTEGER NOT NULL, created_at INTEGER NOT NULL,
      created_by TEXT, modified_at INTEGER NOT NULL, modified_by TEXT, parent TEXT,
      traits INTEGER NOT NULL, fields BLOB
    ) STRICT;
    CREATE UNIQUE INDEX records_name ON records (zone, name);
    CREATE UNIQUE INDEX records_sequence ON records (zone, sequence);
    CREATE INDEX records_deleted ON records (zone, modified_at) WHERE fields IS NULL;
    -- References with DELETE_SELF.
    CREATE TABLE record_sources (
      zone INTEGER NOT NULL, target TEXT NOT NULL, source INTEGER NOT NULL,
      PRIMARY KEY (zone, target, source)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE record_entries (
      record_index INTEGER NOT NULL, zone INTEGER NOT NULL, key BLOB NOT NULL,
      record INTEGER NOT NULL,
      PRIMARY KEY (record_index, zone, key, record)
    ) STRICT, WITHOUT ROWID;
    """
}

/// Migrations of the table of zones.
enum SQLiteZoneTables {
  /// Adds the sequence number of the deletion of the previous zone with the name.
  static func addFormerZones(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE zones ADD COLUMN former_position INTEGER NOT NULL DEFAULT 0")
  }

  /// Adds the sequence number at which a recreated zone starts.
  static func addFirstPositions(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE zones ADD COLUMN first_position INTEGER NOT NULL DEFAULT 0")
  }
}
