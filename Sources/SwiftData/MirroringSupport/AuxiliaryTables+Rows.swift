// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

extension AuxiliaryTables {
  /// Calls `body` with the key and the column values of each row of an entity that has one of the
  /// keys.
  ///
  /// The values are indexed by property. A to-one relationship is its target's key, a to-many
  /// relationship is null. Values of `.externalStorage` are read from their files; throws
  /// ``SwiftDataError/storeFailure`` if a file can't be read.
  package func rows(
    ofEntity index: Int, keys: [Int64], _ body: (Int64, [SQLValue]) throws -> Void
  ) throws {
    let entity = store.layout.entities[index]
    let columns = entity.properties.filter(\.hasColumn)
    let list = ([EntityLayout.primaryKey] + columns.map(\.column)).map(SQLFragment.quoted)
    let sql =
      "SELECT \(list.joined(separator: ", ")) FROM \(SQLFragment.quoted(entity.table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?)) ORDER BY 1"
    try connection.rows(sql, [.text(SQLValue.jsonList(keys))], store: store.name) { statement in
      var values = Array(repeating: SQLValue.null, count: entity.properties.count)
      for (position, property) in columns.enumerated() {
        var value = SQLValue(column: Int32(position + 1), of: statement)
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
      throw SwiftDataError.storeFailure.withMessage(
        "The file \(file) of \(entity.name).\(property.name) can't be read "
          + "(\(error.localizedDescription)). Restore it from a backup.")
    }
  }

  /// Returns the keys of a to-many relationship's targets, in order.
  package func targets(ofEntity index: Int, property: Int, key: Int64) throws -> [Int64] {
    guard let sql = store.relationship(entity: index, property: property)?.numbers else {
      return []
    }
    return try connection.integers(sql + " ORDER BY 2, 1", key, store: store.name)
  }
}

extension AuxiliaryTables {
  /// Returns the bytes of a file that a column of an attribute with `.externalStorage` references.
  ///
  /// - Parameter name: The file's name.
  /// - Returns: The file's bytes.
  /// - Throws: The error of reading the file.
  package func externalFile(_ name: String) throws -> Data { try store.externalFiles.read(name) }
}
