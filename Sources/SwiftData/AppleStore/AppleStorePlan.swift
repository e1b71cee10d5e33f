// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The tables of a store that is made from a store of Apple's framework without models.
///
/// A program with models for these tables can open the store, and migrates it as any other.
struct AppleStorePlan {
  struct Attribute {
    let name: String
    let column: String
    let source: AppleModelReader.Source
    let type: _ColumnType
    /// The Swift type of a number; empty for others.
    let number: String
    let isRequired: Bool
  }

  struct ToOne {
    let name: String
    let column: String
    /// The column in the source, and its column with the order.
    let source: String
    let order: String?
    let target: String
    let targetTable: String
    let inverse: String?
    /// Whether the inverse is a to-many relationship, which has an order.
    let hasOrder: Bool
  }

  struct ToMany {
    let name: String
    let target: String
    /// The column of the inverse in the target's table.
    let column: String
  }

  /// One end of a join table.
  struct Pairs {
    let name: String
    let target: String
    let inverse: String?
    let table: String
    let own: String
    let other: String
  }

  struct Entity {
    let source: AppleStoreFile.Entity
    let name: String
    let parent: String?
    /// The name of the root entity's table.
    let table: String
    var attributes: [Attribute] = []
    var toOnes: [ToOne] = []
    var toManys: [ToMany] = []
    var pairs: [Pairs] = []
  }

  struct JoinTable {
    /// The rows of a join table, or of a column in the target's table.
    enum Source {
      case join(AppleColumns.Join)
      case column(String, order: String?, in: AppleStoreFile.Entity)
    }

    let pairs: Pairs
    let ownerTable: String
    let targetTable: String
    /// The name of the owner's entity, for messages.
    let owner: String
    let hasInverseOrder: Bool
    let source: Source
  }

  private(set) var entities: [Entity] = []
  private(set) var joins: [JoinTable] = []
  let file: AppleStoreFile
  private let columns: AppleColumns
  private let external: AppleExternalValues
  /// The used names of columns in each table, in lower case.
  private var columnNames: [String: Set<String>] = [:]

  init(_ file: AppleStoreFile, _ external: AppleExternalValues, _ database: Database) throws {
    self.file = file
    self.external = external
    columns = AppleColumns(file: file)
    planEntities()
    for index in entities.indices {
      if let known = model(of: entities[index]) {
        try planAttributes(index, known, database)
        try planToOnes(index, known, database)
      } else if entities[index].parent == nil {
        try planColumns(index, database)
      }
    }
    for index in entities.indices {
      guard let known = model(of: entities[index]) else { continue }
      for relationship in own(known).relationships where relationship.isToMany {
        try planToMany(index, relationship, database)
      }
    }
  }

  func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// The members of a table: the root entity, then its subentities by name.
  func members(of table: String) -> [Entity] {
    let members = entities.filter { $0.table == table }
    return members.filter { $0.parent == nil }
      + members.filter { $0.parent != nil }.sorted { $0.name < $1.name }
  }

  // MARK: Entities

  private mutating func planEntities() {
    var names: Set<String> = []
    var byNumber: [Int64: String] = [:]
    for source in file.entities {
      let name = Self.unique(Self.plain(source.name), &names)
      byNumber[source.number] = name
    }
    for source in file.entities {
      guard let name = byNumber[source.number] else { continue }
      let root = file.ancestors(of: source).last.flatMap { byNumber[$0] } ?? name
      entities.append(
        Entity(source: source, name: name, parent: byNumber[source.parent], table: root))
    }
    for table in Set(entities.map(\.table)) {
      columnNames[table] = [EntityLayout.primaryKey, EntityLayout.typeColumn]
    }
  }

  /// A name without the prefixes that SQLite and the framework reserve.
  private static func plain(_ name: String) -> String {
    let plain = String(name.drop { $0 == "_" })
    if plain.isEmpty { return "unnamed" }
    return plain.lowercased().hasPrefix("sqlite_") ? "the_" + plain : plain
  }

