// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension Store {
  /// The number of changed rows above which reading everything again is cheaper.
  private static let changeLimit = 200_000

  /// The number of the last commit.
  func generation() throws -> Int64 {
    try read { try $0.cachedInteger(HistorySQL.last, store: name) }
  }

  /// The changes of all commits since a commit, and the number of the last commit; nil if there are
  /// none.
  func storeChanges(after last: Int64) throws -> (changes: StoreChanges, last: Int64)? {
    try readSnapshot { connection in
      let current = try connection.cachedInteger(HistorySQL.last, store: name)
      if current == last { return nil }
      try checkMigrations(connection)
      let changes = try current > last ? changes(after: last, connection) : nil
      return (changes.map { .changes($0) } ?? .everything, current)
    }
  }

  /// The rows changed since a commit, from the history; nil if the history is incomplete.
  func changes(after last: Int64, _ connection: Connection) throws -> SavedChanges? {
    guard try connection.hasHistory(self),
      try connection.cachedInteger(HistorySQL.purged, store: name) <= last
    else { return nil }
    var changes = SavedChanges()
    var count = 0
    let select = HistorySQL.select(where: "number > \(value: .integer(last))", limit: 0)
    return try connection.run(select) { statement in
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          var stored = try StoredTransaction(statement, self)
          try stored.readParts(self, connection)
          try stored.add(to: &changes, &count, upTo: Self.changeLimit, self, connection)
          if count > Self.changeLimit { return nil }
        case SQLITE_DONE: return changes
        default: throw connection.error(store: name)
        }
      }
    }
  }
}

extension Store {
  /// Whether there are transactions after a commit that change some entities (nil for all) by some
  /// authors (empty for all), and the number of the last commit.
  func hasHistory(after last: Int64, of entities: Set<Int>?, by authors: Set<String>) throws -> (
    exists: Bool, last: Int64
  ) {
    try readSnapshot { connection in
      let current = try connection.cachedInteger(HistorySQL.last, store: name)
      guard current != last, try connection.hasHistory(self) else { return (false, current) }
      // The contents of deleted transactions are unknown.
      if try connection.cachedInteger(HistorySQL.purged, store: name) > last {
        return (true, current)
      }
      let select = HistorySQL.select(where: "number > \(value: .integer(last))", limit: 0)
      let exists = try connection.run(select) { statement in
        while true {
          switch sqlite3_step(statement) {
          case SQLITE_ROW:
            var stored = try StoredTransaction(statement, self)
            if !authors.isEmpty, stored.author.map(authors.contains) != true { continue }
            guard let entities else { return true }
            try stored.readParts(self, connection)
            if try !entities.isDisjoint(with: stored.entities(self, connection)) { return true }
          case SQLITE_DONE: return false
          default: throw connection.error(store: name)
          }
        }
      }
      return (exists, current)
    }
  }
}
