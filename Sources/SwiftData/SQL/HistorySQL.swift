// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The tables of a store's history and the statements on them.
///
/// A transaction is one row, its changes are packed into bytes; see ``PackedChanges``. Those of a
/// transaction that was written in several parts have a row each. Names are kept apart, once for
/// each schema that the store has had, so that history outlives migrations.
enum HistorySQL {
  static let tables = """
    CREATE TABLE IF NOT EXISTS _cairn_history_schema (
      id INTEGER PRIMARY KEY,
      entities TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS _cairn_history (
      number INTEGER PRIMARY KEY,
      timestamp REAL NOT NULL,
      author TEXT,
      program TEXT NOT NULL,
      process TEXT NOT NULL,
      schema INTEGER NOT NULL,
      changes BLOB
    ) STRICT;
    CREATE TABLE IF NOT EXISTS _cairn_history_part (
      number INTEGER NOT NULL,
      part INTEGER NOT NULL,
      changes BLOB NOT NULL,
      PRIMARY KEY (number, part)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS _cairn_history_tombstone (
      number INTEGER NOT NULL,
      entity TEXT NOT NULL,
      key INTEGER NOT NULL,
      property TEXT NOT NULL,
      value ANY NOT NULL,
      PRIMARY KEY (number, entity, key, property)
    ) STRICT, WITHOUT ROWID;
    """

  static let exists = "SELECT count(*) FROM sqlite_schema WHERE name = '_cairn_history'"

  /// The row of `_cairn_sequence` with the number of the last transaction that was forgotten; no
  /// entity has a name with parentheses.
  static let purged = "SELECT coalesce(max(last), 0) FROM _cairn_sequence WHERE entity = '(purged)'"
  static let setPurged =
    "INSERT INTO _cairn_sequence (entity, last) VALUES ('(purged)', ?1) "
    + "ON CONFLICT (entity) DO UPDATE SET last = max(last, ?1)"

  /// The row of `_cairn_sequence` with the number of migrations.
  static let migrations =
    "SELECT coalesce(max(last), 0) FROM _cairn_sequence WHERE entity = '(migrations)'"
  static let countMigration =
    "INSERT INTO _cairn_sequence (entity, last) VALUES ('(migrations)', 1) "
    + "ON CONFLICT (entity) DO UPDATE SET last = last + 1"

  static let last = "SELECT last FROM _cairn_sequence WHERE entity = ''"

  static let insert =
    "INSERT INTO _cairn_history (number, timestamp, author, program, process, schema, changes) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?)"
  static let insertPart =
    "INSERT INTO _cairn_history_part (number, part, changes) VALUES (?, ?, ?)"
  static let insertTombstone =
    "INSERT INTO _cairn_history_tombstone (number, entity, key, property, value) "
    + "VALUES (?, ?, ?, ?, ?)"

  /// Keeps a property of rows that are about to go: a JSON list of their keys, the transaction's
  /// number, the entity's and the property's name.
  static func insertTombstones(_ entity: EntityLayout, _ property: PropertyLayout) -> String {
    let column = SQLFragment.quoted(property.column)
    var isPlain = ""
    if case .attribute(_, isExternal: true) = property.storage {
      isPlain = " AND typeof(\(column)) <> 'text'"
    }
    return "INSERT INTO _cairn_history_tombstone (number, entity, key, property, value) "
      + "SELECT ?2, ?3, \(EntityLayout.primaryKey), ?4, \(column) "
      + "FROM \(SQLFragment.quoted(entity.table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?1)) "
      + "AND \(column) IS NOT NULL\(isPlain)"
  }

  /// The keys of the rows of a JSON list, and the external files that a property of theirs names.
  static func files(_ entity: EntityLayout, _ property: PropertyLayout) -> String {
    let column = SQLFragment.quoted(property.column)
    return "SELECT \(EntityLayout.primaryKey), \(column) FROM \(SQLFragment.quoted(entity.table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?)) "
      + "AND typeof(\(column)) = 'text'"
  }

  /// Transactions in order, as ``StoredTransaction`` reads them.
  static func select(where condition: SQLFragment, limit: UInt64) -> SQLFragment {
    let select: SQLFragment = """
      SELECT number, timestamp, author, program, process, schema, changes FROM _cairn_history \
      WHERE \(condition) ORDER BY number
      """
    // More than that are all.
    guard limit > 0, let limit = Int64(exactly: limit) else { return select }
    return select + " LIMIT \(value: .integer(limit))"
  }

  static func numbers(where condition: SQLFragment, limit: UInt64) -> SQLFragment {
    let select: SQLFragment = "SELECT number FROM _cairn_history WHERE \(condition) ORDER BY number"
    guard limit > 0, let limit = Int64(exactly: limit) else { return select }
    return select + " LIMIT \(value: .integer(limit))"
  }

  static let parts = "SELECT changes FROM _cairn_history_part WHERE number = ? ORDER BY part"
  static let tombstones =
    "SELECT entity, key, property, value FROM _cairn_history_tombstone WHERE number = ?"
  static let schemaID = "SELECT id FROM _cairn_history_schema WHERE entities = ?"
  static let insertSchema = "INSERT INTO _cairn_history_schema (entities) VALUES (?)"
  static let updateSchema = "UPDATE _cairn_history_schema SET entities = ? WHERE id = ?"
  static let hasTombstones = "SELECT EXISTS (SELECT 1 FROM _cairn_history_tombstone)"
  static let schemas = "SELECT id, entities FROM _cairn_history_schema"

  /// What forgets the transactions of a JSON list of numbers.
  static let delete = tablesByNumber.map {
    "DELETE FROM \($0) WHERE number IN (SELECT value FROM json_each(?))"
  }
  /// What forgets all transactions up to a number.
  static let deleteUpTo = tablesByNumber.map { "DELETE FROM \($0) WHERE number <= ?" }

  private static let tablesByNumber = [
    "_cairn_history_part", "_cairn_history_tombstone", "_cairn_history",
  ]

  /// The number of the last transaction before a moment.
  static let lastBefore =
    "SELECT number FROM _cairn_history WHERE timestamp < ? ORDER BY number DESC LIMIT 1"
}
