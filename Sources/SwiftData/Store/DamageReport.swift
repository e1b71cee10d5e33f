// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// The readable contents of a damaged store.
///
/// Each table is read from its beginning and, if that fails, from its end, so that rows on both
/// sides of a damaged page are counted. The store is opened read-only.
struct DamageReport: CustomStringConvertible {
  /// A table of the store.
  private struct Table {
    let name: String
    /// The number of readable rows.
    var rows = 0
    var isWhole = false
  }

  private var tables: [Table] = []
  /// False if the list of tables can't be read.
  private var isListed = false
  /// The time at which reading stops; the remaining rows count as unreadable.
  private let deadline = ContinuousClock.now + .seconds(5)

  /// Reads the store at a path as far as possible.
  init(path: String) {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { database in
        let names = try String.fetchAll(
          database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        isListed = true
        for name in names where !name.hasPrefix("sqlite_") && !name.hasPrefix("_cairn_") {
          tables.append(read(name, database))
        }
      }
    } catch {
      // Earlier results remain; `isListed` tells whether there are any.
    }
  }

  private func read(_ name: String, _ database: Database) -> Table {
    var table = Table(name: name)
    let (rows, isWhole, last) = scan(name, database, "ASC", until: nil)
    table.rows = rows
    table.isWhole = isWhole
    if !isWhole { table.rows += scan(name, database, "DESC", until: last).rows }
    return table
  }

  /// Steps through a table in one direction until its end, a damaged page, or a row that was
  /// already counted.
  private func scan(_ name: String, _ database: Database, _ direction: String, until known: Int64?)
    -> (rows: Int, isWhole: Bool, last: Int64?)
  {
    let sql = "SELECT rowid, * FROM \(SQLFragment.quoted(name)) ORDER BY rowid \(direction)"
    var rows = 0
    var last: Int64?
    guard let prepared = try? database.makeStatement(sql: sql) else { return (0, false, nil) }
    let statement = prepared.sqliteStatement
    defer { sqlite3_reset(statement) }
    while ContinuousClock.now < deadline {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return (rows, true, last) }
      guard code == SQLITE_ROW else { break }
      let row = sqlite3_column_int64(statement, 0)
      if let known, row <= known { break }
      // Large values are on overflow pages, which SQLite reads only on access.
      for column in 0..<sqlite3_column_count(statement) {
        if sqlite3_column_type(statement, column) == SQLITE_BLOB {
          _ = sqlite3_column_blob(statement, column)
        } else {
          _ = sqlite3_column_text(statement, column)
        }
      }
      rows += 1
      last = row
    }
    return (rows, false, last)
  }

  /// One or two sentences for the error that reports the damage.
  var description: String {
    guard isListed else { return "The list of its tables can't be read." }
    let whole = tables.filter(\.isWhole)
    let damaged = tables.filter { !$0.isWhole }
    var sentences: [String] = []
    if !whole.isEmpty {
      let names = whole.map { "\($0.name) (\($0.rows))" }.joined(separator: ", ")
      sentences.append("All rows of \(names) can be read.")
    }
    for table in damaged {
      sentences.append("At least \(table.rows) rows of \(table.name) can be read.")
    }
    return sentences.joined(separator: " ")
  }
}
