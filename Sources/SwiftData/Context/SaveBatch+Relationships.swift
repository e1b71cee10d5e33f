// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension SaveBatch {
  // MARK: Join rows

  /// Deletes the join rows of removed many-to-many connections that were not added again.
  func deleteRemovedJoinRows(_ connection: Store.Connection) throws {
    var related: [PairOwner: Set<ObjectIdentifier>] = [:]
    for pair in core.removedPairs where !pair.owner._$state.has(.deleted) {
      guard
        let statements = store.relationship(
          entity: Int(pair.owner._$state.entity), property: pair.relationship.index)?.pairs
      else { continue }
      let owner = PairOwner(pair.owner, pair.relationship)
      let now =
        related[owner]
        ?? Set(pair.relationship.access.objects(in: pair.owner).map { ObjectIdentifier($0) })
      related[owner] = now
      if now.contains(ObjectIdentifier(pair.target)) { continue }
      let statement = try connection.statement(statements.delete)
      defer { sqlite3_reset(statement) }
      sqlite3_bind_int64(statement, 1, pair.owner._$state.key)
      sqlite3_bind_int64(statement, 2, pair.target._$state.key)
      guard sqlite3_step(statement) == SQLITE_DONE else { throw core.failure(connection) }
    }
  }

  /// A many-to-many relationship of one model.
  struct PairOwner: Hashable {
    private let object: ObjectIdentifier
    private let property: Int

    init(_ model: any PersistentModel, _ relationship: ModelDescription.Relationship) {
      object = ObjectIdentifier(model)
      property = relationship.index
    }
  }

  // MARK: One model

  /// A to-many relationship whose targets need ascending order numbers, in their order in memory.
  struct OrderRequest {
    let model: any PersistentModel
    let relationship: ModelDescription.Relationship
    /// The targets that are numbered.
    let extent: Extent

    enum Extent {
      /// All targets.
      case all
      /// Added targets, after the others, which are not in memory.
      case additions
      /// Targets that a new model adds to the targets of the stored row that it replaced.
      case merged
    }
  }

  /// Inserts the new join rows of a model's to-many relationships, and requests reordering where
  /// the stored order may differ.
  func pair(_ model: any PersistentModel, isNew: Bool, _ connection: Store.Connection) throws {
    let entity = Int(model._$state.entity)
    let isUpserted = isNew && wasUpserted.contains(ObjectIdentifier(model))
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships where relationship.isToMany {
      guard isNew || model._$state.changes & _ModelState.bit(relationship.index) != 0,
        let statements = store.relationship(entity: entity, property: relationship.index)
      else { continue }
      let extent: OrderRequest.Extent =
        isUpserted ? .merged : relationship.access.isLoaded(in: model) ? .all : .additions
      let targets = targets(of: model, relationship)
      let settled = extent == .all && !isNew ? relationship.access.settledCount(in: model) : 0
      if settled >= targets.count { continue }
      let tail = targets[settled...]
      if let pairs = statements.pairs {
        let isMutual = description.inverse(of: relationship) != nil
        let areAllAdded = try insert(pairs, of: model, tail, isMutual: isMutual, connection)
        if areAllAdded && !isUpserted { continue }
      } else if !isUpserted, areNew(tail) {
        continue
      }
      orders.append(OrderRequest(model: model, relationship: relationship, extent: extent))
    }
  }

  /// The targets in memory that are not deleted; for a relationship that is not loaded, the added
  /// ones.
  private func targets(
    of model: any PersistentModel, _ relationship: ModelDescription.Relationship
  ) -> [any PersistentModel] {
    let access = relationship.access
    let all = access.isLoaded(in: model) ? access.objects(in: model) : access.additions(in: model)
    return all.filter { !$0._$state.has(.deleted) }
  }

  /// Inserts missing join rows; true if none existed, so that they are stored last and in this
  /// order.
  ///
  /// A join row with a new model that is not yet written is left to that model, which may be
  /// discarded, if the relationship has an inverse.
  private func insert(
    _ pairs: RelationshipSQL.Pairs, of model: any PersistentModel,
    _ targets: ArraySlice<any PersistentModel>, isMutual: Bool, _ connection: Store.Connection
  ) throws -> Bool {
    var next = try connection.nextKeys(of: pairs.table, count: targets.count, store: store.name)
    if firstPairs[pairs.table] == nil { firstPairs[pairs.table] = next }
    var areAllAdded = true
    let statement = try connection.statement(pairs.insert)
    for target in targets {
      if isMutual && !hasDeleted && target._$state.has(.inserted) {
        areAllAdded = false
        continue
      }
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, next)
      sqlite3_bind_int64(statement, 2, model._$state.key)
      sqlite3_bind_int64(statement, 3, target._$state.key)
      next += 1
      guard sqlite3_step(statement) == SQLITE_DONE else { throw core.failure(connection) }
      if sqlite3_changes(connection.handle) == 0 { areAllAdded = false }
    }
    sqlite3_reset(statement)
    return areAllAdded
  }

  /// True if all models are new rows of this save in key order, with keys greater than all existing
  /// order numbers.
  private func areNew(_ targets: ArraySlice<any PersistentModel>) -> Bool {
    guard let entity = targets.first.map({ Int($0._$state.entity) }),
      var last = groups.first(where: { $0.entity == entity })?.firstKey
    else { return false }
    last -= 1
    for target in targets {
      if target._$state.key <= last { return false }
      last = target._$state.key
    }
    return true
  }

  // MARK: Order

  /// Assigns order numbers so that the targets are read in their order in memory.
  func order(_ request: OrderRequest, _ connection: Store.Connection) throws {
    let (model, relationship) = (request.model, request.relationship)
    guard !model._$state.has(.deleted),
      let statements = store.relationship(
        entity: Int(model._$state.entity), property: relationship.index)
    else { return }
    let stored = try numbers(of: model, statements, connection)
    var seen: Set<Int64> = []
    // Existing join rows keep their numbers if some targets are not in memory.
    let first = statements.pairs.flatMap {
      request.extent == .additions ? firstPairs[$0.table] : nil
    }
    let former = formerTargets[PairOwner(model, relationship)]
    let inverse = ModelDescription.of(type(of: model)).inverse(of: relationship)?.index ?? -1
    let keys = targets(of: model, relationship)
      // A restored position stays, and the next access reads it.
      .filter { core.restoredPosition(of: $0, inverse, owner: model._$state.key) == nil }
      .map { $0._$state.key }
      .filter { key in
        guard let number = stored[key], seen.insert(key).inserted else { return false }
        if former?.contains(key) == true { return false }
        return first.map { number >= Double($0) } ?? true
      }
    // Another context has added targets; the next access loads them.
    if stored.count > keys.count, relationship.access.isLoaded(in: model) {
      outdated.append((model, relationship))
    }
    var order = SiblingOrder(keys.map { stored[$0] ?? 0 }, request.extent)
    if order.freshCount > 0 {
      let target = store.layout.index(of: relationship.target)
        .map { store.layout.entities[$0].table }
      let first = try connection.nextKeys(
        of: statements.pairs?.table ?? target ?? "", count: order.freshCount, store: store.name)
      order.assignFresh(from: Double(first))
    }
    let update = try connection.statement(statements.setNumber)
    for (index, number) in order.changes {
      sqlite3_reset(update)
      sqlite3_bind_double(update, 1, number)
      sqlite3_bind_int64(update, 2, keys[index])
      sqlite3_bind_int64(update, 3, model._$state.key)
      guard sqlite3_step(update) == SQLITE_DONE else { throw core.failure(connection) }
    }
    sqlite3_reset(update)
  }

  /// The order numbers of a model's stored targets, by key.
  func numbers(
    of model: any PersistentModel, _ statements: RelationshipSQL, _ connection: Store.Connection
  ) throws -> [Int64: Double] {
    var numbers: [Int64: Double] = [:]
    let statement = try connection.statement(statements.numbers)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, model._$state.key)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        numbers[sqlite3_column_int64(statement, 0)] = sqlite3_column_double(statement, 1)
      case SQLITE_DONE: return numbers
      default: throw core.failure(connection)
      }
    }
  }

  // MARK: References

  /// Throws if a row refers to a missing row, which another context has deleted.
  func checkReferences(_ connection: Store.Connection) throws {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    if current == 0 { return }
    let broken = try connection.texts(
      """
      SELECT "table" || ' number ' || rowid || ' refers by ' || (SELECT "from" \
      FROM pragma_foreign_key_list(c."table") WHERE id = c.fkid) || ' to a ' || parent \
      FROM pragma_foreign_key_check AS c LIMIT 1
      """, store: store.name)
    guard let broken = broken.first else { return }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(broken) that is no longer in the store: another context has deleted it. Roll back, or "
        + "set the relationship to another target.")
  }
}
