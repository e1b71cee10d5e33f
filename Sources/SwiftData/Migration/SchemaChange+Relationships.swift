// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SchemaChange {
  /// The sources of a to-one relationship's keys and of the order among siblings.
  func reference(
    _ property: PropertyLayout, _ destination: PropertyLayout.Destination, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table
  ) throws -> (key: ColumnSource, order: ColumnSource) {
    guard let links = try links(of: property, destination, entity, oldTable) else {
      if !property.isOptional {
        addCheck(
          nil, oldTable, entity, property.name, "is a new required relationship",
          .wouldHaveNoTarget,
          "Make it optional and set it in didMigrate of a custom stage.")
      }
      return (.none, .none)
    }
    let isOwn = links.table == oldTable.name && links.owner == EntityLayout.primaryKey
    if isOwn {
      let (key, order) = ownReference(property, destination, entity, oldTable, links)
      guard let rows = moveDownCondition(property, entity, oldTable) else { return (key, order) }
      return (
        .expression("CASE WHEN \(rows) THEN \(key.sql) END"),
        .expression("CASE WHEN \(rows) THEN \(order.sql) END")
      )
    }
    requireSingleTarget(links, entity.name, property.name)
    let table = SQLFragment.quoted(links.table)
    let found =
      "FROM \(table) AS l WHERE l.\(SQLFragment.quoted(links.owner)) = "
      + "o.\(EntityLayout.primaryKey) LIMIT 1"
    if !property.isOptional {
      addCheck(
        "NOT EXISTS (SELECT 1 \(found))", oldTable, entity, property.name,
        "becomes a required relationship",
        .wouldHaveNoTarget, "Make it optional, or set it in a custom stage.")
    }
    let order = links.ownerOrder.map {
      "coalesce(l.\(SQLFragment.quoted($0)), l.rowid)"
    }
    return (
      .expression("(SELECT l.\(SQLFragment.quoted(links.target)) \(found))"),
      .expression("(SELECT \(order ?? "NULL") \(found))")
    )
  }

  /// The sources for a relationship that was a to-one relationship before.
  private func ownReference(
    _ property: PropertyLayout, _ destination: PropertyLayout.Destination, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table, _ links: LinkSource
  ) -> (key: ColumnSource, order: ColumnSource) {
    let column = "o." + SQLFragment.quoted(links.target)
    let oldColumn = oldTable.column(named: links.target)
    let isChecked = newTables.tables[entity.table]?.column(named: property.column)?.target != nil
    var key = ColumnSource.copy(links.target)
    var missing = "\(column) IS NULL"
    // A reference without a foreign key may point to a row that no longer exists.
    if isChecked, oldColumn?.target == nil, let target = layout.entity(for: destination.type),
      let source = source(of: target)
    {
      let rows = SQLFragment.quoted(old.table(of: source))
      let exists = "EXISTS (SELECT 1 FROM \(rows) AS t WHERE t.\(EntityLayout.primaryKey) = "
      key = .expression("CASE WHEN \(exists)\(column)) THEN \(column) END")
      missing += " OR NOT \(exists)\(column))"
    }
    if !property.isOptional, oldColumn?.isRequired != true || missing.contains(" OR ") {
      addCheck(
        missing, oldTable, entity, property.name, "becomes a required relationship",
        .noTarget, "Make it optional, or set it before the migration.")
    }
    return (key, links.ownerOrder.map { .copy($0) } ?? .none)
  }

  // MARK: Links

  /// The old links of a relationship; nil if there were none.
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
      requireEqualLinks(forth, back, entity.name, property.name, oldEntity.name)
    }
    return forth
  }

  /// The links of the old property that a property was.
  private func oldLinks(
    of property: PropertyLayout, in entity: EntityLayout, to target: EntityLayout?,
    orNil: Bool
  ) throws -> LinkSource? {
    guard let (oldEntity, source) = try oldRelationship(property, entity) else { return nil }
    let oldTarget: String
    switch source.storage {
    case .attribute(let value):
      // The oldest stores don't record that a column without a foreign key is a reference.
      let column = oldTables.tables[old.table(of: oldEntity)]?.column(named: source.column)
      if value.kind == "?", column?.type == "INTEGER" {
        var reference = source
        reference.storage = .toOne(entity: "", inverse: nil)
        return LinkSource(reference, of: oldEntity, in: old, oldTables)
      }
      if orNil { return nil }
      throw migrationError(
        entity.name, property.name, "changes from an attribute to a relationship",
        "Give the relationship another name and fill it in a custom stage.")
    case .toOne(let name, _), .toMany(let name, _), .pairs(let name, _, _): oldTarget = name
    }
    guard isTarget(oldTarget, of: target) else {
      if orNil { return nil }
      throw migrationError(
        entity.name, property.name,
        "changes its target from \(oldTarget) to \(target?.name ?? "another entity")",
        "Give the relationship another name and fill it in a custom stage.")
    }
    return LinkSource(source, of: oldEntity, in: old, oldTables)
  }

  /// The old property that a relationship was, and its entity.
  private func oldRelationship(_ property: PropertyLayout, _ entity: EntityLayout) throws -> (
    StoredSchema.Entity, StoredSchema.Property
  )? {
    guard let oldEntity = source(of: entity) else { return nil }
    if let source = source(of: property, in: entity) { return (oldEntity, source) }
    let sources = movedUp(property, to: entity)
    if sources.count < 2 { return sources.first.map { ($0.owner, $0.property) } }
    throw migrationError(
      entity.name, property.name,
      "was a relationship of \(sources.map(\.owner.name).joined(separator: " and of ")) each",
      "Give it another name and fill it in a custom stage.")
  }

  /// Whether every old target of a relationship is an instance of its new target.
  private func isTarget(_ oldTarget: String, of target: EntityLayout?) -> Bool {
    guard let source = target.flatMap({ self.source(of: $0) }),
      let oldEntity = old.entity(named: oldTarget)
    else { return false }
    return old.isA(oldEntity, source.name)
  }

  /// Adds a check that no owner has several targets.
  private func requireSingleTarget(_ links: LinkSource, _ entity: String, _ property: String) {
    checks.append(
      Check(count: links.countOfShared) { [self] count in
        migrationError(
          entity, property,
          "becomes a to-one relationship; \(count) \(entity) "
            + "\(count == 1 ? "has" : "have") several targets",
          "Choose one target in willMigrate of a custom stage.")
      })
  }

  /// Adds a check that two relationships that become inverses have equal links.
  private func requireEqualLinks(
    _ forth: LinkSource, _ back: LinkSource, _ entity: String, _ property: String, _ old: String
  ) {
    for (first, second) in [(forth, back), (back, forth)] {
      checks.append(
        Check(count: "SELECT count(*) FROM (\(first.select) EXCEPT \(second.select))") {
          [self] count in
          migrationError(
            entity, property,
            "and its inverse were separate relationships; \(count) "
              + "\(count == 1 ? "link exists" : "links exist") in only one of them",
            "Make both equal in willMigrate of a custom stage.")
        })
    }
  }

  // MARK: Join tables

  /// Decides for each join table whether it can stay or must be rebuilt.
  func planJoinTables() throws {
    var seen: Set<String> = []
    for entity in layout.entities {
      for property in entity.ownProperties {
        guard
          case .toManyByJoin(let destination, let name, let own, let other) = property.storage,
          seen.insert(name).inserted, let table = newTables.tables[name]
        else { continue }
        let oldTable = source(of: entity).flatMap { oldTables.tables[old.table(of: $0)] }
        guard let links = try links(of: property, destination, entity, oldTable) else {
          created.append(name)
          if oldTables.tables[name] != nil { dropped.insert(name) }
          continue
        }
        let rows = oldTable.flatMap { moveDownCondition(property, entity, $0) }
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
      && links.targetOrder.map { $0 == orders.0 } ?? true
      && links.ownerOrder.map { $0 == orders.1 } ?? true
    if isSame, condition == nil, let old = oldTables.tables[table.name], old.isLike(table) {
      return
    }
    func order(_ column: String?) -> String {
      column.map { "o." + SQLFragment.quoted($0) } ?? "NULL"
    }
    let columns = table.columns.map { column -> (name: String, expression: String) in
      switch column.name {
      case EntityLayout.primaryKey: (column.name, "o.rowid")
      case own: (column.name, "o." + SQLFragment.quoted(links.owner))
      case other: (column.name, "o." + SQLFragment.quoted(links.target))
      case orders.0: (column.name, order(links.targetOrder))
      case orders.1: (column.name, order(links.ownerOrder))
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
    filledJoinTables.append(table.name)
    if oldTables.tables[table.name] != nil { dropped.insert(table.name) }
  }
}
