// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import GRDB

/// The storage of accounts in the server's SQLite file.
package struct SQLiteAccountStorage: AccountStorage {
  private let store: SQLiteServerStore

  package init(_ store: SQLiteServerStore) {
    self.store = store
  }

  package func secret(_ name: String) async throws -> [UInt8] { try await store.secret(name) }

  /// Creates the account tables, in their first version.
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE containers (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          created INTEGER NOT NULL
        ) STRICT;
        -- Containers that were added once and must not be added again.
        CREATE TABLE own_containers (name TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE users (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          email TEXT UNIQUE COLLATE NOCASE,
          phone TEXT UNIQUE,
          given_name TEXT,
          family_name TEXT,
          is_discoverable INTEGER NOT NULL,
          is_disabled INTEGER NOT NULL,
          salt BLOB NOT NULL,
          hash BLOB NOT NULL,
          rounds INTEGER NOT NULL,
          block_size INTEGER NOT NULL,
          parallelism INTEGER NOT NULL,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE members (
          id INTEGER PRIMARY KEY,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          record_name TEXT NOT NULL,
          is_restricted INTEGER NOT NULL,
          UNIQUE (container, user),
          UNIQUE (container, record_name)
        ) STRICT;
        CREATE INDEX members_user ON members (user);
        CREATE TABLE api_tokens (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          environment TEXT NOT NULL,
          hash BLOB NOT NULL UNIQUE,
          name TEXT NOT NULL,
          allowed_origins TEXT NOT NULL,
          callback TEXT,
          created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX api_tokens_container ON api_tokens (container);
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
        CREATE TABLE signing_keys (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          container INTEGER NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
          environment TEXT NOT NULL,
          name TEXT NOT NULL,
          public_key BLOB NOT NULL,
          record_name TEXT NOT NULL,
          created INTEGER NOT NULL,
          UNIQUE (container, environment, public_key)
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

  // MARK: Transactions

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.pool.read(body)
    } catch let error as DatabaseError {
      throw StorageError(error)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.pool.write(body)
    } catch let error as DatabaseError {
      throw StorageError(error)
    }
  }

  /// Executes a change; false if no row was affected.
  func changes(_ sql: String, _ arguments: StatementArguments) async throws -> Bool {
    try await write { db in
      try db.execute(sql: sql, arguments: arguments)
      return db.changesCount > 0
    }
  }
}

extension Date {
  /// The milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
