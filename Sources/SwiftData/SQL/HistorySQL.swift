// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The tables of a store's history and their SQL statements.
///
/// A transaction is one row with its changes packed into a BLOB; see ``PackedChanges``. The parts
/// of a transaction that was written in several parts have separate rows. Entity and property names
/// are stored once for each schema that the store has had, so that history survives migrations.
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

  /// Selects the number of the last purged transaction from `_cairn_sequence`.
  ///
  /// No entity name contains parentheses.
  static let purged = "SELECT coalesce(max(last), 0) FROM _cairn_sequence WHERE entity = '(purged)'"
  static let setPurged =
    "INSERT INTO _cairn_sequence (entity, last) VALUES ('(purged)', ?1) "
    + "ON CONFLICT (entity) DO UPDATE SET last = max(last, ?1)"

  /// Selects the number of migrations from `_cairn_sequence`.
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

  /// Inserts tombstones for a property of rows that are about to be deleted.
  ///
  /// The parameters are a JSON array of the rows' keys, the transaction's number, the entity's name
  /// and the property's name.
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

  /// Selects the keys and external files of a property, for the rows with the keys in a JSON array.
  static func files(_ entity: EntityLayout, _ property: PropertyLayout) -> String {
    let column = SQLFragment.quoted(property.column)
    return "SELECT \(EntityLayout.primaryKey), \(column) FROM \(SQLFragment.quoted(entity.table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?)) "
      + "AND typeof(\(column)) = 'text'"
  }

  /// Selects transactions in order, with the columns that ``StoredTransaction`` reads.
  ///
  /// - Parameters:
  ///   - condition: The condition of the transactions.
  ///   - isNewestFirst: Whether the newest transaction is the first one.
  ///   - limit: The maximum number of transactions; 0 for all.
  /// - Returns: The statement.
  static func select(
    where condition: SQLFragment, isNewestFirst: Bool = false, limit: UInt64
  ) -> SQLFragment {
    var select: SQLFragment = """
      SELECT number, timestamp, author, program, process, schema, changes FROM _cairn_history \
      WHERE \(condition) ORDER BY number
      """
    if isNewestFirst { select += " DESC" }
    // A limit beyond Int64.max means no limit.
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

  /// Deletes the transactions with the numbers in a JSON array.
  static let delete = tablesByNumber.map {
    "DELETE FROM \($0) WHERE number IN (SELECT value FROM json_each(?))"
  }
  /// Deletes all transactions up to a number.
  static let deleteUpTo = tablesByNumber.map { "DELETE FROM \($0) WHERE number <= ?" }

  private static let tablesByNumber = [
    "_cairn_history_part", "_cairn_history_tombstone", "_cairn_history",
  ]

  /// Selects the number of the last transaction before a time.
  static let lastBefore =
    "SELECT number FROM _cairn_history WHERE timestamp < ? ORDER BY number DESC LIMIT 1"
}
