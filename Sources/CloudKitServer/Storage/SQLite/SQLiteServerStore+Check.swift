// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteServerStore {
  /// What is wrong with the file: pages, indexes, and rows that refer to others that are not there.
  ///
  /// Reads all of it, while others read and write. Empty if nothing is wrong; at most 100 entries.
  package func check() async throws -> [String] {
    do {
      return try await pool.read { db in
        var problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(100)")
        if problems == ["ok"] { problems = [] }
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(100) {
          let (table, parent) = (row[0] as String, row[2] as String)
          let number = (row[1] as Int64?).map { " \($0)" } ?? ""
          problems.append("row\(number) of \(table) refers to a row of \(parent) that is not there")
        }
        return Array(problems.prefix(100))
      }
    } catch let error as DatabaseError {
      throw StorageError(error)
    }
  }
}
