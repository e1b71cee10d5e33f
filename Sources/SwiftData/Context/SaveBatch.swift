// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// One save: the pending changes at its start, and the progress of writing them.
///
/// Until ``finish(releasing:)`` only keys and flags change in memory, and a failure restores them.
///
/// Changed rows are written first, so that the delete rules see the final relationships; then rows
/// are deleted, so that their unique values are free; then new rows are inserted.
final class SaveBatch {
  let core: ContextCore
  let store: Store
  let changed: [Change]
  let deleted: [any PersistentModel]
  private(set) var inserted: [any PersistentModel]
  /// The temporary keys of `inserted`, in the same order.
  private let temporaryKeys: [Int64]
  /// The new models and their temporary keys.
  var temporaryKeyOfModels: Zip2Sequence<[any PersistentModel], [Int64]> {
    zip(inserted, temporaryKeys)
  }
  /// `inserted` by entity, in insertion order, without models discarded by a deletion.
  private(set) var groups: [Group] = []
  /// New models that the delete rule of an owner discarded before they were written.
  private(set) var discarded: [any PersistentModel] = []
  /// New models that replaced the values of a stored row, and models that represented such a row
  /// before.
  var upserted: [any PersistentModel] = []
  var wasUpserted: Set<ObjectIdentifier> = []
  var superseded: [any PersistentModel] = []
  /// The models that represent rows instead of others, by entity and key.
  var instances: [Int: [Int64: any PersistentModel]] = [:]
  /// Changed models whose rows other contexts or processes have deleted.
  var remotelyDeleted: [any PersistentModel] = []
  /// Changed models with a unique value that another row still had.
  var uniqueConflicts: [any PersistentModel] = []
  /// To-many relationships whose stored order may differ.
  var orders: [OrderRequest] = []
  /// The first key of this save for each join table.
  var firstPairs: [String: Int64] = [:]
  /// The targets of stored rows before new models replaced their values.
  var formerTargets: [PairOwner: Set<Int64>] = [:]
  /// Rows that lost their reference to an upserted row.
  var nullifiedReferences: [Deletion.AffectedRows] = []
  /// To-many relationships whose stored targets are not all in memory.
  var outdated: [(owner: any PersistentModel, relationship: ModelDescription.Relationship)] = []
  /// Models in memory that a cascade flagged as deleted.
  private var flagged: [any PersistentModel] = []
  private(set) var deletion: Deletion?
  /// True once the rows of deleted models are deleted.
  @exclusivity(unchecked)
  private(set) var hasDeleted = false
  /// The changes in the store, complete after all writes.
  var changes = SavedChanges()
  /// Changed models without columns to write.
  var unwritten: [any PersistentModel] = []
  /// Owners of to-many relationships that lost rows, or gained them only through foreign keys.
  var affectedOwners: [Deletion.AffectedRows] = []
  let files: ExternalFiles.Batch
  /// External files that no row refers to after the commit.
  var obsoleteFiles: [String] = []
  /// The former keys that new models have again, by entity.
  private(set) var restored: [Int: Set<Int64>] = [:]
  /// The UPDATE statements, and the one used last.
  var updates: [PreparedUpdate.Key: PreparedUpdate] = [:]
  @exclusivity(unchecked)
  var lastUpdate: PreparedUpdate?

  /// A changed stored model with copies of its frequently read state, because models are scattered
  /// in memory.
  struct Change {
    let model: any PersistentModel
    let entity: Int
    let key: Int64
    /// One bit for each changed property, as in ``_ModelState``.
    let properties: UInt64
  }

  /// New models of one entity.
  struct Group {
    let entity: Int
    /// The first key that the save assigns in the entity's table; greater than all existing keys.
    let firstKey: Int64
    /// The number of keys that the save assigns in the table.
    let keyCount: Int
    var models: [any PersistentModel]
  }

  init(_ core: ContextCore) {
    self.core = core
    store = core.store
    inserted = core.inserted
    changed = Self.changes(core.changed)
    deleted = core.deleted
    temporaryKeys = core.inserted.map { $0._$state.key }
    files = ExternalFiles.Batch(store.externalFiles)
  }

  private static func changes(_ models: [any PersistentModel]) -> [Change] {
    var states = StateAccess()
    var changes: [Change] = []
    changes.reserveCapacity(models.count)
    for model in models {
      let (entity, key, properties, isDeleted) = states.of(model) { $0.summary }
      if isDeleted { continue }
      changes.append(
        Change(model: model, entity: Int(entity), key: key, properties: properties))
    }
    return changes
  }

  /// Runs `write`; if it fails, restores keys, flags and files.
  func undoingOnFailure(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch {
      for (model, key) in zip(inserted, temporaryKeys) { model._$state.key = key }
      for model in flagged { model._$state.flags.remove(.deleted) }
      store.externalFiles.remove(files.names)
      store.custom?.didRollBack()
      throw error
    }
  }

