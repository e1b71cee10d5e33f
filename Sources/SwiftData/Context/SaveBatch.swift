// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// One save: what was pending when it began, and how far it came.
///
/// Until ``finish(releasing:)`` nothing in memory has changed but the keys of new models, which a
/// failure takes back.
final class SaveBatch {
  let core: ContextCore
  let store: Store
  let inserted: [any PersistentModel]
  let changed: [any PersistentModel]
  let deleted: [any PersistentModel]
  /// `inserted` by entity, in the order of insertion.
  private var groups: [(entity: Int, models: [any PersistentModel])] = []
  /// The temporary keys of `inserted`, in the same order.
  private let temporaryKeys: [Int64]
  /// What was deleted, with what a cascade reached, and which references were cleared.
  private var deletedKeys: [(entity: Int, keys: [Int64])] = []
  private var cleared: [Deletion.Cleared] = []
  let files: ExternalFiles.Batch
  /// External files that no row names any more after the commit.
  private(set) var obsoleteFiles: [String] = []

  init(_ core: ContextCore) {
    self.core = core
    store = core.store
    inserted = core.inserted
    changed = core.changed.filter { !$0._$state.has(.deleted) }
    deleted = core.deleted
    temporaryKeys = core.inserted.map { $0._$state.key }
    files = ExternalFiles.Batch(store.externalFiles)
  }

  /// Runs the writing; if it fails, keys and files are as before.
  func undoingOnFailure(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch {
      for (model, key) in zip(inserted, temporaryKeys) { model._$state.key = key }
      store.externalFiles.remove(files.names)
      throw error
    }
  }

  // MARK: Writing

  func write(_ connection: Store.Connection) throws {
    try assignKeys(connection)
    for group in groups { try insert(group.models, entity: group.entity, connection) }
    try update(connection)
    for group in groups where store.entitiesWithJoins.contains(group.entity) {
      for model in group.models { try writeJoins(of: model, connection) }
    }
    for model in changed { try writeJoins(of: model, connection) }
    if !deleted.isEmpty { try delete(connection) }
  }

  /// Gives every new model the next keys of its entity, and groups them by entity.
  private func assignKeys(_ connection: Store.Connection) throws {
    var byEntity = store.layout.entities.map { _ in [any PersistentModel]() }
    for model in inserted { byEntity[Int(model._$state.entity)].append(model) }
    groups = byEntity.enumerated().filter { !$1.isEmpty }.map { ($0, $1) }
    for group in groups {
      let name = SQLValue.text(store.layout.entities[group.entity].name)
      let last = try connection.integers(
        "SELECT last FROM _cairn_sequence WHERE entity = \(value: name)", store: store.name)
      var next = (last.first ?? 0) + 1
      for model in group.models {
        model._$state.key = next
        next += 1
      }
      try connection.execute(
        """
        INSERT INTO _cairn_sequence (entity, last) \
        VALUES (\(value: name), \(value: .integer(next - 1))) \
        ON CONFLICT (entity) DO UPDATE SET last = excluded.last
        """, store: store.name)
    }
  }

