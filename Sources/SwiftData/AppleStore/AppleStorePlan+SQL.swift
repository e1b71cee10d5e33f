// Cairn
// SPDX-License-Identifier: Apache-2.0

extension AppleStorePlan {
  /// The statements that create the tables, as `SchemaSQL` does for models.
  var statements: [String] {
    let roots = entities.filter { $0.parent == nil }.sorted { $0.name < $1.name }
    return roots.flatMap { root in
      let members = members(of: root.table)
      var columns = [EntityLayout.primaryKey + " INTEGER PRIMARY KEY"]
      var indexes: [String] = []
      if members.count > 1 {
        columns.append(
          "\(EntityLayout.typeColumn) TEXT NOT NULL DEFAULT \(EntitySQL.literal(root.name))")
        indexes.append(
          "CREATE INDEX \(SQLFragment.quoted(root.table + EntityLayout.typeColumn)) ON "
            + "\(SQLFragment.quoted(root.table))(\(EntityLayout.typeColumn))")
      }
      for member in members {
        columns += member.attributes.map(declaration)
        columns += member.toOnes.flatMap(declarations)
        indexes += member.toOnes.map { index($0, member) }
      }
      return [
        "CREATE TABLE \(SQLFragment.quoted(root.table)) (\n  "
          + columns.joined(separator: ",\n  ") + "\n) STRICT"
      ] + indexes
    } + joins.flatMap(statements)
  }

  private func declaration(_ attribute: Attribute) -> String {
    "\(SQLFragment.quoted(attribute.column)) \(attribute.type.declaration)"
      + (attribute.isRequired ? " NOT NULL" : "") + attribute.type.collation
  }

  private func declarations(_ toOne: ToOne) -> [String] {
    let column =
      "\(SQLFragment.quoted(toOne.column)) INTEGER REFERENCES "
      + "\(SQLFragment.quoted(toOne.targetTable))(\(EntityLayout.primaryKey)) "
      + "DEFERRABLE INITIALLY DEFERRED"
    if !toOne.hasOrder { return [column] }
    return [column, SQLFragment.quoted(RelationshipSQL.orderColumn(of: toOne.column)) + " REAL"]
  }

  private func index(_ toOne: ToOne, _ entity: Entity) -> String {
    let columns = [
      toOne.column, toOne.hasOrder ? RelationshipSQL.orderColumn(of: toOne.column) : nil,
    ]
    .compactMap(\.self).map(SQLFragment.quoted).joined(separator: ", ")
    return "CREATE INDEX \(SQLFragment.quoted("\(entity.name)_\(toOne.name)")) ON "
      + "\(SQLFragment.quoted(entity.table))(\(columns))"
  }

  private func statements(_ join: JoinTable) -> [String] {
    let pairs = join.pairs
    let ends = [(pairs.own, join.ownerTable), (pairs.other, join.targetTable)].map { name, table in
      "\(SQLFragment.quoted(name)) INTEGER NOT NULL REFERENCES \(SQLFragment.quoted(table))"
        + "(\(EntityLayout.primaryKey)) DEFERRABLE INITIALLY DEFERRED"
    }
    let orders = (join.hasInverseOrder ? [pairs.own, pairs.other] : [pairs.own]).map {
      SQLFragment.quoted(RelationshipSQL.orderColumn(of: $0)) + " REAL"
    }
    let unique = "UNIQUE (\(SQLFragment.quoted(pairs.own)), \(SQLFragment.quoted(pairs.other)))"
    return [
      "CREATE TABLE \(SQLFragment.quoted(pairs.table)) (\n  "
        + ([EntityLayout.primaryKey + " INTEGER PRIMARY KEY"] + ends + orders + [unique])
        .joined(separator: ",\n  ") + "\n) STRICT",
      "CREATE INDEX \(SQLFragment.quoted(pairs.table + "_" + pairs.other)) ON "
        + "\(SQLFragment.quoted(pairs.table))(\(SQLFragment.quoted(pairs.other)))",
    ]
  }

  /// The description of the tables that the store records; see `StoredSchema`.
  var schemaText: String {
    entities.sorted { $0.name < $1.name }.map { entity in
      var lines: [(name: String, text: String)] = entity.attributes.map { attribute in
        (
          attribute.name,
          "value\t\(attribute.name)\t\(attribute.type.storedName)\t\(attribute.number)\tinline\t"
            + (attribute.isRequired ? "required" : "optional")
        )
      }
      lines += entity.toOnes.map {
        ($0.name, "one\t\($0.name)\t\($0.target)\t\($0.inverse ?? "")\toptional")
      }
      lines += entity.toManys.map {
        ($0.name, "many\t\($0.name)\t\($0.target)\t\($0.column)\trequired")
      }
      lines += entity.pairs.map { pairs in
        (
          pairs.name,
          "pairs\t\(pairs.name)\t\(pairs.target)\t\(pairs.inverse ?? "")\t\(pairs.table)\t"
            + "\(pairs.own)\t\(pairs.other)\trequired"
        )
      }
      return "entity\t\(entity.name)" + (entity.parent.map { "\t\($0)" } ?? "") + "\n"
        + lines.sorted { $0.name < $1.name }.map { $0.text + "\n" }.joined()
    }.joined()
  }
}
