// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The table of what is done from time to time.
enum SQLiteUpkeepTables {
  /// The entry of those who copy the files of assets.
  static let copying = "copying assets"
  /// For how long they may say that, in milliseconds: what is further off comes from a wrong clock.
  static let copyingTime: Int64 = 600_000

  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE upkeep (
          name TEXT PRIMARY KEY NOT NULL, due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
