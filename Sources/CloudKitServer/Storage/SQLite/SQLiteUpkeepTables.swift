// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The table of what is done from time to time.
enum SQLiteUpkeepTables {
  /// The entry of those who copy the files of assets.
  static let copying = "copying assets"

  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE upkeep (
          name TEXT PRIMARY KEY NOT NULL, due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
