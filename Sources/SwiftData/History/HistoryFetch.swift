// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Fetches the transactions of some stores that match a descriptor.
struct HistoryFetch {
  private let stores: [Store]
  private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  /// The connections of running transactions, by the identifiers of their stores.
  private let transactions: [String: Store.Connection]

  init(
    _ stores: [Store], _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
    in transactions: [String: Store.Connection] = [:]
  ) {
    self.stores = stores
    self.descriptor = descriptor
    self.transactions = transactions
  }

  /// Reads in the store's running transaction, if there is one.
  private func read<R>(_ store: Store, _ body: (Store.Connection) throws -> R) throws -> R {
    if let transaction = transactions[store.identifier] { return try body(transaction) }
    return try store.readSnapshot(body)
  }

  /// The transactions found in one store.
  private struct Found {
    let store: Store
    var transactions: [DefaultHistoryTransaction] = []
    /// The number of the store's last commit.
    var last: Int64 = 0
    /// Whether all found transactions match.
    var isExact = true
  }

  /// Fetches the transactions, oldest first by default.
  func run() throws -> [DefaultHistoryTransaction] {
    let found = try stores.map { try find(in: $0) }
    var transactions: [DefaultHistoryTransaction]
    if let only = found.first, found.count == 1 {
      transactions = only.transactions
    } else {
      transactions = merge(found)
      if let predicate = descriptor.predicate, found.contains(where: { !$0.isExact }) {
        transactions = try transactions.filter { try predicate.evaluate($0) }
      }
    }
    if !descriptor.sortBy.isEmpty { transactions.sort(using: descriptor.sortBy) }
    if limit > 0, transactions.count > limit { transactions.removeSubrange(Int(limit)...) }
    return transactions
  }

  /// Deletes the transactions.
  func delete() throws {
    for (store, numbers) in try numbers() where !numbers.isEmpty {
      if let transaction = transactions[store.identifier] {
        try transaction.savepoint { try store.deleteTransactions(numbers, transaction) }
      } else {
        try store.write { try store.deleteTransactions(numbers, $0) }
      }
    }
  }

  private var limit: UInt64 { Swift.min(descriptor.fetchLimit, UInt64(Int.max)) }

  /// The direction of a sort by the order of the commits of the only store; nil for any other sort.
  ///
  /// A limit then reads no further transactions.
  private var commitOrder: SortOrder? {
    guard stores.count == 1 else { return nil }
    guard let only = descriptor.sortBy.first else { return .forward }
    guard descriptor.sortBy.count == 1, let keyPath = only.keyPath else { return nil }
    switch keyPath as AnyKeyPath {
    case \DefaultHistoryTransaction.transactionIdentifier, \DefaultHistoryTransaction.id,
      \DefaultHistoryTransaction.token:
      return only.order
    default: return nil
    }
  }

  // MARK: One store

  private func find(in store: Store) throws -> Found {
    let condition = HistoryCondition(descriptor.predicate, in: store)
    var found = Found(store: store, isExact: condition.isExact)
    let isLimited = limit > 0 && commitOrder != nil
    try read(store) { connection in
      guard try connection.hasHistory(store) else { return }
      try store.checkMigrations(connection)
      found.last = try connection.cachedInteger(HistorySQL.last, store: store.name)
      try checkOrigin(of: condition.tokens, store)
      try check(condition.lowerBounds, store, last: found.last, connection)
      let select = HistorySQL.select(
        where: condition.sql, isNewestFirst: commitOrder == .reverse,
        limit: isLimited && condition.isExact ? limit : 0)
      try connection.run(select) { statement in
        while true {
          switch sqlite3_step(statement) {
          case SQLITE_ROW:
            var stored = try StoredTransaction(statement, store)
            try stored.readParts(store, connection)
            let transaction = try stored.transaction(store, connection)
            if stores.count == 1, !condition.isExact, let predicate = descriptor.predicate,
              try !predicate.evaluate(transaction)
            {
              continue
            }
            found.transactions.append(transaction)
            if isLimited, found.transactions.count >= limit { return }
          case SQLITE_DONE: return
          default: throw connection.error(store: store.name)
          }
        }
      }
    }
    return found
  }

