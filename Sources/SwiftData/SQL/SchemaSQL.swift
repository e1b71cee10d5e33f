// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements that create the tables and indexes of a layout.
package struct SchemaSQL {
  /// The entities sorted by name, independent of the order in which a program lists its models.
  private let entities: [EntityLayout]
  /// The conditions that select the rows of each entity with a superentity, by entity name.
  private let typeConditions: [String: String]

  package init(layout: StoreLayout) {
    entities = layout.entities.sorted { $0.name < $1.name }
    typeConditions = Dictionary(
      layout.entities.indices.compactMap { index in
        EntitySQL(entity: index, in: layout).typeCondition.map { (layout.entities[index].name, $0) }
      }
    ) { first, _ in first }
  }

  /// All statements, in execution order.
  ///
  /// The store contains this text, and a later opening compares it to detect changed models. The
  /// text must therefore stay the same for the same models.
  package var statements: [String] {
    entities.filter { $0.superentity == nil }.flatMap { root in
      let members = entities.filter { $0.table == root.table }
      let virtual =
        members.flatMap(spatialIndexes) + members.flatMap { FullTextSQL.statements($0) }
      return [table(root, members)] + typeIndex(root) + members.flatMap(indexes) + virtual
    } + joinTables
  }

  /// The table of a root entity and its subentities.
  private func table(_ root: EntityLayout, _ members: [EntityLayout]) -> String {
    let others = members.filter { $0 !== root }
    let columns = ([root] + others).flatMap { entity in
      entity.ownProperties.flatMap { property in
        [
          column(property, in: entity),
          property.orderColumn.map { SQLFragment.quoted($0) + " REAL" },
        ].compactMap(\.self)
      }
    }
    // The default applies to rows that were inserted before the first subclass existed.
    let type =
      root.isInTree
      ? ["\(EntityLayout.typeColumn) TEXT NOT NULL DEFAULT \(EntitySQL.literal(root.name))"] : []
    return "CREATE TABLE \(SQLFragment.quoted(root.table)) (\n  "
      + ([EntityLayout.primaryKey + " INTEGER PRIMARY KEY"] + type + columns)
      .joined(separator: ",\n  ") + "\n) STRICT"
  }

  /// The index on the type column, for fetches of a subclass.
  private func typeIndex(_ root: EntityLayout) -> [String] {
    if !root.isInTree { return [] }
    return [
      "CREATE INDEX \(SQLFragment.quoted(root.table + EntityLayout.typeColumn)) ON "
        + "\(SQLFragment.quoted(root.table))(\(EntityLayout.typeColumn))"
    ]
  }

  private func column(_ property: PropertyLayout, in entity: EntityLayout) -> String? {
    let name = SQLFragment.quoted(property.column)
    // Rows of other entities have no value for a property of a subclass.
    let null = property.isOptional || entity.superentity != nil ? "" : " NOT NULL"
    switch property.storage {
    case .attribute(.ephemeral, _): return nil
    case .attribute(let type, let isExternal):
      return "\(name) \(isExternal ? "ANY" : type.declaration)\(null)\(type.collation)"
    case .toOne(let destination):
      return "\(name) INTEGER\(null)" + reference(to: destination, from: entity, property)
    case .toManyByForeignKey, .toManyByJoin:
      return nil
    }
  }

  /// The foreign key of a to-one column.
  ///
  /// If the inverse's delete rule is `noAction`, there is no foreign key, since deleting the target
  /// leaves the reference unchanged.
  private func reference(
    to destination: PropertyLayout.Destination, from entity: EntityLayout,
    _ property: PropertyLayout
  ) -> String {
    let description = ModelDescription.of(entity.type)
    if let relationship = description.relationship(at: property.index),
      description.inverse(of: relationship)?.deleteRule == .noAction
    {
      return ""
    }
    return " REFERENCES \(SQLFragment.quoted(destination.table))(\(EntityLayout.primaryKey))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  private func indexes(_ entity: EntityLayout) -> [String] {
    let table = SQLFragment.quoted(entity.table)
    // Constraints and indexes of a subclass apply only to its own rows.
    let condition = typeConditions[entity.name].map { " WHERE \($0)" } ?? ""
    func name(_ properties: [Int], _ suffix: String) -> String {
      let names = properties.map { entity.properties[$0].name }
      return SQLFragment.quoted("\(entity.name)_\(names.joined(separator: "_"))\(suffix)")
    }
    func columns(_ properties: [Int]) -> String {
      properties.map { SQLFragment.quoted(entity.properties[$0].column) }.joined(separator: ", ")
    }
    let unique = entity.ownUniqueConstraints.map { constraint in
      "CREATE UNIQUE INDEX \(name(constraint, "_unique")) ON \(table)(\(columns(constraint)))"
        + condition
    }
    let foreign = entity.ownProperties.compactMap { property -> String? in
      guard case .toOne = property.storage,
        condition != "" || !entity.uniqueConstraints.contains([property.index])
      else { return nil }
      // The order column makes it a covering index.
      let columns = [property.column, property.orderColumn].compactMap(\.self)
        .map(SQLFragment.quoted).joined(separator: ", ")
      return "CREATE INDEX \(name([property.index], "")) ON \(table)(\(columns))"
    }
    // A unique index with the same leading columns makes an index redundant.
    let known = entity.uniqueConstraints
    let asked = entity.ownIndexes.filter { asked in
      asked.kind == .ordered && !known.contains { $0.starts(with: asked.properties) }
    }.compactMap { asked -> String? in
      if asked.properties.count == 1, case .toOne = entity.properties[asked.properties[0]].storage {
        return nil
      }
      return "CREATE INDEX \(name(asked.properties, "_index")) ON "
        + "\(table)(\(columns(asked.properties)))" + condition
    }
    return unique + foreign + asked
  }

  /// An R*Tree table for each `.rtree` index, and the triggers that update it.
  ///
  /// Each entry is a point. Rows with NULL in one of the properties have no entry.
  private func spatialIndexes(_ entity: EntityLayout) -> [String] {
    let owner = SQLFragment.quoted(entity.table)
    let key = EntityLayout.primaryKey
    return entity.ownIndexes.filter(\.isSpatial).flatMap { index in
      let name = index.tableName(in: entity)
      let table = SQLFragment.quoted(name)
      let columns = index.properties.map { SQLFragment.quoted(entity.properties[$0].column) }
      let bounds = columns.indices.flatMap { ["min\($0)", "max\($0)"] }.joined(separator: ", ")
      let present = columns.map { "NEW.\($0) IS NOT NULL" }.joined(separator: " AND ")
      let values = columns.flatMap { ["NEW.\($0)", "NEW.\($0)"] }.joined(separator: ", ")
      let insert = "INSERT INTO \(table) SELECT NEW.\(key), \(values) WHERE \(present);"
      let delete = "DELETE FROM \(table) WHERE \(key) = OLD.\(key);"
      func trigger(_ event: String, _ body: String) -> String {
        let suffix = event.prefix { $0 != " " }.lowercased()
        return
          "CREATE TRIGGER \(SQLFragment.quoted("\(name)_\(suffix)")) AFTER \(event) ON \(owner) "
          + "BEGIN \(body) END"
      }
      return [
        "CREATE VIRTUAL TABLE \(table) USING rtree(\(key), \(bounds))",
        trigger("INSERT", insert), trigger("DELETE", delete),
        trigger("UPDATE OF \(columns.joined(separator: ", "))", "\(delete) \(insert)"),
      ]
    }
  }

  private var joinTables: [String] {
    var made: Set<String> = []
    var statements: [String] = []
    for entity in entities {
      for property in entity.ownProperties {
        guard case .toManyByJoin(let destination, let table, let own, let other) = property.storage,
          made.insert(table).inserted
        else { continue }
        let columns = [(own, entity.table), (other, destination.table)].map { name, target in
          "\(SQLFragment.quoted(name)) INTEGER NOT NULL REFERENCES \(SQLFragment.quoted(target))"
            + "(\(EntityLayout.primaryKey)) DEFERRABLE INITIALLY DEFERRED"
        }
        // A relationship that has no inverse, or is its own inverse, is ordered at one end only.
        let ordered = destination.inverse == nil || own == "owner" ? [own] : [own, other]
        let orders = ordered.map {
          SQLFragment.quoted(RelationshipSQL.orderColumn(of: $0)) + " REAL"
        }
        let pair = "UNIQUE (\(SQLFragment.quoted(own)), \(SQLFragment.quoted(other)))"
        statements.append(
          "CREATE TABLE \(SQLFragment.quoted(table)) (\n  "
            + ([EntityLayout.primaryKey + " INTEGER PRIMARY KEY"] + columns + orders + [pair])
            .joined(separator: ",\n  ") + "\n) STRICT")
        statements.append(
          "CREATE INDEX \(SQLFragment.quoted(table + "_" + other)) ON "
            + "\(SQLFragment.quoted(table))(\(SQLFragment.quoted(other)))")
      }
    }
    return statements
  }
}

extension _ColumnType {
  /// The declared type of a column.
  var declaration: String {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .real, .date: "REAL"
    case .text, .url, .decimal, .json: "TEXT"
    case .uuid, .data, .transformed, .ephemeral: "BLOB"
    }
  }

  /// The collation of a column, with a space before it; empty for none.
  var collation: String {
    self == .decimal ? " COLLATE cairn_decimal" : ""
  }
}
