// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SchemaChange {
  /// Where the keys of a to-one relationship come from, and the places among siblings.
  func reference(
    _ property: PropertyLayout, _ destination: PropertyLayout.Destination, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table
  ) throws -> (key: ColumnSource, order: ColumnSource) {
    guard let links = try links(of: property, destination, entity, oldTable) else {
      if !property.isOptional {
        note(
          nil, oldTable, entity, property.name, "is a new required relationship",
          .wouldLeadNowhere,
          "Make it optional and set it in didMigrate of a custom stage.")
      }
      return (.none, .none)
    }
    let isOwn = links.table == oldTable.name && links.owner == EntityLayout.primaryKey
    if isOwn {
      let (key, order) = ownReference(property, destination, entity, oldTable, links)
      guard let rows = conditionOfMoveDown(property, entity, oldTable) else { return (key, order) }
      return (
        .expression("CASE WHEN \(rows) THEN \(key.sql) END"),
        .expression("CASE WHEN \(rows) THEN \(order.sql) END")
      )
    }
    noteShared(links, entity.name, property.name)
    let table = SQLFragment.quoted(links.table)
    let found =
      "FROM \(table) AS l WHERE l.\(SQLFragment.quoted(links.owner)) = "
      + "o.\(EntityLayout.primaryKey) LIMIT 1"
    if !property.isOptional {
      note(
        "NOT EXISTS (SELECT 1 \(found))", oldTable, entity, property.name,
        "is to be a required relationship",
        .wouldLeadNowhere, "Make it optional, or relate them in a custom stage.")
    }
    let place = links.ownerPlace.map {
      "coalesce(l.\(SQLFragment.quoted($0)), l.rowid)"
    }
    return (
      .expression("(SELECT l.\(SQLFragment.quoted(links.target)) \(found))"),
      .expression("(SELECT \(place ?? "NULL") \(found))")
    )
  }

  /// A to-one relationship that has been one.
  private func ownReference(
    _ property: PropertyLayout, _ destination: PropertyLayout.Destination, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table, _ links: LinkSource
  ) -> (key: ColumnSource, order: ColumnSource) {
    let column = "o." + SQLFragment.quoted(links.target)
    let oldColumn = oldTable.column(named: links.target)
    let isChecked = newTables.tables[entity.table]?.column(named: property.column)?.target != nil
    var key = ColumnSource.copy(links.target)
    var missing = "\(column) IS NULL"
    // A reference that was not checked may lead to a row that is gone.
    if isChecked, oldColumn?.target == nil, let target = layout.entity(for: destination.type),
      let source = source(of: target)
    {
      let rows = SQLFragment.quoted(old.table(of: source))
      let exists = "EXISTS (SELECT 1 FROM \(rows) AS t WHERE t.\(EntityLayout.primaryKey) = "
      key = .expression("CASE WHEN \(exists)\(column)) THEN \(column) END")
      missing += " OR NOT \(exists)\(column))"
    }
    if !property.isOptional, oldColumn?.isRequired != true || missing.contains(" OR ") {
      note(
        missing, oldTable, entity, property.name, "is to be a required relationship",
        .leadNowhere, "Make it optional, or relate them before.")
    }
    return (key, links.ownerPlace.map { .copy($0) } ?? .none)
  }

  // MARK: Links

  /// Where the links of a relationship lie; nil if there were none.
  private func links(
    of property: PropertyLayout, _ destination: PropertyLayout.Destination, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table?
  ) throws -> LinkSource? {
    guard let oldEntity = source(of: entity) else { return nil }
    let target = layout.entity(for: destination.type)
    let inverse = target?.properties.first { $0.name == destination.inverse }
    let back = try inverse.flatMap { inverse in
      try target.flatMap { target in
        try oldLinks(of: inverse, in: target, to: entity, orNil: true)?.reversed
      }
    }
    if let back { usedLinks.append(back) }
    guard let forth = try oldLinks(of: property, in: entity, to: target, orNil: false) else {
      return back
    }
    usedLinks.append(forth)
    if let back, back.table != forth.table || back.owner != forth.owner {
      noteDifferences(forth, back, entity.name, property.name, oldEntity.name)
    }
    return forth
  }

  /// Where the links of the old property lie that a property was.
  private func oldLinks(
    of property: PropertyLayout, in entity: EntityLayout, to target: EntityLayout?,
    orNil: Bool
  ) throws -> LinkSource? {
    guard let (oldEntity, source) = try oldRelationship(property, entity) else { return nil }
    let oldTarget: String
    switch source.storage {
    case .attribute(let value):
      // A reference without a foreign key is not known as one in the oldest stores.
      let column = oldTables.tables[old.table(of: oldEntity)]?.column(named: source.column)
      if value.kind == "?", column?.type == "INTEGER" {
        var reference = source
        reference.storage = .toOne(entity: "", inverse: nil)
        return LinkSource(reference, of: oldEntity, in: old, oldTables)
      }
      if orNil { return nil }
      throw refusal(
        entity.name, property.name, "was an attribute and is to be a relationship",
        "Give the relationship another name and fill it in a custom stage.")
    case .toOne(let name, _), .toMany(let name, _), .pairs(let name, _, _): oldTarget = name
    }
    guard isTarget(oldTarget, of: target) else {
      if orNil { return nil }
      throw refusal(
        entity.name, property.name,
        "led to \(oldTarget) and is to lead to \(target?.name ?? "another entity")",
        "Give the relationship another name and fill it in a custom stage.")
    }
    return LinkSource(source, of: oldEntity, in: old, oldTables)
  }

  /// The old property that a relationship was, and the entity that it was of.
  private func oldRelationship(_ property: PropertyLayout, _ entity: EntityLayout) throws -> (
    StoredSchema.Entity, StoredSchema.Property
  )? {
    guard let oldEntity = source(of: entity) else { return nil }
    if let source = source(of: property, in: entity) { return (oldEntity, source) }
    let sources = movedUp(property, to: entity)
    if sources.count < 2 { return sources.first.map { ($0.owner, $0.property) } }
    throw refusal(
      entity.name, property.name,
      "was a relationship of \(sources.map(\.owner.name).joined(separator: " and of ")) each",
      "Give it another name and fill it in a custom stage.")
  }

  /// Whether all that a relationship led to is what it is to lead to.
  private func isTarget(_ oldTarget: String, of target: EntityLayout?) -> Bool {
    guard let source = target.flatMap({ self.source(of: $0) }),
      let oldEntity = old.entity(named: oldTarget)
    else { return false }
    return old.isA(oldEntity, source.name)
  }

  /// Notes that no owner may have several targets.
  private func noteShared(_ links: LinkSource, _ entity: String, _ property: String) {
    checks.append(
      Check(count: links.countOfShared) { [self] count in
        refusal(
          entity, property,
          "is to lead to one model only; \(count) \(entity) \(count == 1 ? "has" : "have") several",
          "Choose one of them in willMigrate of a custom stage.")
      })
  }

  /// Notes that two relationships that become each other's inverse must have the same links.
  private func noteDifferences(
    _ forth: LinkSource, _ back: LinkSource, _ entity: String, _ property: String, _ old: String
  ) {
    for (first, second) in [(forth, back), (back, forth)] {
      checks.append(
        Check(count: "SELECT count(*) FROM (\(first.select) EXCEPT \(second.select))") {
          [self] count in
          refusal(
            entity, property,
            "and its inverse were two relationships; \(count) "
              + "\(count == 1 ? "link is" : "links are") in one of them only",
            "Bring them in step in willMigrate of a custom stage.")
        })
    }
  }

  // MARK: Tables of pairs

  /// Decides for each table of pairs whether it can stay or is to be made anew.
  func planPairs() throws {
    var seen: Set<String> = []
    for entity in layout.entities {
      for property in entity.ownProperties {
        guard
          case .toManyByJoin(let destination, let name, let own, let other) = property.storage,
          seen.insert(name).inserted, let table = newTables.tables[name]
        else { continue }
        let oldTable = source(of: entity).flatMap { oldTables.tables[old.table(of: $0)] }
        guard let links = try links(of: property, destination, entity, oldTable) else {
          made.append(name)
          if oldTables.tables[name] != nil { dropped.insert(name) }
          continue
        }
        let rows = oldTable.flatMap { conditionOfMoveDown(property, entity, $0) }
        let owners = rows.map { rows in
          "o.\(SQLFragment.quoted(links.owner)) IN (SELECT o.\(EntityLayout.primaryKey) FROM "
            + "\(SQLFragment.quoted(oldTable?.name ?? "")) AS o WHERE \(rows))"
        }
        fill(table, links, own, other, owners)
      }
    }
  }

  private func fill(
    _ table: DatabaseStructure.Table, _ links: LinkSource, _ own: String, _ other: String,
    _ condition: String?
  ) {
    let orders = (
      RelationshipSQL.orderColumn(of: own), RelationshipSQL.orderColumn(of: other)
    )
    let isSame =
      links.table == table.name && links.owner == own && links.target == other
      && links.targetPlace.map { $0 == orders.0 } ?? true
      && links.ownerPlace.map { $0 == orders.1 } ?? true
    if isSame, condition == nil, let old = oldTables.tables[table.name], old.isLike(table) {
      return
    }
    func place(_ column: String?) -> String {
      column.map { "o." + SQLFragment.quoted($0) } ?? "NULL"
    }
    let columns = table.columns.map { column -> (name: String, expression: String) in
      switch column.name {
      case EntityLayout.primaryKey: (column.name, "o.rowid")
      case own: (column.name, "o." + SQLFragment.quoted(links.owner))
      case other: (column.name, "o." + SQLFragment.quoted(links.target))
      case orders.0: (column.name, place(links.targetPlace))
      case orders.1: (column.name, place(links.ownerPlace))
      default: (column.name, "NULL")
      }
    }
    let ends =
      [links.owner, links.target].map { "o.\(SQLFragment.quoted($0)) IS NOT NULL" }
      + [condition].compactMap(\.self)
    fills.append(
      Fill(
        table: table.name, sql: table.sql, source: links.table, columns: columns,
        condition: ends.joined(separator: " AND ")))
    filledPairs.append(table.name)
    if oldTables.tables[table.name] != nil { dropped.insert(table.name) }
  }
}
