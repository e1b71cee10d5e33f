// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// The tables of a database as SQLite reports them, without the framework's own (`_cairn_...`).
struct DatabaseStructure: Equatable {
  struct Column: Equatable {
    let name: String
    /// `INTEGER`, `REAL`, `TEXT`, `BLOB` or `ANY`.
    let type: String
    let isRequired: Bool
    let collation: String
    /// The table that its foreign key references; nil without one.
    let target: String?
  }

  struct Table: Equatable {
    let name: String
    let sql: String
    let columns: [Column]
    /// True for a join table, which has a UNIQUE constraint in its declaration.
    let isJoinTable: Bool

    func column(named name: String) -> Column? { columns.first { $0.name == name } }

    /// True if both tables have equal columns; their order and defaults may differ.
    func isLike(_ other: Table) -> Bool {
      isJoinTable == other.isJoinTable && columns.count == other.columns.count
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
  /// In the order of creation.
  private(set) var extras: [Extra] = []

  /// True if both databases have the same tables and indexes, so that no change is needed.
  func isLike(_ other: DatabaseStructure) -> Bool {
    tables.count == other.tables.count
      && tables.allSatisfy { name, table in other.tables[name].map(table.isLike) ?? false }
      && Set(extras) == Set(other.extras)
  }

  /// The columns without the order columns, which the tables of all store formats have in common.
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
      }, isJoinTable: constraints ?? 0 > 0)
  }
}

extension StoredSchema {
  /// Infers the schema from the tables alone, for a store of a format that did not record it.
  init(_ structure: DatabaseStructure) {
    var entities: [String: Entity] = [:]
    let key = EntityLayout.primaryKey
    for table in structure.tables.values
    where !table.isJoinTable && table.column(named: key) != nil {
      var entity = Entity(name: table.name)
      for column in table.columns where !column.name.hasPrefix("_") {
        // A key of another table; a reference without a foreign key looks like an attribute.
        let storage: Storage =
          column.target.map { .toOne(entity: $0, inverse: nil) } ?? .attribute(Self.value(column))
        entity.properties.append(
          Property(
            name: column.name, column: column.name, isOptional: !column.isRequired,
            storage: storage))
      }
      entities[table.name] = entity
    }
    for table in structure.tables.values where table.isJoinTable {
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
