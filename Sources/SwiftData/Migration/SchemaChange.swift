// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The changes that convert a store's tables to another version of the models.
///
/// It is computed from the two schemas, without reading rows. A change that can't be inferred is an
/// error; a condition on the rows is a check.
final class SchemaChange {
  /// A table that is rebuilt from the rows of an old table.
  struct Fill {
    let table: String
    let sql: String
    /// The old table whose rows are copied, one to one.
    let source: String
    /// The new columns with their expressions; the old row is `o`.
    let columns: [(name: String, expression: String)]
    /// A condition for the old rows.
    let condition: String?
  }

  /// A table that stays, with renamed or added columns.
  struct Alteration {
    let table: String
    let renames: [(old: String, new: String)]
    /// The declarations of new columns.
    let additions: [String]
  }

  /// A condition that the old rows must fulfil.
  struct Check {
    /// The query that counts the rows that violate the condition.
    let count: String
    let error: (Int64) -> SwiftDataError
  }

  /// A column of an old table whose external files become obsolete.
  struct FileColumn: Hashable {
    let table: String
    let column: String
    /// Restricts the column to one entity's rows, if the table is shared by several entities.
    let entity: String?
  }

  let old: StoredSchema
  let new: StoredSchema
  let layout: StoreLayout
  let oldTables: DatabaseStructure
  let newTables: DatabaseStructure
  let store: String
  let defaults: DefaultValues
  private let entityNames: RenameMapping
  /// The former property names by entity name.
  private var propertyNames: [String: RenameMapping] = [:]

  var fills: [Fill] = []
  var alterations: [Alteration] = []
  var checks: [Check] = []
  var reinterpretations: [Reinterpretation] = []
  /// The old links that new relationships use.
  var usedLinks: [LinkSource] = []
  /// Tables that are created empty.
  var created: [String] = []
  /// Old tables that are dropped, whether or not new ones replace them.
  var dropped: Set<String> = []
  /// Key sequences that get another name.
  var renamedSequences: [(old: String, new: String)] = []
  /// Rebuilt join tables, whose rows have new keys.
  var filledJoinTables: [String] = []
  var obsoleteFiles: Set<FileColumn> = []

  init(
    from old: StoredSchema, _ oldTables: DatabaseStructure, to layout: StoreLayout,
    _ newTables: DatabaseStructure, store: String, defaults: DefaultValues
  ) throws {
    self.old = old
    self.oldTables = oldTables
    self.layout = layout
    self.newTables = newTables
    self.store = store
    self.defaults = defaults
    new = StoredSchema(layout)
    entityNames = RenameMapping(
      layout.entities.map { ($0.name, $0.originalName) }, old: old.originalNames,
      areRecorded: old.recordsOriginalNames)
    for entity in layout.entities where entity.superentity == nil { try plan(entity) }
    try planJoinTables()
    planDrops()
    planObsoleteFiles()
  }

  /// True if no table, index or row needs a change or a check.
  var isEmpty: Bool {
    fills.isEmpty && alterations.isEmpty && checks.isEmpty && created.isEmpty && dropped.isEmpty
      && Set(oldTables.extras) == Set(newTables.extras)
  }

  // MARK: Predecessors

  /// The old entity that a new one was.
  func source(of entity: EntityLayout) -> StoredSchema.Entity? {
    entityNames[entity.name].flatMap(old.entity(named:))
  }

  /// The old property that a new one was.
  func source(of property: PropertyLayout, in entity: EntityLayout) -> StoredSchema.Property? {
    guard let source = source(of: entity) else { return nil }
    return propertyNames(of: entity, source)[property.name].flatMap {
      old.property(named: $0, of: source)
    }
  }

  private func propertyNames(of entity: EntityLayout, _ source: StoredSchema.Entity)
    -> RenameMapping
  {
    if let known = propertyNames[entity.name] { return known }
    let names = RenameMapping(
      entity.properties.filter(\.hasStorage).map { ($0.name, earlierName(of: $0, in: entity)) },
      old: old.originalNames(of: source), areRecorded: old.recordsOriginalNames)
    propertyNames[entity.name] = names
    return names
  }

  /// The declared `originalName`; nil if there is none.
  func earlierName(of property: PropertyLayout, in entity: EntityLayout) -> String? {
    ModelDescription.of(entity.type).properties[property.index].earlierName
  }

  /// The old entities that have no successor.
  var removedEntities: [StoredSchema.Entity] {
    let kept = Set(layout.entities.compactMap { source(of: $0)?.name })
    return old.entities.filter { !kept.contains($0.name) }
  }

