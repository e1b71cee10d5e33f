// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SchemaChange {
  /// Throws an error if the change would drop rows of entities that the models don't list.
  ///
  /// Without a plan or a new version, nothing says that the rows may be dropped. The models are
  /// then more probably a tool's models, or an incomplete list.
  func checkDroppedEntities(_ version: Schema.Version, _ database: Database) throws {
    var found: [String] = []
    var names: [String] = []
    for entity in removedEntities {
      guard let table = oldTables.tables[old.table(of: entity)] else { continue }
      let type = EntityLayout.typeColumn
      let condition =
        table.column(named: type) == nil ? nil : "\(type) = \(EntitySQL.literal(entity.name))"
      let rows = try count(table.name, condition, database)
      if rows == 0 { continue }
      found.append("\(rows) \(rows == 1 ? "row" : "rows") of \(entity.name)")
      names.append("\(entity.name).self")
    }
    if found.isEmpty { return }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(store) has \(found.joined(separator: " and ")), but the models don't include it. List "
        + "\(names.joined(separator: ", ")) with them; if the model was renamed, declare its "
        + "originalEntityName; \(Self.remedy(version))")
  }

  /// Throws an error if the change would drop values of properties that the models don't have.
  ///
  /// Called for models that the store was migrated from: the program is probably an older one.
  func checkDroppedValues(_ version: Schema.Version, _ database: Database) throws {
    let used = usedColumns
    var found: [String] = []
    for entity in old.entities {
      let table = old.table(of: entity)
      for property in entity.properties {
        let rows: Int
        switch property.storage {
        case .attribute, .toOne:
          guard oldTables.tables[table]?.column(named: property.column) != nil,
            !used.contains([table, property.column])
          else { continue }
          rows = try count(
            table, SQLFragment.quoted(property.column) + " IS NOT NULL", database)
        case .pairs(_, _, let pairs):
          guard dropped.contains(pairs.table),
            !usedLinks.contains(where: { $0.table == pairs.table })
          else { continue }
          rows = try count(pairs.table, nil, database)
        case .toMany: continue
        }
        if rows > 0 {
          found.append("\(entity.name).\(property.name) in \(rows) \(rows == 1 ? "row" : "rows")")
        }
      }
    }
    if found.isEmpty { return }
    throw SwiftDataError.backwardMigration.withMessage(
      "\(store) was migrated from these models to newer ones, and has values that these "
        + "can't hold: \(found.joined(separator: ", ")). Update the program; "
        + Self.remedy(version))
  }

  private static func remedy(_ version: Schema.Version) -> String {
    "to drop them, use a version after \(version): Schema([...], version: ...), or the next "
      + "version of a migration plan. Nothing was changed."
  }

  /// The old columns that new properties use, as pairs of table and column.
  private var usedColumns: Set<[String]> {
    var used: Set<[String]> = []
    for entity in layout.entities {
      for property in entity.ownProperties where property.hasStorage {
        if let former = source(of: entity), let source = source(of: property, in: entity) {
          used.insert([old.table(of: former), source.column])
        }
        for source in movedUp(property, to: entity) {
          used.insert([old.table(of: source.owner), source.property.column])
        }
      }
    }
    for links in usedLinks {
      used.formUnion([[links.table, links.owner], [links.table, links.target]])
    }
    return used
  }

  private func count(_ table: String, _ condition: String?, _ database: Database) throws -> Int {
    let filter = condition.map { " WHERE \($0)" } ?? ""
    let sql = "SELECT count(*) FROM \(SQLFragment.quoted(table))\(filter)"
    return try Int.fetchOne(database, sql: sql) ?? 0
  }
}

extension StoredSchema {
  /// Whether the store has rows of any entity.
  func hasRows(_ database: Database) throws -> Bool {
    for table in Set(entities.map(table(of:))) where try database.tableExists(table) {
      let sql = "SELECT EXISTS (SELECT 1 FROM \(SQLFragment.quoted(table)))"
      if try Bool.fetchOne(database, sql: sql) == true { return true }
    }
    return false
  }
}

/// The schemas that a store was migrated from and that it has not returned to.
struct SchemaHistory {
  private static let key = "earlier"
  /// The number of schemas that are recorded.
  private static let limit = 64

  /// The hashes of the schemas' texts, the most recent one last.
  private var sums: [String]

  init(_ database: Database) throws {
    let text = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = ?", arguments: [Self.key])
    sums = (text ?? "").split(separator: "\n").map(String.init)
  }

  func contains(_ text: String) -> Bool { sums.contains(Self.sum(text)) }

  /// Records that one schema's text was replaced by another.
  mutating func record(_ old: String, replacedBy new: String, _ database: Database) throws {
    sums.removeAll { $0 == Self.sum(old) || $0 == Self.sum(new) }
    sums.append(Self.sum(old))
    try StoreState.set(Self.key, sums.suffix(Self.limit).joined(separator: "\n"), database)
  }

  /// The 64-bit FNV-1a hash, which is stable across processes.
  private static func sum(_ text: String) -> String {
    let sum = StoredSchema.plain(text).utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(sum, radix: 16)
  }
}
