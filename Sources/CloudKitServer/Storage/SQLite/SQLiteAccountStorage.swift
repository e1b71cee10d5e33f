// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import GRDB

/// Accounts in the server's file.
package struct SQLiteAccountStorage: AccountStorage {
  let pool: DatabasePool

  package init(_ store: SQLiteServerStore) {
    pool = store.pool
  }

  /// The tables of this concern, in their first version.
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE containers (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE users (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          email TEXT UNIQUE COLLATE NOCASE,
          phone TEXT UNIQUE,
          givenName TEXT,
          familyName TEXT,
          isDiscoverable INTEGER NOT NULL,
          isDisabled INTEGER NOT NULL,
          salt BLOB NOT NULL,
          hash BLOB NOT NULL,
          rounds INTEGER NOT NULL,
          blockSize INTEGER NOT NULL,
          parallelism INTEGER NOT NULL,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE members (
          id INTEGER PRIMARY KEY,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          recordName TEXT NOT NULL,
          isRestricted INTEGER NOT NULL,
          UNIQUE (container, user),
          UNIQUE (container, recordName)
        ) STRICT;
        CREATE INDEX members_user ON members (user);
        CREATE TABLE apiTokens (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          environment TEXT NOT NULL,
          hash BLOB NOT NULL UNIQUE,
          name TEXT NOT NULL,
          allowedOrigins TEXT NOT NULL,
          callback TEXT,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX apiTokens_container ON apiTokens (container);
        CREATE TABLE sessions (
          hash BLOB PRIMARY KEY,
          member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
          environment TEXT NOT NULL,
          lifetime INTEGER NOT NULL,
          expires INTEGER NOT NULL,
          created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_member ON sessions (member);
        CREATE INDEX sessions_expires ON sessions (expires);
        CREATE TABLE signingKeys (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          environment TEXT NOT NULL,
          name TEXT NOT NULL,
          publicKey BLOB NOT NULL,
          recordName TEXT NOT NULL,
          created INTEGER NOT NULL,
          UNIQUE (container, environment, publicKey)
        ) STRICT;
        CREATE TABLE sealingKeys (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          bytes BLOB NOT NULL,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE attempts (
          id INTEGER PRIMARY KEY,
          subject BLOB NOT NULL,
          date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX attempts_subject ON attempts (subject, date);
        CREATE INDEX attempts_date ON attempts (date);
        """)
  }

  /// Changes a row, or finds that there is none.
  func changes(_ sql: String, _ arguments: StatementArguments) async throws -> Bool {
    try await pool.write { db in
      try db.execute(sql: sql, arguments: arguments)
      return db.changesCount > 0
    }
  }
}

extension Date {
  /// Milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