  /// Creates the error for a change that can't be inferred.
  func migrationError(_ entity: String, _ property: String, _ reason: String, _ remedy: String)
    -> SwiftDataError
  {
    SwiftDataError.loadIssueModelContainer.withMessage(
      "\(store) can't be migrated to the models: \(entity).\(property) \(reason). \(remedy) "
        + "Nothing was changed.")
  }

  // MARK: Entities

  /// Plans the table of a root entity and its subentities.
  private func plan(_ root: EntityLayout) throws {
    guard let table = newTables.tables[root.table] else { return }
    let members = layout.entities.filter { $0.table == root.table }
    guard let source = source(of: root), let oldTable = oldTables.tables[old.table(of: source)]
    else {
      try members.forEach { try checkTree($0, nil) }
      created.append(table.name)
      return
    }
    var columns = [EntityLayout.primaryKey: ColumnSource.copy(EntityLayout.primaryKey)]
    for entity in members {
      try checkTree(entity, oldTable.name)
      try plan(entity, oldTable, &columns)
    }
    let types = typeColumn(root, members, oldTable)
    columns[EntityLayout.typeColumn] = types.source
    if oldTable.name != root.table { renamedSequences.append((oldTable.name, root.table)) }
    change(table, from: oldTable, columns, types.condition)
  }

