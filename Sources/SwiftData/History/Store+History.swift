// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
  /// Creates the history recorder, and the history tables if they are missing, and stores the names
  /// of the models.
  static func recorder(
    _ database: any DatabaseWriter, _ layout: StoreLayout, _ policy: ModelConfiguration.History,
    _ name: String
  ) throws -> HistoryRecorder {
    let names = try StoredJSON.encode(HistorySchema(layout))
    let known = try database.read { try schemaRow(of: names, $0) }
    let row = try known ?? database.write { try makeSchemaRow(for: names, $0) }
    return HistoryRecorder(schema: row, layout, policy, store: name)
  }

  /// Creates the history recorder for a migration stage, inside the migration's transaction.
  static func recorder(
    migrating database: Database, _ layout: StoreLayout, _ policy: ModelConfiguration.History,
    _ name: String
  ) throws -> HistoryRecorder {
    let row = try makeSchemaRow(for: StoredJSON.encode(HistorySchema(layout)), database)
    return HistoryRecorder(schema: row, layout, policy, store: name)
  }

  private static func schemaRow(of names: String, _ database: Database) throws -> Int64? {
    guard try Int.fetchOne(database, sql: HistorySQL.exists) == 1 else { return nil }
    return try Int64.fetchOne(database, sql: HistorySQL.schemaID, arguments: [names])
  }

  private static func makeSchemaRow(for names: String, _ database: Database) throws -> Int64 {
    try database.execute(sql: HistorySQL.tables)
    // Another process may have inserted it first.
    if let known = try schemaRow(of: names, database) { return known }
    try database.execute(sql: HistorySQL.insertSchema, arguments: [names])
    return database.lastInsertedRowID
  }

  // MARK: Deletion

  /// Deletes all transactions up to a number, inside the running transaction.
  static func deleteTransactions(upTo number: Int64, _ connection: Connection, store: String)
    throws
  {
    for statement in HistorySQL.deleteUpTo {
      try connection.rows(statement, [.integer(number)], store: store)
    }
    try connection.rows(HistorySQL.setPurged, [.integer(number)], store: store)
  }

  /// Deletes some transactions, inside the running transaction.
  func deleteTransactions(_ numbers: [Int64], _ connection: Connection) throws {
    try checkMigrations(connection)
    guard let last = numbers.max() else { return }
    let list = SQLValue.text(SQLValue.jsonList(numbers))
    for statement in HistorySQL.delete { try connection.rows(statement, [list], store: name) }
    try connection.rows(HistorySQL.setPurged, [.integer(last)], store: name)
  }
}