  private static func unique(_ name: String, _ names: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !names.insert(candidate.lowercased()).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  private func model(of entity: Entity) -> AppleModel.Entity? {
    file.model?.entity(named: entity.source.name)
  }

  /// The properties that an entity declares itself.
  private func own(_ entity: AppleModel.Entity) -> (
    attributes: [AppleModel.Attribute], relationships: [AppleModel.Relationship]
  ) {
    let parent = entity.superentity.flatMap { file.model?.entity(named: $0) }
    return (
      entity.attributes.filter { attribute in
        parent?.attributes.contains { $0.name == attribute.name } != true
      },
      entity.relationships.filter { parent?.relationship(named: $0.name) == nil }
    )
  }

  /// The name of a property and its column; a subentity's name precedes its columns.
  private mutating func names(_ property: String, _ entity: Entity) -> (
    name: String, column: String
  ) {
    let name = Self.plain(property)
    let prefix = entity.parent == nil ? "" : entity.name + "_"
    var used = columnNames[entity.table] ?? []
    let column = Self.unique(prefix + name, &used)
    columnNames[entity.table] = used
    return (String(column.dropFirst(prefix.count)), column)
  }

  // MARK: Attributes

  private mutating func planAttributes(
    _ index: Int, _ known: AppleModel.Entity, _ database: Database
  ) throws {
    let entity = entities[index]
    for attribute in own(known).attributes {
      let others = (known.attributes.map(\.name) + known.relationships.map(\.name))
        .filter { $0 != attribute.name }
      let source: AppleModelReader.Source
      if !attribute.elements.isEmpty {
        let elements = try AppleModelReader.elements(
          attribute, of: entity.source, columns, database)
        if elements.isEmpty { continue }
        source = .composite(elements)
      } else if let column = try columns.column(
        attribute.name, of: entity.source, others: others, database)
      {
        source = .column(
          column.name,
          hasMarkers: try external.hasMarkers(
            column.name, in: entity.source.table, isDeclared: false, database))
      } else {
        continue
      }
      let (type, number) = try type(of: attribute, source, entity.source, database)
      let isRequired =
        try entity.parent == nil && !attribute.isOptional && type != .json
        && isAlwaysPresent(source, entity.source, database)
      let (name, column) = names(attribute.name, entity)
      entities[index].attributes.append(
        Attribute(
          name: name, column: column, source: source, type: type, number: number,
          isRequired: isRequired))
    }
  }

  private func type(
    of attribute: AppleModel.Attribute, _ source: AppleModelReader.Source,
    _ entity: AppleStoreFile.Entity, _ database: Database
  ) throws -> (_ColumnType, String) {
    if case .composite = source { return (.json, "") }
    switch attribute.kind {
    case .integer16: return (.integer, "Int16")
    case .integer32: return (.integer, "Int32")
    case .integer64: return (.integer, "Int")
    case .decimal: return (.decimal, "")
    case .double: return (.real, "Double")
    case .float: return (.real, "Float")
    case .string: return (.text, "")
    case .boolean: return (.boolean, "")
    case .date: return (.date, "")
    case .data: return (.data, "")
    case .uuid: return (.uuid, "")
    case .url: return (.url, "")
    case .transformable, .objectID, .composite, nil:
      return (try isReadable(source, entity, database) ? .json : .data, "")
    }
  }

  private func isAlwaysPresent(
    _ source: AppleModelReader.Source, _ entity: AppleStoreFile.Entity, _ database: Database
  ) throws -> Bool {
    guard case .column(let column, hasMarkers: false) = source else { return false }
    return try Int.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM \(SQLFragment.quoted(entity.table)) "
        + "WHERE \(SQLFragment.quoted(column)) IS NULL)") == 0
  }

  /// Whether all values of a column are archives, property lists or JSON.
  private func isReadable(
    _ source: AppleModelReader.Source, _ entity: AppleStoreFile.Entity, _ database: Database
  ) throws -> Bool {
    guard case .column(let column, hasMarkers: false) = source else { return false }
    let name = SQLFragment.quoted(column)
    let rows = try DatabaseValue.fetchCursor(
      database,
      sql: "SELECT \(name) FROM \(SQLFragment.quoted(entity.table)) WHERE \(name) IS NOT NULL")
    while let value = try rows.next() {
      if (try? AppleValueConversion.json(SQLValue(value))) == nil { return false }
    }
    return true
  }

