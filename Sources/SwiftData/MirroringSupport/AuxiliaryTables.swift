// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Auxiliary tables in a store's file, for a module that keeps metadata about the models.
///
/// Their names begin with `_cairn`: migrations, checks and ``ModelContainer/erase()`` ignore them.
/// A value is valid only during the call that receives it, inside that call's transaction.
package struct AuxiliaryTables {
  /// A row of a statement's result, valid only during the call that receives it.
  package struct Row {
    fileprivate let statement: OpaquePointer

    /// Returns the integer in a column; 0 for NULL.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// Returns the floating-point number in a column; 0 for NULL.
    package func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

    /// Returns the text in a column; nil for NULL.
    package func text(_ column: Int) -> String? { Store.Connection.text(statement, Int32(column)) }

    /// Returns the bytes in a column; nil for NULL.
    package func data(_ column: Int) -> Data? {
      if isNull(column) { return nil }
      let count = Int(sqlite3_column_bytes(statement, Int32(column)))
      return sqlite3_column_blob(statement, Int32(column)).map { Data(bytes: $0, count: count) }
        ?? Data()
    }

    /// Returns whether a column is NULL.
    package func isNull(_ column: Int) -> Bool {
      sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }
  }

  let connection: Store.Connection
  let store: Store

  /// Runs a statement, which is prepared once for each connection, and calls `body` for each row.
  ///
  /// Throws a ``SwiftDataError`` if SQLite rejects the statement. If the caller catches it, the
  /// transaction continues without the statement's effects.
  package func run(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Void = { _ in }
  ) throws {
    try connection.rows(sql, values, store: store.name) { try body(Row(statement: $0)) }
  }

  /// Runs statements without parameters and results, such as table definitions.
  package func execute(_ script: String) throws {
    guard sqlite3_exec(connection.handle, script, nil, nil, nil) == SQLITE_OK else {
      throw connection.error(store: store.name)
    }
  }

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes64(connection.handle)) }

  /// Runs `body` in a savepoint; if it throws, its changes are rolled back, and earlier ones stay.
  package func savepoint(_ body: () throws -> Void) throws { try connection.savepoint(body) }

  // MARK: The models' rows

  /// The layout of the models' tables.
  package var layout: StoreLayout { store.layout }

  /// Returns the keys of all rows of an entity, without its subentities, in ascending order.
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
