// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Notes what a commit has changed, in its own transaction.
  func record(_ changes: SavedChanges, _ number: Int64, _ connection: Store.Connection) throws {
    try store.recorder?.record(changes, number: number, author: author, connection)
  }

  /// Notes what a flush inside a transaction has changed.
  func recordPart(_ changes: SavedChanges, _ connection: Store.Connection) throws {
    let isThere = try store.recorder?.recordPart(
      changes, number: commitNumber(connection), part: historyParts, connection)
    if isThere == true { historyParts += 1 }
  }

  /// Notes the transaction that the parts belong to.
  func recordParts(_ number: Int64, _ connection: Store.Connection) throws {
    if historyParts == 0 { return }
    try store.recorder?.recordParts(number: number, author: author, connection)
  }

  /// Keeps the values of rows that are about to be deleted, a JSON list.
  func preserve(_ keys: String, entity: Int, _ connection: Store.Connection) throws {
    try store.recorder?.preserve(
      keys, entity: entity, in: store, number: { try commitNumber(connection) }, connection)
  }

  /// The number that the running transaction's commit is going to have.
  private func commitNumber(_ connection: Store.Connection) throws -> Int64 {
    try connection.cachedInteger(HistorySQL.last, store: store.name) + 1
  }
}
