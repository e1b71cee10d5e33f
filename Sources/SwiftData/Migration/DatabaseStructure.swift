// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// The tables of a database as SQLite has them, without the framework's own (`_cairn_...`).
struct DatabaseStructure: Equatable {
  struct Column: Equatable {
    let name: String
    /// `INTEGER`, `REAL`, `TEXT`, `BLOB` or `ANY`.
    let type: String
    let isRequired: Bool
    let collation: String
    /// The table that it refers to.
    let target: String?
  }

  struct Table: Equatable {
    let name: String
    let sql: String
    let columns: [Column]
    /// True with a UNIQUE inside the declaration, which tables of pairs have.
    let isOfPairs: Bool

    func column(named name: String) -> Column? { columns.first { $0.name == name } }

    /// The same columns, in whatever order and with whatever default.
    func isLike(_ other: Table) -> Bool {
      isOfPairs == other.isOfPairs && columns.count == other.columns.count
        && columns.allSatisfy { other.column(named: $0.name) == $0 }
    }
  }

  /// An index, a trigger or a virtual table.
  struct Extra: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  private(set) var tables: [String: Table] = [:]
  /// In the order of their making.
  private(set) var extras: [Extra] = []

  /// True if the two have the same tables and indexes, so that there is nothing to change.
  func isLike(_ other: DatabaseStructure) -> Bool {
    tables.count == other.tables.count
      && tables.allSatisfy { name, table in other.tables[name].map(table.isLike) ?? false }
      && Set(extras) == Set(other.extras)
  }

  /// The columns without those for order: what the tables of all formats have in common.
  var signature: Set<String> {
    Set(
      tables.values.flatMap { table in
        table.columns.filter { !$0.name.hasPrefix("_") }.map {
          "\(table.name)\t\($0.name)\t\($0.type)\t\($0.isRequired)\t\($0.collation)\t"
            + ($0.target ?? "")
        } + [table.name]
      })
  }

  init(_ database: Database) throws {
    let kinds = try Row.fetchAll(
      database, sql: "SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
    let shadows = Set(kinds.filter { $0["type"] == "shadow" }.map { $0["name"] as String })
    let virtual = Set(kinds.filter { $0["type"] == "virtual" }.map { $0["name"] as String })
    let rows = try Row.fetchAll(
      database,
      sql:
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    for row in rows {
      let (type, name, owner, sql): (String, String, String, String) = (
        row["type"], row["name"], row["tbl_name"], row["sql"]
      )
      if shadows.contains(owner) || Self.isInternal(name) || Self.isInternal(owner) { continue }
      if type == "table", !virtual.contains(name) {
        tables[name] = try Self.table(name, sql, database)
      } else {
        extras.append(Extra(type: type, name: name, table: owner, sql: sql))
      }
    }
  }

  private static func isInternal(_ name: String) -> Bool {
    name.hasPrefix("_cairn") || name.hasPrefix("sqlite_")
  }

  private static func table(_ name: String, _ sql: String, _ database: Database) throws -> Table {
    let references = try Row.fetchAll(
      database, sql: "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)",
      arguments: [name])
    let targets = Dictionary(
      references.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { first, _ in first }
    )
    let columns = try Row.fetchAll(
      database, sql: "SELECT name, type, \"notnull\" FROM pragma_table_info(?)", arguments: [name])
    let constraints = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM pragma_index_list(?) WHERE origin = 'u'",
      arguments: [name])
    return Table(
      name: name, sql: sql,
      columns: columns.map { row in
        let column: String = row["name"]
        var collation: UnsafePointer<CChar>?
        sqlite3_table_column_metadata(
          database.sqliteConnection, "main", name, column, nil, &collation, nil, nil, nil)
        return Column(
          name: column, type: row["type"], isRequired: row["notnull"],
          collation: collation.map { String(cString: $0) } ?? "BINARY", target: targets[column])
      }, isOfPairs: constraints ?? 0 > 0)
  }
}

extension StoredSchema {
  /// What can be told of the models from the tables alone, for a store that was written before
  /// anything more was kept.
  init(_ structure: DatabaseStructure) {
    var entities: [String: Entity] = [:]
    let key = EntityLayout.primaryKey
    for table in structure.tables.values where !table.isOfPairs && table.column(named: key) != nil {
      var entity = Entity(name: table.name)
      for column in table.columns where !column.name.hasPrefix("_") {
        // Another table's keys, or one of a reference that is not checked.
        let storage: Storage =
          column.target.map { .toOne(entity: $0, inverse: nil) } ?? .attribute(Self.value(column))
        entity.properties.append(
          Property(
            name: column.name, column: column.name, isOptional: !column.isRequired,
            storage: storage))
      }
      entities[table.name] = entity
    }
    for table in structure.tables.values where table.isOfPairs {
      let ends = table.columns.filter { !$0.name.hasPrefix("_") && $0.target != nil }
      guard ends.count == 2 else { continue }
      for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
        guard let owner = end.target, let target = other.target, end.name != "target" else {
          continue
        }
        let pairs = Pairs(table: table.name, own: end.name, other: other.name)
        // "Trip_stops" of "owner" and "target", or "stops_owner" and "trip_owner".
        let isOneWay = end.name == "owner"
        let name =
          isOneWay
          ? String(table.name.dropFirst(owner.count + 1)) : String(end.name.dropLast(6))
        let inverse = isOneWay ? nil : String(other.name.dropLast(6))
        entities[owner]?.properties.append(
          Property(
            name: name, column: "", isOptional: false,
            storage: .pairs(entity: target, inverse: inverse, pairs)))
      }
    }
    self.init(entities: Array(entities.values))
  }

  private static func value(_ column: DatabaseStructure.Column) -> StoredValue {
    if column.collation == "cairn_decimal" { return StoredValue(kind: "decimal") }
    return StoredValue(kind: "?", isExternal: column.type == "ANY")
  }
}
