// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension SaveBatch {
  /// A new model whose unique values a stored row has: that row gets all its values, and the
  /// model becomes that row's.
  func upsert(_ model: any PersistentModel, entity: Int, _ connection: Store.Connection)
    throws
  {
    let layout = store.layout.entities[entity]
    var rows: Set<Int64> = []
    for constraint in layout.uniqueConstraints {
      let columns = constraint.map { SQLFragment("\(identifier: layout.properties[$0].name) = ?") }
      let condition = columns.joined(separator: " AND ").prepare().sql
      let sql =
        "SELECT \(EntityLayout.primaryKey) FROM \(SQLFragment.quoted(layout.name)) WHERE \(condition)"
      let statement = try connection.statement(sql)
      defer { sqlite3_reset(statement) }
      for (parameter, index) in constraint.enumerated() {
        var writer = _RowWriter(
          statement: statement, entity: layout, files: files, mode: .binding)
        writer.mask = _ModelState.bit(index)
        writer.position = Int32(parameter)
        model._$bind(&writer)
        try check(writer, model)
      }
      if sqlite3_step(statement) == SQLITE_ROW { rows.insert(sqlite3_column_int64(statement, 0)) }
    }
    guard rows.count == 1, let row = rows.first else {
      throw SwiftDataError.modelValidationFailure.saying(
        "A new \(layout.name) has unique values of \(rows.count) stored rows at once "
          + "(\(rows.sorted().map(String.init).joined(separator: ", "))): "
          + "change its values or delete all but one of them.")
    }
    model._$state.key = row
    try update(model, mask: .max, connection)
  }
}
