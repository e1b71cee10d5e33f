// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The statements that make the tables and indexes of a layout.
package struct SchemaSQL {
  /// By name, so that the order in which a program lists its models does not matter.
  private let entities: [EntityLayout]

  package init(layout: StoreLayout) {
    entities = layout.entities.sorted { $0.name < $1.name }
  }

  /// All statements in the order in which they are to run.
  ///
  /// The text is kept in the store, so that a later opening can tell whether the models changed:
  /// it must stay the same for the same models.
  package var statements: [String] {
    entities.flatMap { [table($0)] + indexes($0) + spatialIndexes($0) } + joinTables
  }

  private func table(_ entity: EntityLayout) -> String {
    let columns = entity.properties.flatMap { property in
      [
        column(property, in: entity),
        property.orderColumn.map { SQLFragment.quoted($0) + " REAL" },
      ].compactMap(\.self)
    }
    return "CREATE TABLE \(SQLFragment.quoted(entity.name)) (\n  "
      + ([EntityLayout.primaryKey + " INTEGER PRIMARY KEY"] + columns).joined(separator: ",\n  ")
      + "\n) STRICT"
  }

  private func column(_ property: PropertyLayout, in entity: EntityLayout) -> String? {
    let name = SQLFragment.quoted(property.name)
    let null = property.isOptional ? "" : " NOT NULL"
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
  /// There is none where the other end's rule is `noAction`, which leaves the reference as it is
  /// when its target is deleted.
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
    return " REFERENCES \(SQLFragment.quoted(destination.entity))(\(EntityLayout.primaryKey))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  private func indexes(_ entity: EntityLayout) -> [String] {
    let table = SQLFragment.quoted(entity.name)
    let unique = entity.uniqueConstraints.map { constraint in
      let names = constraint.map { entity.properties[$0].name }
      let index = SQLFragment.quoted("\(entity.name)_\(names.joined(separator: "_"))_unique")
      let columns = names.map(SQLFragment.quoted).joined(separator: ", ")
      return "CREATE UNIQUE INDEX \(index) ON \(table)(\(columns))"
    }
    let foreign = entity.properties.compactMap { property -> String? in
      guard case .toOne = property.storage,
        !entity.uniqueConstraints.contains([property.index])
      else { return nil }
      let index = SQLFragment.quoted("\(entity.name)_\(property.name)")
      // With the order, so that it can be looked up without the rows.
      let columns = [property.name, property.orderColumn].compactMap(\.self)
        .map(SQLFragment.quoted).joined(separator: ", ")
      return "CREATE INDEX \(index) ON \(table)(\(columns))"
    }
    // What begins with the same columns serves as well.
    let known = entity.uniqueConstraints
    let asked = entity.indexes.filter { asked in
      !asked.isSpatial && !known.contains { $0.starts(with: asked.properties) }
    }.compactMap { asked -> String? in
      let names = asked.properties.map { entity.properties[$0].name }
      if asked.properties.count == 1, case .toOne = entity.properties[asked.properties[0]].storage {
        return nil
      }
      let index = SQLFragment.quoted("\(entity.name)_\(names.joined(separator: "_"))_index")
      let columns = names.map(SQLFragment.quoted).joined(separator: ", ")
      return "CREATE INDEX \(index) ON \(table)(\(columns))"
    }
    return unique + foreign + asked
  }

  /// A table of boxes for each `.rtree` index, and the triggers that keep it in step.
  ///
  /// A box is a point; a row where one of the properties is NULL has none.
  private func spatialIndexes(_ entity: EntityLayout) -> [String] {
    let owner = SQLFragment.quoted(entity.name)
    let key = EntityLayout.primaryKey
    return entity.indexes.filter(\.isSpatial).flatMap { index in
      let name = index.tableName(in: entity)
      let table = SQLFragment.quoted(name)
      let columns = index.properties.map { SQLFragment.quoted(entity.properties[$0].name) }
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
      for property in entity.properties {
        guard case .toManyByJoin(let destination, let table, let own, let other) = property.storage,
          made.insert(table).inserted
        else { continue }
        let columns = [(own, entity.name), (other, destination.entity)].map { name, target in
          "\(SQLFragment.quoted(name)) INTEGER NOT NULL REFERENCES \(SQLFragment.quoted(target))"
            + "(\(EntityLayout.primaryKey)) DEFERRABLE INITIALLY DEFERRED"
        }
        // A relationship without an inverse, or that is its own, has an order at one end only.
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
  fileprivate var declaration: String {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .real, .date: "REAL"
    case .text, .url, .decimal, .json: "TEXT"
    case .uuid, .data, .transformed, .ephemeral: "BLOB"
    }
  }

  fileprivate var collation: String {
    self == .decimal ? " COLLATE cairn_decimal" : ""
  }
}