  /// Removes the new models of a group from the batch and returns them.
  func removeModels(ofGroup index: Int) -> [any PersistentModel] {
    inserted = []
    defer { groups[index].models = [] }
    return groups[index].models
  }

  // MARK: Writing

  func write(_ connection: Store.Connection) throws {
    try assignRowIDs(connection)
    for change in changed {
      try update(change.model, change.key, prepared(change, connection), connection)
    }
    try deleteRemovedJoinRows(connection)
    for change in changed where store.hasToManyRelationships(entity: change.entity) {
      try pair(change.model, isNew: false, connection)
    }
    if !deleted.isEmpty || !core.deletedKeys.isEmpty { try delete(connection) }
    hasDeleted = true
    try retryUniqueConflicts(connection)
    for group in groups { try insert(group, connection) }
    for group in groups where store.hasToManyRelationships(entity: group.entity) {
      for model in group.models { try pair(model, isNew: true, connection) }
    }
    try nullifyFormerInverses(connection)
    for request in orders { try order(request, connection) }
    try checkCounts(connection)
    try checkReferences(connection)
    try collectChanges(connection)
    files.recordObsolete(obsoleteFiles)
  }

  /// Assigns row IDs to new models, and moves re-parented rows to the end of their new list.
  private func assignRowIDs(_ connection: Store.Connection) throws {
    var movers: [Int: [(model: any PersistentModel, move: Store.Move)]] = [:]
    for change in changed where store.movesRows(entity: change.entity) {
      for move in store.moves[change.entity]
      where change.properties & _ModelState.bit(move.property) != 0 {
        movers[store.layout.roots[change.entity], default: []].append((change.model, move))
      }
    }
    // By table, so that the keys of subclasses are in insertion order too.
    let roots = store.layout.roots
    var byTable = store.layout.entities.map { _ in [any PersistentModel]() }
    for model in inserted { byTable[roots[Int(model._$state.entity)]].append(model) }
    var moves: [(model: any PersistentModel, move: Store.Move, number: Int64)] = []
    for (entity, models) in byTable.enumerated() {
      let movers = movers[entity] ?? []
      if models.isEmpty && movers.isEmpty { continue }
      var next = try connection.nextKeys(
        of: store.layout.entities[entity].table, count: movers.count + models.count,
        store: store.name)
      for (model, move) in movers {
        moves.append((model, move, next))
        next += 1
      }
      if models.isEmpty { continue }
      addGroups(models, table: entity, firstKey: next)
      for model in models {
        if !core.restoredKeys.isEmpty, let key = try restoredKey(of: model, connection) {
          model._$state.key = key
          continue
        }
        model._$state.key = next
        next += 1
      }
    }
    // After the new owners have their keys.
    for (model, move, number) in moves { try write(move, of: model, number, connection) }
  }

  /// The former key of a model that undo has inserted again; nil if another row has it.
  ///
  /// A mirrored store and a transaction assign new keys, since their tombstones name the former one.
  private func restoredKey(of model: any PersistentModel, _ connection: Store.Connection) throws
    -> Int64?
  {
    guard let key = core.restoredKeys[ObjectIdentifier(model)], core.transaction == nil,
      !core.container.isMirrored(store)
    else { return nil }
    let entity = Int(model._$state.entity)
    let table = SQLFragment.quoted(store.layout.entities[entity].table)
    let found = try connection.integers(
      "SELECT 1 FROM \(table) WHERE \(EntityLayout.primaryKey) = ?", key, store: store.name)
    if !found.isEmpty { return nil }
    restored[entity, default: []].insert(key)
    return key
  }

  /// Groups the new models of a table by their entities.
  private func addGroups(_ models: [any PersistentModel], table root: Int, firstKey: Int64) {
    func add(_ models: [any PersistentModel], _ entity: Int, of count: Int) {
      groups.append(Group(entity: entity, firstKey: firstKey, keyCount: count, models: models))
    }
    guard store.layout.entities[root].isInTree else { return add(models, root, of: models.count) }
    let byEntity = Dictionary(grouping: models) { Int($0._$state.entity) }
    for (entity, list) in byEntity.sorted(by: { $0.key < $1.key }) {
      add(list, entity, of: models.count)
    }
  }

  /// Moves a row to the end of its new siblings if its owner has changed.
  func write(
    _ move: Store.Move, of model: any PersistentModel, _ number: Int64,
    _ connection: Store.Connection
  ) throws {
    let description = ModelDescription.of(type(of: model))
    guard let relationship = description.relationship(at: move.property) else { return }
    let owner = relationship.access.storedKey(in: model)
    let statement = try connection.statement(move.sql)
    defer { sqlite3_reset(statement) }
    if let position = core.restoredPosition(of: model, move.property, owner: owner) {
      sqlite3_bind_double(statement, 1, position.number)
    } else {
      sqlite3_bind_int64(statement, 1, number)
    }
    sqlite3_bind_int64(statement, 2, model._$state.key)
    if owner > 0 { sqlite3_bind_int64(statement, 3, owner) }
    var code = sqlite3_step(statement)
    if code == SQLITE_ROW {
      let former = sqlite3_column_int64(statement, 0)
      if former > 0, let relationship = move.owner {
        affectedOwners.append(
          Deletion.AffectedRows(relationship.entity, relationship.property, [former]))
      }
      // A statement with RETURNING is complete only at SQLITE_DONE.
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw core.failure(connection) }
  }

