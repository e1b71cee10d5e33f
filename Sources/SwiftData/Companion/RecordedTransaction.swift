// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// A commit as the history has it, by the numbers of entities and rows.
package struct RecordedTransaction: Sendable {
  /// Its place in the history.
  package let number: Int64
  /// When it was saved, in seconds since the reference date, by the clock of the machine that did.
  package let timestamp: Double
  /// The author of the context that saved.
  package let author: String?
  /// The rows that were inserted, updated and deleted, each once.
  package let changes: SavedChanges
}

extension SideTables {
  /// The number of the store's last commit; that of the running transaction is greater.
  package func lastTransaction() throws -> Int64 {
    try connection.cachedInteger(HistorySQL.last, store: store.name)
  }

  /// True if nothing that came after a place in the history is forgotten, and the place is not of a
  /// newer copy of the store.
  package func historyReaches(back number: Int64) throws -> Bool {
    guard try connection.hasHistory(store) else { return false }
    return try number <= lastTransaction()
      && number >= connection.cachedInteger(HistorySQL.purged, store: store.name)
  }

  /// The transactions behind a place in the history, oldest first, at most `limit`.
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