  /// Throws an error if an entity would move from one table to another.
  private func checkTree(_ entity: EntityLayout, _ table: String?) throws {
    guard let source = source(of: entity), oldTables.tables[old.table(of: source)] != nil,
      old.table(of: source) != table
    else { return }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(store) can't be migrated to the models: \(entity.name) no longer inherits from the same "
        + "model. Give the new model another name and fill it in a custom "
        + "stage. Nothing was changed.")
  }

  /// The source of the rows' entity names, and the condition for rows that still have an entity.
  private func typeColumn(
    _ root: EntityLayout, _ members: [EntityLayout], _ oldTable: DatabaseStructure.Table
  ) -> (source: ColumnSource, condition: String?) {
    let type = EntityLayout.typeColumn
    guard oldTable.column(named: type) != nil else {
      return (.value(.constant(.text(root.name))), nil)
    }
    let names = members.compactMap { member in
      source(of: member).map { (old: $0.name, new: member.name) }
    }
    let here = old.entities.filter { old.table(of: $0) == oldTable.name }.map(\.name)
    let isWhole = Set(here).isSubset(of: names.map(\.old))
    let kept = names.map { EntitySQL.literal($0.old) }.joined(separator: ", ")
    let condition = isWhole ? nil : "o.\(type) IN (\(kept))"
    let renamed = names.filter { $0.old != $0.new }
    if renamed.isEmpty { return (.copy(type), condition) }
    let cases = renamed.map {
      "WHEN \(EntitySQL.literal($0.old)) THEN \(EntitySQL.literal($0.new)) "
    }
    return (.expression("CASE o.\(type) \(cases.joined())ELSE o.\(type) END"), condition)
  }

  /// The condition that an old row belongs to an entity or its subentities; nil for all rows.
  func rows(of entity: EntityLayout, _ oldTable: DatabaseStructure.Table) -> String? {
    if entity.superentity == nil { return nil }
    guard oldTable.column(named: EntityLayout.typeColumn) != nil else { return "0" }
    let names = layout.entities.filter { $0.isA(entity.name) }.compactMap {
      source(of: $0).map { EntitySQL.literal($0.name) }
    }
    return "o.\(EntityLayout.typeColumn) IN (\(names.joined(separator: ", ")))"
  }

  /// Plans the columns that one class declares.
  private func plan(
    _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table,
    _ columns: inout [String: ColumnSource]
  ) throws {
    for property in entity.ownProperties {
      switch property.storage {
      case .attribute(.ephemeral, _), .toManyByForeignKey, .toManyByJoin: break
      case .attribute:
        columns[property.column] = try attribute(property, entity, oldTable)
      case .toOne(let destination):
        let (key, order) = try reference(property, destination, entity, oldTable)
        columns[property.column] = key
        if let column = property.orderColumn { columns[column] = order }
      }
    }
  }

  /// The source of a new column's values.
  enum ColumnSource {
    /// An unchanged old column of the same row.
    case copy(String)
    case value(DefaultValues.Value)
    case expression(String)

    static var none: ColumnSource { .value(.constant(.null)) }

    var sql: String {
      switch self {
      case .copy(let column): "o." + SQLFragment.quoted(column)
      case .value(let value): value.sql
      case .expression(let expression): expression
      }
    }
  }

  /// Decides whether a table can stay, can be altered, or must be rebuilt.
  private func change(
    _ table: DatabaseStructure.Table, from oldTable: DatabaseStructure.Table,
    _ columns: [String: ColumnSource], _ condition: String?
  ) {
    if condition == nil, let alteration = alteration(of: table, from: oldTable, columns) {
      if !alteration.renames.isEmpty || !alteration.additions.isEmpty {
        alterations.append(alteration)
      }
      return
    }
    dropped.insert(oldTable.name)
    fills.append(
      Fill(
        table: table.name, sql: table.sql, source: oldTable.name,
        columns: table.columns.map { ($0.name, (columns[$0.name] ?? .none).sql) },
        condition: condition))
  }

  private func alteration(
    of table: DatabaseStructure.Table, from oldTable: DatabaseStructure.Table,
    _ columns: [String: ColumnSource]
  ) -> Alteration? {
    guard table.name == oldTable.name else { return nil }
    var used: Set<String> = []
    var renames: [(old: String, new: String)] = []
    var additions: [String] = []
    for column in table.columns {
      switch columns[column.name] ?? .none {
      case .expression, .value(.each): return nil
      case .copy(let name):
        guard let old = oldTable.column(named: name), old.isLike(column), used.insert(name).inserted
        else { return nil }
        if name != column.name { renames.append((name, column.name)) }
      case .value(.constant(let value)):
        guard let declaration = addition(column, value) else { return nil }
        additions.append(declaration)
      }
    }
    // To drop a column, SQLite would rewrite each row as well.
    return used.count == oldTable.columns.count
      ? Alteration(table: table.name, renames: renames, additions: additions) : nil
  }

  /// The declaration of a column that SQLite can add without rewriting rows; nil if it can't.
  private func addition(_ column: DatabaseStructure.Column, _ value: SQLValue) -> String? {
    var declaration = SQLFragment.quoted(column.name) + " " + column.type
    if value == .null {
      if column.isRequired { return nil }
    } else {
      guard column.target == nil, let literal = value.plainLiteral else { return nil }
      declaration += (column.isRequired ? " NOT NULL" : "") + " DEFAULT " + literal
    }
    if column.collation != "BINARY" { declaration += " COLLATE " + column.collation }
    if let target = column.target {
      declaration +=
        " REFERENCES \(SQLFragment.quoted(target))(\(EntityLayout.primaryKey))"
        + " DEFERRABLE INITIALLY DEFERRED"
    }
    return declaration
  }

  /// Plans to drop the old tables of entities and relationships without a successor.
  private func planDrops() {
    for entity in removedEntities {
      let table = old.table(of: entity)
      if entity.parent == nil, oldTables.tables[table] != nil { dropped.insert(table) }
    }
    let pairs = new.joinTables
    for table in old.joinTables where !pairs.contains(table) && oldTables.tables[table] != nil {
      dropped.insert(table)
    }
  }

  /// Marks files of removed attributes, and of attributes that are now stored in the rows, as
  /// obsolete.
  private func planObsoleteFiles() {
    for entity in old.entities {
      let successor = layout.entities.first { source(of: $0)?.name == entity.name }
      let kept = successor.map { successor in
        successor.properties.compactMap { property -> String? in
          guard case .attribute(_, isExternal: true) = property.storage else { return nil }
          return source(of: property, in: successor)?.column
        }
      }
      let table = old.table(of: entity)
      let isInTree = oldTables.tables[table]?.column(named: EntityLayout.typeColumn) != nil
      for property in old.allProperties(of: entity) where kept?.contains(property.column) != true {
        guard case .attribute(let value) = property.storage, value.isExternal,
          oldTables.tables[table]?.column(named: property.column) != nil
        else { continue }
        obsoleteFiles.insert(
          FileColumn(
            table: table, column: property.column, entity: isInTree ? entity.name : nil))
      }
    }
  }
}

extension DatabaseStructure.Column {
  /// True if both columns are equal except for their names.
  fileprivate func isLike(_ other: Self) -> Bool {
    type == other.type && isRequired == other.isRequired && collation == other.collation
      && target == other.target
  }
}

extension EntityLayout {
  /// The declared `originalEntityName`; nil if there is none.
  var originalName: String? { ModelDescription.of(type).originalEntityName }
}

extension Schema.PropertyMetadata {
  /// The declared `originalName`; nil if there is none.
  var earlierName: String? {
    let name =
      (metadata as? Schema.Attribute)?.earlierName
      ?? (metadata as? Schema.Relationship)?.earlierName
    return name?.isEmpty == true ? nil : name
  }
}

extension PropertyLayout {
  /// True for all but ephemeral attributes.
  var hasStorage: Bool {
    if case .attribute(.ephemeral, _) = storage { false } else { true }
  }
}