  // MARK: Rows

  private func insert(_ group: Group, _ connection: Store.Connection) throws {
    let statement = try connection.statement(store.statements[group.entity].insert)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: store.layout.entities[group.entity], files: files,
      mode: .binding)
    for model in group.models {
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, model._$state.key)
      writer.position = 1
      model._$bind(&writer)
      if writer.failure != nil { try check(writer, model) }
      if sqlite3_step(statement) == SQLITE_DONE { continue }
      guard sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE else {
        throw core.failure(connection)
      }
      sqlite3_reset(statement)
      try upsert(model, group, connection)
    }
  }

  /// Writes changed models with unique conflicts again after all other changes, so that values can
  /// be swapped or reused from deleted rows.
  private func retryUniqueConflicts(_ connection: Store.Connection) throws {
    let models = uniqueConflicts
    uniqueConflicts = []
    for model in models { try releaseUniqueValues(model, connection) }
    for model in models where !model._$state.has(.deleted) {
      let key = PreparedUpdate.Key(
        entity: Int(model._$state.entity), mask: model._$state.changes)
      try update(model, model._$state.key, prepared(key, connection), isRetry: true, connection)
    }
  }

  /// Throws if a property could not be bound.
  func check(_ writer: _RowWriter, _ model: any PersistentModel) throws {
    guard let failure = writer.failure else { return }
    let layout = store.layout.entities[Int(model._$state.entity)]
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(layout.name).\(layout.properties[failure.index].name) can't be stored: "
        + failure.reason + ".")
  }

  // MARK: Deleting

  private func delete(_ connection: Store.Connection) throws {
    let deletion = Deletion(core, connection)
    var keys = core.deletedKeys.map { (entity: $0.key, keys: Array($0.value)) }
    let models = Dictionary(grouping: deleted) { Int($0._$state.entity) }
    keys += models.map { ($0.key, $0.value.map { $0._$state.key }) }
    self.deletion = deletion
    keys.sort { $0.entity < $1.entity }
    var count = 0
    repeat {
      try deletion.run(keys)
      for (entity, keys) in deletion.deleted[count...] where core.hasModels(entity: entity) {
        for key in keys { flag(core.registered(entity: entity, key: key)) }
      }
      count = deletion.deleted.count
      // Rows that were just written may refer to new models that are deleted with their owners.
      keys = groups.isEmpty ? [] : try discard()
    } while !keys.isEmpty
    obsoleteFiles += deletion.obsoleteFiles
  }

  /// Marks a model that a delete rule reached as deleted until the save succeeds or fails.
  private func flag(_ object: AnyObject?) {
    guard let model = object as? any PersistentModel, !model._$state.has(.deleted) else { return }
    model._$state.flags.insert(.deleted)
    flagged.append(model)
  }

  /// Discards new models that belong to deleted owners with the cascade rule, and returns their
  /// keys.
  private func discard() throws -> [(entity: Int, keys: [Int64])] {
    func belongsToDeleted(_ model: any PersistentModel) throws -> Bool {
      let description = ModelDescription.of(type(of: model))
      for relationship in description.relationships {
        guard let inverse = description.inverse(of: relationship) else { continue }
        for owner in relationship.access.objects(in: model) where owner._$state.has(.deleted) {
          if inverse.deleteRule == .cascade { return true }
          if inverse.deleteRule == .deny {
            throw SwiftDataError.modelValidationFailure.withMessage(
              "\(owner.nameInErrors) can't be deleted while its \(inverse.name) has "
                + "\(model.nameInErrors): its delete rule is .deny. Delete or move it first.")
          }
        }
      }
      return false
    }
    var keys: [(entity: Int, keys: [Int64])] = []
    for index in groups.indices {
      var gone: [Int64] = []
      groups[index].models = try groups[index].models.filter { model in
        guard try belongsToDeleted(model) else { return true }
        gone.append(model._$state.key)
        discarded.append(model)
        return false
      }
      for model in discarded.suffix(gone.count) { flag(model) }
      if !gone.isEmpty { keys.append((groups[index].entity, gone)) }
    }
    return keys
  }
}

/// `SQLITE_CONSTRAINT_UNIQUE`, a macro that is not imported from C.
let SQLITE_CONSTRAINT_UNIQUE_CODE: Int32 = SQLITE_CONSTRAINT | (8 << 8)
