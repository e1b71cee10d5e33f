// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of assets.
enum SQLiteAssetTables {
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        -- AUTOINCREMENT: URLs and records name assets by their numbers. NULL for one that a record has.
        CREATE TABLE assets (
          id INTEGER PRIMARY KEY AUTOINCREMENT, database INTEGER NOT NULL,
          file TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, checksum TEXT NOT NULL,
          kept_until INTEGER
        ) STRICT;
        CREATE INDEX assets_kept_until ON assets (kept_until) WHERE kept_until IS NOT NULL;
        CREATE INDEX assets_database ON assets (database);
        CREATE TABLE asset_holders (
          asset INTEGER NOT NULL, record INTEGER NOT NULL, zone INTEGER NOT NULL,
          PRIMARY KEY (asset, record)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX asset_holders_zone ON asset_holders (zone);
        """)
  }
}
