// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Tables beside those of the models in a store's file, for a module that keeps notes on the models,
/// as what of them a server has.
///
/// Their names begin with `_cairn`: migrations, checks and ``ModelContainer/erase()`` leave them alone.
/// Valid inside the call that they were given to, in whose transaction all of it happens.
package struct SideTables {
  /// A row that a statement returns, valid inside the call that it was given to.
  package struct Row {
    fileprivate let statement: OpaquePointer

    /// The integer in a column; 0 for NULL.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// The number in a column; 0 for NULL.
    package func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

    /// The text in a column; nil for NULL.
    package func text(_ column: Int) -> String? { Store.Connection.text(statement, Int32(column)) }

    /// The bytes in a column; nil for NULL.
    package func data(_ column: Int) -> Data? {
      if isNull(column) { return nil }
      let count = Int(sqlite3_column_bytes(statement, Int32(column)))
      return sqlite3_column_blob(statement, Int32(column)).map { Data(bytes: $0, count: count) }
        ?? Data()
    }

    /// True if a column is NULL.
    package func isNull(_ column: Int) -> Bool {
      sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }
  }

  let connection: Store.Connection
  let store: Store

  /// Runs a statement, which is prepared once a connection, and calls `body` for each of its rows.
  ///
  /// Throws a ``SwiftDataError`` for what SQLite refuses; the transaction can go on if the caller
  /// catches it, and has nothing of the statement.
  package func run(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Void = { _ in }
  ) throws {
    try connection.rows(sql, values, store: store.name) { try body(Row(statement: $0)) }
  }

  /// Runs statements that take no values and return no rows, as those that make the tables.
  package func execute(_ script: String) throws {
    guard sqlite3_exec(connection.handle, script, nil, nil, nil) == SQLITE_OK else {
      throw connection.error(store: store.name)
    }
  }

  /// How many rows the last statement has changed.
  package var changes: Int { Int(sqlite3_changes64(connection.handle)) }

  /// Runs `body`; if it throws, what it has written is undone, and the rest is not.
  package func savepoint(_ body: () throws -> Void) throws { try connection.savepoint(body) }

  // MARK: The models' rows

  /// The models' tables.
  package var layout: StoreLayout { store.layout }

  /// The keys of all rows of an entity, without those of its subentities, ascending.
  package func keys(ofEntity index: Int) throws -> [Int64] {
    let entity = store.layout.entities[index]
    var select: SQLFragment = """
      SELECT \(identifier: EntityLayout.primaryKey) FROM \(identifier: entity.table)
      """
    if entity.isInTree {
      select += " WHERE \(identifier: EntityLayout.typeColumn) = \(value: .text(entity.name))"
    }
    select += " ORDER BY 1"
    return try connection.integers(select, store: store.name)
  }
}
