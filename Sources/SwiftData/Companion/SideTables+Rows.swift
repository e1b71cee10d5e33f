// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

extension SideTables {
  /// Calls `body` with each row of an entity that has one of the keys: its key, and the values of its
  /// columns by the index of the property.
  ///
  /// A to-one relationship is its target's key, a to-many relationship nothing. Large values of
  /// `.externalStorage` are whole; throws ``SwiftDataError/storeFailure`` for one whose file can't be
  /// read.
  package func rows(
    ofEntity index: Int, keys: [Int64], _ body: (Int64, [SQLValue]) throws -> Void
  ) throws {
    let entity = store.layout.entities[index]
    let columns = entity.properties.filter(\.hasColumn)
    let list = ([EntityLayout.primaryKey] + columns.map(\.column)).map(SQLFragment.quoted)
    let sql =
      "SELECT \(list.joined(separator: ", ")) FROM \(SQLFragment.quoted(entity.table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?)) ORDER BY 1"
    try connection.rows(sql, [.text(Deletion.list(keys))], store: store.name) { statement in
      var values = Array(repeating: SQLValue.null, count: entity.properties.count)
      for (place, property) in columns.enumerated() {
        var value = SQLValue(column: Int32(place + 1), of: statement)
        if case .attribute(_, isExternal: true) = property.storage, case .text(let file) = value {
          value = .blob(try contents(of: file, property, entity))
        }
        values[property.index] = value
      }
      try body(sqlite3_column_int64(statement, 0), values)
    }
  }

  private func contents(
    of file: String, _ property: PropertyLayout, _ entity: EntityLayout
  ) throws -> Data {
    do {
      return try store.externalFiles.read(file)
    } catch {
      throw SwiftDataError.storeFailure.saying(
        "The file \(file) of \(entity.name).\(property.name) can't be read "
          + "(\(error.localizedDescription)). Restore it from a backup.")
    }
  }

  /// The keys of the targets of a to-many relationship, in its order.
  package func targets(ofEntity index: Int, property: Int, key: Int64) throws -> [Int64] {
    guard let sql = store.relationship(entity: index, property: property)?.numbers else {
      return []
    }
    return try connection.integers(sql + " ORDER BY 2, 1", key, store: store.name)
  }
}
