// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// Renames entities and properties in the history, so that earlier changes can be read with the new
/// models.
///
/// The history always uses the current names. Entities and properties get their new names, and
/// removed ones get an empty name, so that a later one with the old name is not mistaken for them.
/// The changes themselves need no update, since they contain no names.
struct HistoryMigration {
  /// The new entity that replaces an old one.
  private struct Successor {
    let entity: EntityLayout
    /// The new properties by their old names.
    let properties: [String: PropertyLayout]
  }

  private let change: SchemaChange
  /// The new entities by their old names.
  private let successors: [String: Successor]

  init(_ change: SchemaChange) {
    self.change = change
    var successors: [String: Successor] = [:]
    for entity in change.layout.entities {
      guard let source = change.source(of: entity) else { continue }
      if successors[source.name] != nil, source.name != entity.name { continue }
      var properties: [String: PropertyLayout] = [:]
      for property in entity.properties where property.hasStorage {
        guard let old = change.source(of: property, in: entity) else { continue }
        if properties[old.name] == nil || property.name == old.name {
          properties[old.name] = property
        }
      }
      successors[source.name] = Successor(entity: entity, properties: properties)
    }
    self.successors = successors
  }

  /// Applies the new names, inside the migration's transaction.
  func run(_ database: Database) throws {
    try RenamedEntities.record(successors.mapValues { $0.entity.name }, database)
    guard try Int.fetchOne(database, sql: HistorySQL.exists) == 1 else { return }
    for row in try Row.fetchAll(database, sql: HistorySQL.schemas) {
      let (id, text): (Int64, String) = (row[0], row[1])
      let schema = try decode(text)
      let new = HistorySchema(schema.entities.map(renamed))
      if new == schema { continue }
      try database.execute(
        sql: HistorySQL.updateSchema, arguments: [StoredJSON.encode(new), id])
    }
    guard try Bool.fetchOne(database, sql: HistorySQL.hasTombstones) == true else { return }
    try dropTombstones(database)
    for (name, successor) in successors.sorted(by: { $0.key < $1.key }) {
      try change(name, to: successor, database)
    }
    // The mark keeps swapped names from being renamed twice.
    try database.execute(
      sql: "UPDATE \(Self.table) SET entity = substr(entity, 2) WHERE entity GLOB '>*'")
  }

  private func decode(_ text: String) throws -> HistorySchema {
    var text = text
    do {
      return try text.withUTF8 {
        try StoredJSON.decode(HistorySchema.self, from: UnsafeRawBufferPointer($0))
      }
    } catch {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "The names in the history of \(change.store) can't be read (\(error)). Restore the store "
          + "from a backup; nothing was changed.")
    }
  }

  private func renamed(_ entity: HistorySchema.Entity) -> HistorySchema.Entity {
    let successor = successors[entity.name]
    return HistorySchema.Entity(
      name: successor?.entity.name ?? "",
      properties: entity.properties.map { successor?.properties[$0]?.name ?? "" })
  }

  // MARK: Tombstones

  private static let table = "_cairn_history_tombstone"

  /// Deletes the preserved values of removed entities and properties.
  private func dropTombstones(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT DISTINCT entity, property FROM \(Self.table)")
    for row in rows {
      let (entity, property): (String, String) = (row[0], row[1])
      if successors[entity]?.properties[property] != nil { continue }
      try delete(entity, property, database)
    }
  }

  private func delete(
    _ entity: String, _ property: String, where condition: String? = nil, _ database: Database
  ) throws {
    try database.execute(
      sql: "DELETE FROM \(Self.table) WHERE entity = ? AND property = ?"
        + (condition.map { " AND (\($0))" } ?? ""), arguments: [entity, property])
  }

  /// Applies the new names and attribute types to the preserved values of an entity.
  private func change(_ name: String, to successor: Successor, _ database: Database) throws {
    guard let source = change.old.entity(named: name) else { return }
    for (old, property) in successor.properties.sorted(by: { $0.key < $1.key }) {
      guard let conversion = conversion(old, of: source, to: property, in: successor.entity) else {
        try delete(name, old, database)
        continue
      }
      if let misfit = conversion.misfit {
        try delete(name, old, where: misfit("value"), database)
      }
      if conversion.isIdentity, name == successor.entity.name, old == property.name { continue }
      try database.execute(
        sql: "UPDATE \(Self.table) SET entity = ?, property = ?, "
          + "value = \(conversion.expression("value")) WHERE entity = ? AND property = ?",
        arguments: [">" + successor.entity.name, property.name, name, old])
    }
  }

  /// The conversion of an old attribute's values to a new attribute; nil if there is none.
  private func conversion(
    _ old: String, of source: StoredSchema.Entity, to property: PropertyLayout,
    in entity: EntityLayout
  ) -> ColumnConversion? {
    guard let oldProperty = change.old.property(named: old, of: source),
      case .attribute(let oldValue) = oldProperty.storage,
      case .attribute(let newValue) = change.new.entity(named: entity.name)
        .flatMap({ change.new.property(named: property.name, of: $0) })?.storage,
      let column = change.oldTables.tables[change.old.table(of: source)]?
        .column(named: oldProperty.column)
    else { return nil }
    return ColumnConversion(from: oldValue, declared: column.type, to: newValue)
  }
}

/// The current names of a store's entities by former name, because old identifiers contain former
/// names.
struct RenamedEntities {
  /// The key of the text in the store's metadata.
  static let key = "renamed"

  private(set) var names: [String: String] = [:]

  /// Parses the text: one line for each name, with the former name first.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      if parts.count == 2 { names[String(parts[0])] = String(parts[1]) }
    }
  }

  /// Records the new names that entities got in a migration and drops those of removed entities.
  static func record(_ successors: [String: String], _ database: Database) throws {
    let text = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = ?", arguments: [key])
    var renamed = RenamedEntities(text: text ?? "")
    renamed.names = renamed.names.compactMapValues { successors[$0] }
    for (old, new) in successors where old != new { renamed.names[old] = new }
    for (old, new) in renamed.names where old == new { renamed.names[old] = nil }
    let lines = renamed.names.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    if lines.isEmpty, text == nil { return }
    try StoreState.set(key, lines.joined(), database)
  }
}
