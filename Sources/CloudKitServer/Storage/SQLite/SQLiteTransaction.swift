// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The storage's read and write operations, within one SQLite transaction.
///
/// Valid only on its connection's thread, during the transaction.
final class SQLiteTransaction {
  let db: Database
  /// True if a deleted zone has rows to purge after the commit.
  var needsPurge = false
  /// The users with new notifications, to signal after the commit.
  var notified = Set<Int64>()

  init(_ db: Database) { self.db = db }

  func statement(_ sql: String) throws -> SQLStatement { try SQLStatement(sql, db) }

  func secret(_ name: String) throws -> [UInt8]? {
    let statement = try statement("SELECT bytes FROM secrets WHERE name = ?")
    defer { statement.reset() }
    try statement.bind(1, name)
    guard try statement.step() else { return nil }
    return statement.bytes(0).map { Array($0) }
  }

  func addSecret(_ secret: [UInt8], named name: String) throws {
    let statement = try statement("INSERT INTO secrets (name, bytes) VALUES (?, ?)")
    try statement.bind(1, name)
    try statement.bind(2, secret)
    try statement.run()
  }
}
