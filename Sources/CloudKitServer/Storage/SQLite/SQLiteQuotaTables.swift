// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of quotas; what is stored is counted beside what it is.
enum SQLiteQuotaTables {
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE container_quotas (
          container INTEGER PRIMARY KEY REFERENCES containers (id) ON DELETE CASCADE,
          total INTEGER, each_user INTEGER
        ) STRICT;
        CREATE TABLE member_quotas (
          member INTEGER PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
          bytes INTEGER NOT NULL
        ) STRICT;
        """)
  }
}