  private func insert(
    _ models: [any PersistentModel], entity: Int, _ connection: Store.Connection
  ) throws {
    let statement = try connection.statement(store.statements[entity].insert)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: store.layout.entities[entity], files: files, mode: .binding)
    for model in models {
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, model._$state.key)
      writer.position = 1
      model._$bind(&writer)
      try check(writer, model)
      if sqlite3_step(statement) == SQLITE_DONE { continue }
      guard sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE else {
        throw core.failure(connection)
      }
      sqlite3_reset(statement)
      try upsert(model, entity: entity, connection)
    }
  }

  private func update(_ connection: Store.Connection) throws {
    for model in changed { try update(model, mask: model._$state.changes, connection) }
  }

  func update(
    _ model: any PersistentModel, mask: UInt64, _ connection: Store.Connection
  ) throws {
    let entity = Int(model._$state.entity)
    guard let sql = store.statements[entity].update(mask) else { return }
    try noteObsoleteFiles(entity: entity, key: model._$state.key, mask: mask, connection)
    let statement = try connection.statement(sql)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: store.layout.entities[entity], files: files, mode: .binding)
    writer.mask = mask
    model._$bind(&writer)
    try check(writer, model)
    sqlite3_bind_int64(statement, writer.position + 1, model._$state.key)
    if sqlite3_step(statement) == SQLITE_DONE { return }
    if sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE {
      let reason = sqlite3_errmsg(connection.handle).map { String(cString: $0) } ?? ""
      throw SwiftDataError.modelValidationFailure.saying(
        "\(type(of: model)) number \(model._$state.key) was given the unique value of another "
          + "(\(reason)): change it or delete the other.")
    }
    throw core.failure(connection)
  }

  /// Throws if a property could not be bound.
  func check(_ writer: _RowWriter, _ model: any PersistentModel) throws {
    guard let failure = writer.failure else { return }
    let layout = store.layout.entities[Int(model._$state.entity)]
    throw SwiftDataError.modelValidationFailure.saying(
      "\(layout.name).\(layout.properties[failure.index].name) can't be stored: "
        + failure.reason + ".")
  }

  private func delete(_ connection: Store.Connection) throws {
    let deletion = Deletion(core, connection)
    let groups = Dictionary(grouping: deleted) { Int($0._$state.entity) }
    try deletion.run(groups.map { ($0.key, $0.value.map { $0._$state.key }) })
    deletedKeys = deletion.deleted
    cleared = deletion.cleared
    obsoleteFiles += deletion.obsoleteFiles
  }

  private func noteObsoleteFiles(
    entity: Int, key: Int64, mask: UInt64, _ connection: Store.Connection
  ) throws {
    let layout = store.layout.entities[entity]
    for property in layout.properties where mask & _ModelState.bit(property.index) != 0 {
      guard case .attribute(_, isExternal: true) = property.storage else { continue }
      obsoleteFiles += try connection.texts(
        """
        SELECT \(identifier: property.name) FROM \(identifier: layout.name) \
        WHERE \(SQLFragment(stringLiteral: EntityLayout.primaryKey)) = \(value: .integer(key)) \
        AND typeof(\(identifier: property.name)) = 'text'
        """, store: store.name)
    }
  }

  // MARK: After the commit

  /// Brings memory in step with what was written.
  ///
  /// With `releasing`, inside a transaction, loaded to-many relationships are forgotten, so that
  /// the written models can go.
  func finish(releasing: Bool) {
    let mode: _RowWriter.Mode = releasing ? .releasing : .settling
    for group in groups {
      let layout = store.layout.entities[group.entity]
      var writer = _RowWriter(statement: nil, entity: layout, files: files, mode: mode)
      let hasRelationships = layout.properties.contains { $0.destination != nil }
      for model in group.models {
        core.registerSaved(model)
        if hasRelationships { model._$bind(&writer) }
      }
    }
    for model in changed {
      model._$state.markSaved()
      var writer = _RowWriter(
        statement: nil, entity: store.layout.entities[Int(model._$state.entity)], files: files,
        mode: mode)
      model._$bind(&writer)
    }
    for (entity, keys) in deletedKeys { forget(entity: entity, keys: keys) }
    for cleared in cleared { forgetReferences(cleared) }
    core.inserted = []
    core.changed = []
    core.deleted = []
    if !releasing { store.externalFiles.remove(obsoleteFiles) }
  }

  private func forget(entity: Int, keys: [Int64]) {
    for key in keys {
      guard let model = core.registered(entity: entity, key: key) as? any PersistentModel else {
        continue
      }
      core.unlinkFromAll(model)
      core.release(model)
      model._$state.flags.insert(.gone)
    }
  }

  /// Lets models in memory go over from what they referred to, which was deleted, to nothing.
  private func forgetReferences(_ cleared: Deletion.Cleared) {
    let description = ModelDescription.of(store.layout.entities[cleared.entity].type)
    guard let relationship = description.relationship(at: cleared.property) else { return }
    for key in cleared.keys {
      guard
        let model = core.registered(entity: cleared.entity, key: key) as? any PersistentModel,
        !model._$state.has(.fault)
      else { continue }
      relationship.access.reset(model)
    }
  }
}

/// `SQLITE_CONSTRAINT_UNIQUE`, a macro that is not imported from C.
let SQLITE_CONSTRAINT_UNIQUE_CODE: Int32 = SQLITE_CONSTRAINT | (8 << 8)
