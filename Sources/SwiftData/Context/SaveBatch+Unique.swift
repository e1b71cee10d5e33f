// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension SaveBatch {
  /// Replaces the values of the stored row that has a new model's unique values; the model then
  /// represents that row.
  ///
  /// The row keeps its key and the references to it. A model that represented the row before, in
  /// this context or earlier in this save, no longer does.
  func upsert(_ model: any PersistentModel, _ group: Group, _ connection: Store.Connection) throws {
    let layout = store.layout.entities[group.entity]
    let row = try conflictingRow(of: model, layout, connection)
    let number = model._$state.key
    if let former = former(row: row, group), former !== model { superseded.append(former) }
    model._$state.key = row
    instances[group.entity, default: [:]][row] = model
    upserted.append(model)
    wasUpserted.insert(ObjectIdentifier(model))
    // The key reserved for the new model is the last position among its siblings.
    for move in store.moves[group.entity] { try write(move, of: model, number, connection) }
    let all = PreparedUpdate.Key(entity: group.entity, mask: .max)
    try update(model, model._$state.key, prepared(all, connection), isRetry: true, connection)
    for relationship in ModelDescription.of(type(of: model)).relationships {
      guard
        let statements = store.relationship(entity: group.entity, property: relationship.index),
        statements.pairs != nil
      else { continue }
      let stored = try numbers(of: model, statements, connection)
      formerTargets[PairOwner(model, relationship)] = Set(stored.keys)
    }
    for sql in store.incoming[group.entity].moves {
      try connection.execute(sql, number, row, store: store.name)
    }
  }

  /// Sets references from former one-to-one partners of upserted rows to NULL.
  func nullifyFormerInverses(_ connection: Store.Connection) throws {
    for model in upserted {
      let entity = Int(model._$state.entity)
      for stale in store.incoming[entity].partners {
        let keys = try connection.integers(stale.sql, model._$state.key, store: store.name)
        if keys.isEmpty { continue }
        nullifiedReferences.append(
          Deletion.AffectedRows(stale.entity, stale.property, keys))
      }
    }
  }

  private func conflictingRow(
    of model: any PersistentModel, _ layout: EntityLayout, _ connection: Store.Connection
  ) throws -> Int64 {
    var rows: Set<Int64> = []
    for (place, constraint) in layout.uniqueConstraints.enumerated() {
      let columns = constraint.map {
        SQLFragment("\(identifier: layout.properties[$0].column) = ?")
      }
      let owner = store.layout.index(of: layout.owner(ofConstraint: place).type) ?? 0
      let ofType = store.statements[owner].typeCondition.map { " AND \($0)" } ?? ""
      let condition = columns.joined(separator: " AND ").prepare().sql + ofType
      let sql =
        "SELECT \(EntityLayout.primaryKey) FROM \(SQLFragment.quoted(layout.table)) "
        + "WHERE \(condition)"
      let statement = try connection.statement(sql)
      defer { sqlite3_reset(statement) }
      // Properties bind in declaration order, regardless of the order of the constraint.
      for (parameter, index) in constraint.enumerated() {
        var writer = _RowWriter(
          statement: statement, entity: layout, files: files, mode: .binding)
        writer.mask = _ModelState.bit(index)
        writer.position = Int32(parameter)
        model._$bind(&writer)
        try check(writer, model)
      }
      if sqlite3_step(statement) == SQLITE_ROW { rows.insert(sqlite3_column_int64(statement, 0)) }
    }
    if rows.count == 1, let row = rows.first {
      try checkType(of: row, layout, connection)
      return row
    }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "A new \(layout.name) has unique values of \(rows.count) stored rows at once "
        + "(\(rows.sorted().map(String.init).joined(separator: ", "))): "
        + "change its values or delete all but one of them.")
  }

  /// Throws if the row with a new model's unique values belongs to another class, because a row
  /// cannot change its class.
  private func checkType(
    of row: Int64, _ layout: EntityLayout, _ connection: Store.Connection
  ) throws {
    guard layout.isInTree, let entity = store.layout.index(of: layout.type),
      let stored = try store.entities(of: [row], entity: entity, connection)[row],
      stored != entity
    else { return }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "A new \(layout.name) has the unique values of \(store.layout.entities[stored].name) number "
        + "\(row), whose class can't be changed: change its values, or delete that one.")
  }

  /// The model that represented a row so far, if it is in memory.
  private func former(row: Int64, _ group: Group) -> (any PersistentModel)? {
    if let known = instances[group.entity]?[row] { return known }
    if row < group.firstKey {
      return core.registered(entity: group.entity, key: row) as? any PersistentModel
    }
    // Another new model of the same save; from now on all of them are found by key.
    for model in group.models where model._$state.key >= group.firstKey {
      instances[group.entity, default: [:]][model._$state.key] = model
    }
    return instances[group.entity]?[row]
  }

  /// Replaces the unique values that a changed model no longer uses by placeholders in its row.
  func releaseUniqueValues(_ model: any PersistentModel, _ connection: Store.Connection) throws {
    let layout = store.layout.entities[Int(model._$state.entity)]
    let key = SQLValue.integer(model._$state.key)
    for constraint in layout.uniqueConstraints {
      let changed = constraint.filter { model._$state.changes & _ModelState.bit($0) != 0 }
      guard let index = changed.first else { continue }
      let property = layout.properties[index]
      try connection.execute(
        """
        UPDATE \(identifier: layout.table) \
        SET \(identifier: property.column) = \(value: property.placeholder(model._$state.key)) \
        WHERE \(SQLFragment(stringLiteral: EntityLayout.primaryKey)) = \(value: key)
        """, store: store.name)
    }
  }

  /// Redirects references in memory to the models that now represent upserted rows.
  func finishUpserts() {
    for model in superseded {
      let description = ModelDescription.of(type(of: model))
      for relationship in description.relationships {
        guard let inverse = description.inverse(of: relationship), inverse.isToMany else {
          continue
        }
        let targets: [any PersistentModel]
        if !relationship.isToMany {
          let key = relationship.access.storedKey(in: model)
          targets = core.registered(relationship.target, key: key).map { [$0] } ?? []
        } else {
          targets = relationship.access.load(in: model, index: relationship.index)
        }
        for target in targets where !target._$state.has(.fault) { inverse.access.reset(in: target) }
      }
      core.release(model)
      model._$state.flags.insert(.gone)
      for relationship in description.relationships { relationship.access.reset(in: model) }
    }
    for model in upserted where model._$state.core === core {
      for relationship in ModelDescription.of(type(of: model)).relationships
      where relationship.isToMany {
        relationship.access.reset(in: model)
      }
    }
  }
}

extension PropertyLayout {
  /// A unique placeholder for a column whose value is about to be replaced.
  fileprivate func placeholder(_ key: Int64) -> SQLValue {
    if isOptional { return .null }
    switch storage {
    case .toOne, .toManyByForeignKey, .toManyByJoin: return .integer(.min + key)
    case .attribute(let type, _):
      switch type {
      case .integer, .boolean: return .integer(.min + key)
      case .real, .date: return .real(-Double.greatestFiniteMagnitude * (1 - Double(key) * 0x1p-52))
      case .decimal: return .text("-1\(String(repeating: "0", count: 60))\(key)")
      case .text, .url, .json: return .text("\u{1}vacant \(key)")
      case .uuid, .data, .transformed, .ephemeral: return .blob(Data("vacant \(key)".utf8))
      }
    }
  }
}