  /// Throws if a token belongs to other stores, because its position in this history is undefined.
  private func checkOrigin(of tokens: [DefaultHistoryToken], _ store: Store) throws {
    for token in tokens {
      let positions = token.tokenValue ?? [:]
      if !positions.isEmpty, !stores.contains(where: { positions[$0.identifier] != nil }) {
        throw SwiftDataError.historyTokenExpired.withMessage(
          "The history token belongs to another store than \(store.name). Fetch all models again, "
            + "and the history without a token.")
      }
    }
  }

  /// Throws if transactions after one of the tokens were deleted.
  private func check(
    _ tokens: [DefaultHistoryToken], _ store: Store, last: Int64, _ connection: Store.Connection
  ) throws {
    if tokens.isEmpty { return }
    let purged = try connection.cachedInteger(HistorySQL.purged, store: store.name)
    for token in tokens {
      let position = token.position(in: store.identifier)
      if position > last {
        throw SwiftDataError.historyTokenExpired.withMessage(
          "The history token is at transaction \(position), but the last one of \(store.name) "
            + "is \(last): the store is an older copy. Fetch all models again.")
      }
      if position < purged {
        throw SwiftDataError.historyTokenExpired.withMessage(
          "The history token is at transaction \(position), but the history of \(store.name) "
            + "has been deleted up to \(purged). Fetch all models again.")
      }
    }
  }

  private func numbers() throws -> [(store: Store, numbers: [Int64])] {
    let conditions = stores.map { HistoryCondition(descriptor.predicate, in: $0) }
    for (store, condition) in zip(stores, conditions) {
      try checkOrigin(of: condition.tokens, store)
    }
    if limit == 0, conditions.allSatisfy(\.isExact) {
      return try zip(stores, conditions).map { store, condition in
        let select = HistorySQL.numbers(where: condition.sql, limit: 0)
        let numbers = try read(store) { connection in
          try connection.hasHistory(store)
            ? try connection.integers(select, store: store.name) : []
        }
        return (store, numbers)
      }
    }
    let matching = Dictionary(grouping: try run(), by: \.storeIdentifier)
    return stores.map { ($0, matching[$0.identifier]?.map(\.transactionIdentifier) ?? []) }
  }

  // MARK: Several stores

  /// Merges the transactions of all stores by time; each token contains the position in every
  /// store.
  private func merge(_ found: [Found]) -> [DefaultHistoryTransaction] {
    var next = found.map { _ in 0 }
    var positions: [String: Int64] = [:]
    for found in found {
      // Transactions before the first match do not match.
      positions[found.store.identifier] =
        found.transactions.first.map { $0.transactionIdentifier - 1 } ?? found.last
    }
    var merged: [DefaultHistoryTransaction] = []
    while true {
      let waiting = found.indices.filter { next[$0] < found[$0].transactions.count }
      let first = waiting.min {
        found[$0].transactions[next[$0]].timestamp < found[$1].transactions[next[$1]].timestamp
      }
      guard let first else { return merged }
      let transaction = found[first].transactions[next[first]]
      next[first] += 1
      let isLast = next[first] == found[first].transactions.count
      let store = found[first].store.identifier
      // Transactions after the last match do not match either.
      positions[store] = isLast ? found[first].last : transaction.transactionIdentifier
      merged.append(transaction.with(DefaultHistoryToken(store: store, positions: positions)))
    }
  }
}

extension Store.Connection {
  /// Whether the store has history tables; a read-only store of an earlier version has none.
  func hasHistory(_ store: Store) throws -> Bool {
    if store.recorder != nil { return true }
    return try cachedInteger(HistorySQL.exists, store: store.name) > 0
  }
}