  /// Plans the columns of a store without a model, by their declared types.
  private mutating func planColumns(_ index: Int, _ database: Database) throws {
    let entity = entities[index]
    for column in columns.properties(of: entity.source.table) {
      let source = AppleModelReader.Source.column(
        column.name,
        hasMarkers: try external.hasMarkers(
          column.name, in: entity.source.table, isDeclared: false, database))
      let (type, number): (_ColumnType, String) =
        switch column.type {
        case "INTEGER": (.integer, "Int")
        case "FLOAT": (.real, "Double")
        case "TIMESTAMP": (.date, "")
        case "DECIMAL": (.decimal, "")
        case "BLOB": (try isReadable(source, entity.source, database) ? .json : .data, "")
        default: (.text, "")
        }
      let (name, target) = names(String(column.name.dropFirst()).lowercased(), entity)
      entities[index].attributes.append(
        Attribute(
          name: name, column: target, source: source, type: type, number: number,
          isRequired: false))
    }
  }

  // MARK: Relationships

  private mutating func planToOnes(
    _ index: Int, _ known: AppleModel.Entity, _ database: Database
  ) throws {
    let entity = entities[index]
    for relationship in own(known).relationships where !relationship.isToMany {
      let others = (known.attributes.map(\.name) + known.relationships.map(\.name))
        .filter { $0 != relationship.name }
      guard let target = self.target(of: relationship),
        let column = try columns.column(
          relationship.name, of: entity.source, others: others, database)
      else { continue }
      let inverse = inverse(of: relationship)
      let (name, ours) = names(relationship.name, entity)
      if inverse?.isToMany == true {
        columnNames[entity.table]?.insert(RelationshipSQL.orderColumn(of: ours).lowercased())
      }
      entities[index].toOnes.append(
        ToOne(
          name: name, column: ours, source: column.name,
          order: columns.order(of: column.name, in: entity.source.table), target: target.name,
          targetTable: target.table, inverse: inverse.map { Self.plain($0.name) },
          hasOrder: inverse?.isToMany == true))
    }
  }

  private func target(of relationship: AppleModel.Relationship) -> Entity? {
    entities.first { $0.source.name == relationship.destination }
  }

  private func inverse(of relationship: AppleModel.Relationship) -> AppleModel.Relationship? {
    relationship.inverse.flatMap {
      file.model?.entity(named: relationship.destination)?.relationship(named: $0)
    }
  }

  private mutating func planToMany(
    _ index: Int, _ relationship: AppleModel.Relationship, _ database: Database
  ) throws {
    let entity = entities[index]
    guard let target = target(of: relationship) else { return }
    let name = Self.plain(relationship.name)
    let inverse = inverse(of: relationship)
    if let inverse, !inverse.isToMany {
      let ancestors = file.ancestors(of: target.source)
      let column = entities.filter { ancestors.contains($0.source.number) }.flatMap(\.toOnes)
        .first { $0.name == Self.plain(inverse.name) }?.column
      guard let column else { return }
      entities[index].toManys.append(ToMany(name: name, target: target.name, column: column))
      return
    }
    let own = "\(entity.name)_\(name)"
    let pairs: Pairs
    if let inverse, "\(target.name)_\(Self.plain(inverse.name))" != own {
      let back = Self.plain(inverse.name)
      pairs = Pairs(
        name: name, target: target.name, inverse: back,
        table: min(own, "\(target.name)_\(back)"), own: name + "_owner", other: back + "_owner")
    } else {
      pairs = Pairs(
        name: name, target: target.name, inverse: inverse == nil ? nil : name, table: own,
        own: "owner", other: "target")
    }
    guard try planJoin(pairs, relationship, entity, target, database) else { return }
    entities[index].pairs.append(pairs)
  }

  /// Plans the join table of a relationship, once for both ends; false if the source has no rows for
  /// it.
  private mutating func planJoin(
    _ pairs: Pairs, _ relationship: AppleModel.Relationship, _ entity: Entity, _ target: Entity,
    _ database: Database
  ) throws -> Bool {
    if joins.contains(where: { $0.pairs.table == pairs.table }) { return true }
    let source: JoinTable.Source
    if let join = columns.join(
      relationship.name, of: entity.source, to: target.source, inverse: relationship.inverse)
    {
      source = .join(join)
    } else if pairs.inverse == nil,
      let column = columns.oneWayColumn(
        relationship.name, of: entity.source, in: target.source.table)
    {
      source = .column(
        column, order: columns.order(of: column, in: target.source.table), in: target.source)
    } else {
      return false
    }
    joins.append(
      JoinTable(
        pairs: pairs, ownerTable: entity.table, targetTable: target.table, owner: entity.name,
        hasInverseOrder: pairs.inverse != nil && pairs.own != "owner", source: source))
    return true
  }
}
