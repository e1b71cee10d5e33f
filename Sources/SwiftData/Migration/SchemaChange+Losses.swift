// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SchemaChange {
  /// Throws an error for rows of entities that the models don't name.
  ///
  /// Where neither a plan nor a new version says that they are to go, the models are more probably
  /// those of a tool, or of a list that lacks one.
  func checkUnnamed(_ version: Schema.Version, _ database: Database) throws {
    var found: [String] = []
    var names: [String] = []
    for entity in unnamed {
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
    throw SwiftDataError.loadIssueModelContainer.saying(
      "\(store) has \(found.joined(separator: " and ")), which the models don't name. List "
        + "\(names.joined(separator: ", ")) with them; if the model has another name now, declare "
        + "originalEntityName in it; \(Self.wayOut(version))")
  }

  /// Throws an error for values of properties that the models don't have.
  ///
  /// That is for models that the store has been migrated from: those of an older program.
  func checkForgotten(_ version: Schema.Version, _ database: Database) throws {
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
    throw SwiftDataError.backwardMigration.saying(
      "\(store) was migrated from these models to newer ones, and has values that these don't have: "
        + "\(found.joined(separator: ", ")). Update the program; \(Self.wayOut(version))")
  }

  private static func wayOut(_ version: Schema.Version) -> String {
    "if they are to go, say so with a version after \(version): Schema([...], version: ...), or the "
      + "next version of a migration plan. Nothing in the store was changed."
  }

  /// The columns that new properties come from, each behind its table.
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

/// The models that a store was migrated from, as far as they have not come back.
struct EarlierSchemas {
  private static let key = "earlier"
  /// So many are remembered.
  private static let limit = 64

  /// Sums of their texts, the last one last.
  private var sums: [String]

  init(_ database: Database) throws {
    let text = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = ?", arguments: [Self.key])
    sums = (text ?? "").split(separator: "\n").map(String.init)
  }

  func contains(_ text: String) -> Bool { sums.contains(Self.sum(text)) }

  /// Notes that one text takes the place of another.
  mutating func note(_ old: String, replacedBy new: String, _ database: Database) throws {
    sums.removeAll { $0 == Self.sum(old) || $0 == Self.sum(new) }
    sums.append(Self.sum(old))
    try StoreState.set(Self.key, sums.suffix(Self.limit).joined(separator: "\n"), database)
  }

  /// The 64-bit FNV-1a hash, which is the same in all programs.
  private static func sum(_ text: String) -> String {
    let sum = StoredSchema.plain(text).utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(sum, radix: 16)
  }
}
