// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// A transaction of the history, with entity indexes and row keys instead of models.
package struct RecordedTransaction: Sendable {
  /// The position in the history.
  package let number: Int64
  /// The time of the save, in seconds since the reference date, by the saving machine's clock.
  package let timestamp: Double
  /// The author of the saving context.
  package let author: String?
  /// The inserted, updated and deleted rows, each once.
  package let changes: SavedChanges
}

extension AuxiliaryTables {
  /// Returns the number of the store's last transaction; the running transaction's number is
  /// greater.
  package func lastTransaction() throws -> Int64 {
    try connection.cachedInteger(HistorySQL.last, store: store.name)
  }

  /// Returns whether the history still has all transactions after a number that is stored in the
  /// store itself, and the number does not belong to a newer copy of the store.
  ///
  /// It has those of a backup after a restore, although the restore expires all tokens.
  package func hasCompleteHistory(after number: Int64) throws -> Bool {
    guard try connection.hasHistory(store), try number <= lastTransaction() else { return false }
    let purged = try connection.cachedInteger(HistorySQL.purged, store: store.name)
    if number >= purged { return true }
    return try restoration()?.hasTransactions(after: number, purged: purged) ?? false
  }

  /// Returns at most `limit` transactions after a number, oldest first.
  package func transactions(after number: Int64, limit: Int) throws -> [RecordedTransaction] {
    guard try connection.hasHistory(store) else { return [] }
    try store.checkMigrations(connection)
    let select = HistorySQL.select(
      where: "number > \(value: .integer(number))", limit: UInt64(Swift.max(1, limit)))
    return try connection.run(select) { statement in
      var transactions: [RecordedTransaction] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          var stored = try StoredTransaction(statement, store)
          try stored.readParts(store, connection)
          var changes = SavedChanges()
          var count = 0
          try stored.add(to: &changes, &count, upTo: .max, store, connection)
          transactions.append(
            RecordedTransaction(
              number: stored.number, timestamp: stored.timestamp, author: stored.author,
              changes: changes))
        case SQLITE_DONE: return transactions
        default: throw connection.error(store: store.name)
        }
      }
    }
  }
}
