// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What has to be done to the tables of a store so that they hold the models of another version.
///
/// It is worked out from the two schemas alone, without a look at the rows. What can't be inferred
/// is an error; what depends on the rows is a check.
final class SchemaChange {
  /// A table that is made anew and filled from old ones.
  struct Fill {
    let table: String
    let sql: String
    /// The old table whose rows it takes over, one for one.
    let source: String
    /// The new columns and what they are made of; the old row is `o`.
    let columns: [(name: String, expression: String)]
    /// A condition for the old rows.
    let condition: String?
  }

  /// A table that stays as it is, but for columns that get another name or are new.
  struct Alteration {
    let table: String
    let renames: [(old: String, new: String)]
    /// The declarations of new columns.
    let additions: [String]
  }

  /// Something that must be true of the old rows.
  struct Check {
    /// Counts the rows that are in the way.
    let count: String
    let error: (Int64) -> SwiftDataError
  }

  /// Files that the rows will not name any more: the texts of a column of an old table.
  struct FileColumn: Hashable {
    let table: String
    let column: String
    /// In the rows of that entity only, where the table has those of several.
    let entity: String?
  }

  let old: StoredSchema
  let new: StoredSchema
  let layout: StoreLayout
  let oldTables: DatabaseStructure
  let newTables: DatabaseStructure
  let store: String
  let defaults: DefaultValues
  private let formerEntities: FormerNames
  /// By the entity's name.
  private var formerProperties: [String: FormerNames] = [:]

  var fills: [Fill] = []
  var alterations: [Alteration] = []
  var checks: [Check] = []
  var readings: [Reading] = []
  /// The old links that relationships take over.
  var usedLinks: [LinkSource] = []
  /// Tables that are made empty.
  var made: [String] = []
  /// Old tables that go, whether or not another comes in their place.
  var dropped: Set<String> = []
  /// Sequences of keys that go over to another name.
  var renamedSequences: [(old: String, new: String)] = []
  /// Tables of pairs, whose keys are new.
  var filledPairs: [String] = []
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
    formerEntities = FormerNames(
      layout.entities.map { ($0.name, $0.originalName) }, old: old.originalNames,
      isNoted: old.notesOriginalNames)
    for entity in layout.entities where entity.superentity == nil { try plan(entity) }
    try planPairs()
    noteDropped()
    noteObsoleteFiles()
  }

  /// True if no table, index or row has to be touched or looked at.
  var isEmpty: Bool {
    fills.isEmpty && alterations.isEmpty && checks.isEmpty && made.isEmpty && dropped.isEmpty
      && Set(oldTables.extras) == Set(newTables.extras)
  }

  // MARK: What was what

  /// The old entity that a new one was.
  func source(of entity: EntityLayout) -> StoredSchema.Entity? {
    formerEntities[entity.name].flatMap(old.entity(named:))
  }

  /// The old property that a new one was.
  func source(of property: PropertyLayout, in entity: EntityLayout) -> StoredSchema.Property? {
    guard let source = source(of: entity) else { return nil }
    return formerProperties(of: entity, source)[property.name].flatMap {
      old.property(named: $0, of: source)
    }
  }

  private func formerProperties(of entity: EntityLayout, _ source: StoredSchema.Entity)
    -> FormerNames
  {
    if let known = formerProperties[entity.name] { return known }
    let names = FormerNames(
      entity.properties.filter(\.hasStorage).map { ($0.name, earlierName(of: $0, in: entity)) },
      old: old.originalNames(of: source), isNoted: old.notesOriginalNames)
    formerProperties[entity.name] = names
    return names
  }

  /// What `originalName` says.
  func earlierName(of property: PropertyLayout, in entity: EntityLayout) -> String? {
    ModelDescription.of(entity.type).properties[property.index].earlierName
  }

  /// The old entities that no new one was.
  var unnamed: [StoredSchema.Entity] {
    let kept = Set(layout.entities.compactMap { source(of: $0)?.name })
    return old.entities.filter { !kept.contains($0.name) }
  }

  /// An error for what can't be inferred.
  func refusal(_ entity: String, _ property: String, _ what: String, _ advice: String)
    -> SwiftDataError
  {
    SwiftDataError.loadIssueModelContainer.saying(
      "\(store) can't be migrated to the models: \(entity).\(property) \(what). \(advice) "
        + "Nothing in the store was changed.")
  }

  // MARK: Entities

  /// Plans the table of an entity without a superclass, and of all that inherit from it.
  private func plan(_ root: EntityLayout) throws {
    guard let table = newTables.tables[root.table] else { return }
    let members = layout.entities.filter { $0.table == root.table }
    guard let source = source(of: root), let oldTable = oldTables.tables[old.table(of: source)]
    else {
      try members.forEach { try checkTree($0, nil) }
      made.append(table.name)
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

  /// An entity can't be moved from one table into another.
  private func checkTree(_ entity: EntityLayout, _ table: String?) throws {
    guard let source = source(of: entity), oldTables.tables[old.table(of: source)] != nil,
      old.table(of: source) != table
    else { return }
    throw SwiftDataError.loadIssueModelContainer.saying(
      "\(store) can't be migrated to the models: \(entity.name) is to inherit from another model "
        + "than before, or from none. Give the new model another name and fill it in a custom "
        + "stage. Nothing in the store was changed.")
  }

  /// Where the names of the rows' entities come from, and which rows have one still.
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

  /// The condition that an old row is of an entity or of one that inherits from it; nil for all.
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

  /// Where the values of a new column come from.
  enum ColumnSource {
    /// An old column of the same row, as it is.
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

  /// Decides whether a table can stay, be altered, or is to be made anew.
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
    // A column that goes would have each row written anew as well.
    return used.count == oldTable.columns.count
      ? Alteration(table: table.name, renames: renames, additions: additions) : nil
  }

  /// The declaration of a column that SQLite can add without writing a row; nil if it can't.
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

  /// The old tables of entities and relationships that no new one takes up.
  private func noteDropped() {
    for entity in unnamed {
      let table = old.table(of: entity)
      if entity.parent == nil, oldTables.tables[table] != nil { dropped.insert(table) }
    }
    let pairs = new.pairTables
    for table in old.pairTables where !pairs.contains(table) && oldTables.tables[table] != nil {
      dropped.insert(table)
    }
  }

  /// The files of attributes that go, or that lie in the rows from now on.
  private func noteObsoleteFiles() {
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
  /// True if the two differ in nothing but their name.
  fileprivate func isLike(_ other: Self) -> Bool {
    type == other.type && isRequired == other.isRequired && collation == other.collation
      && target == other.target
  }
}

extension EntityLayout {
  /// The name that the entity had, if it says so.
  var originalName: String? { ModelDescription.of(type).originalEntityName }
}

extension Schema.PropertyMetadata {
  /// What `originalName` says.
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
