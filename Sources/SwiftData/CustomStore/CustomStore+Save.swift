// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension CustomStore {
  // MARK: Before a save

  /// Starts a transaction of the row cache.
  func begin() {
    formerTargets = pendingTargets
    for table in tables { table.forgetRemoved() }
  }

  /// Ends a transaction of the row cache.
  func end() {
    formerTargets = nil
    unsent = [:]
    deletedRows = []
  }

  /// Loads the rows that the delete rules of a save can reach.
  func prepareSave(_ core: ContextCore) throws {
    try locked {
      deletedRows = []
      let pending = core.inserted + core.changed + core.deleted
      var roots = Set(pending.map { layout.roots[Int($0._$state.entity)] })
      roots.formUnion(core.deletedKeys.keys)
      // Bounds count all targets.
      for (entity, bounds) in core.store.bounds.enumerated() where !bounds.isEmpty {
        for bound in bounds {
          let keys = pending.filter { Int($0._$state.entity) == entity && $0._$state.key > 0 }
            .map { $0._$state.key }
          try prepareTargets(of: keys, entity: entity, property: bound.property, for: core)
        }
      }
      try settleTargets(of: roots)
      var waiting = core.deletedKeys.map { (entity: $0.key, keys: Array($0.value)) }
      for model in core.deleted {
        waiting.append((Int(model._$state.entity), [model._$state.key]))
      }
      try loadReachable(waiting, core)
    }
  }

  private func loadReachable(_ keys: [(entity: Int, keys: [Int64])], _ core: ContextCore) throws {
    var waiting = keys
    var seen: [Int: Set<Int64>] = [:]
    var holders: Set<Int> = []
    while let (entity, all) = waiting.popLast() {
      let root = layout.roots[entity]
      let new = all.filter { seen[root, default: []].insert($0).inserted }
      if new.isEmpty { continue }
      try load(new, entity: entity, for: core)
      for holder in entitiesRefering(to: entity) where holders.insert(holder).inserted {
        try loadAll(holder, for: core)
      }
      let byEntity = Dictionary(grouping: new) { Int(tables[root][$0].entity) }
      for (entity, keys) in byEntity where entity >= 0 {
        for relationship in ModelDescription.of(layout.entities[entity].type).relationships {
          guard let target = layout.index(of: relationship.target) else { continue }
          if relationship.isToMany {
            try prepareTargets(
              of: keys, entity: entity, property: relationship.index, for: core)
          }
          let targets = try targets(of: keys, entity, relationship, core.store)
          if relationship.deleteRule == .cascade {
            waiting.append((target, targets))
          } else {
            try load(targets, entity: target, for: core)
          }
        }
      }
    }
  }

  /// The entities with a relationship to an entity that has no inverse there.
  private func entitiesRefering(to entity: Int) -> [Int] {
    let type = layout.entities[entity]
    return layout.entities.indices.filter { index in
      layout.entities[index].ownProperties.contains { property in
        property.destination.map { type.isA($0.entity) && $0.inverse == nil } == true
      }
    }
  }

  private func targets(
    of keys: [Int64], _ entity: Int, _ relationship: ModelDescription.Relationship, _ store: Store
  ) throws -> [Int64] {
    let property = layout.entities[entity].properties[relationship.index]
    return try store.read { connection in
      try keys.flatMap { key in
        if let statements = store.relationship(entity: entity, property: relationship.index) {
          return try connection.integers(statements.numbers, key, store: name)
        }
        guard property.hasColumn else { return [Int64]() }
        return try connection.integers(
          "SELECT \(SQLFragment.quoted(property.column)) FROM "
            + "\(SQLFragment.quoted(layout.entities[entity].table)) "
            + "WHERE \(EntityLayout.primaryKey) = ?", key, store: name
        ).filter { $0 > 0 }
      }
    }
  }

  // MARK: In the transaction

  /// Registers the keys that a batch assigned to new models.
  func register(_ batch: SaveBatch) {
    locked {
      for (model, temporary) in batch.temporaryKeyOfModels {
        let entity = Int(model._$state.entity)
        let key = model._$state.key
        let root = layout.roots[entity]
        if key <= 0 || batch.wasUpserted.contains(ObjectIdentifier(model)) { continue }
        tables[root].assign(
          PersistentIdentifier(
            storeIdentifier: nil, entityName: layout.entities[entity].name, key: temporary),
          to: key, entity: entity)
        tables[root][key].hasRow = true
      }
    }
  }

  /// Stores the values of rows that are about to be deleted, given as a JSON list of keys.
  func willDelete(_ keys: String, entity: Int, _ store: Store, _ connection: Store.Connection)
    throws
  {
    try locked {
      let root = layout.roots[entity]
      for key in keys.split(whereSeparator: { "[,]".contains($0) }).compactMap({ Int64($0) }) {
        if let row = try row(key, entity: entity, store, connection),
          !row.identifier.isTemporary
        {
          deletedRows.append(row)
        }
        didRemove(key, root: root)
      }
    }
  }

  /// Records rows that are written in a transaction which is not committed yet.
  func holdUnsent(_ changes: SavedChanges) {
    locked {
      for (entity, keys) in changes.inserted {
        unsent[layout.roots[entity], default: []].formUnion(keys)
      }
      for (entity, updates) in changes.updated {
        unsent[layout.roots[entity], default: []].formUnion(updates.map(\.key))
      }
      for (entity, keys) in changes.deleted {
        unsent[layout.roots[entity], default: []].formUnion(keys)
      }
    }
  }

  /// The identity and values of a row in the cache.
  private func row(
    _ key: Int64, entity: Int, _ store: Store, _ connection: Store.Connection
  ) throws -> Row? {
    guard let identifier = identifier(key, entity: entity) else { return nil }
    let values = try codec(entity).read(
      key, connection, store,
      identifier: { key, relationship in
        layout.index(of: relationship.target).flatMap { self.identifier(key, entity: $0) }
      },
      targets: { try identifiers(of: $0, entity, key, store, connection) })
    return values.map { Row(identifier: identifier, values: $0) }
  }

  // MARK: Commit

  /// Saves the changes of a batch in the custom store, and gives new models their identifiers.
  func commit(_ batch: SaveBatch, _ core: ContextCore, _ connection: Store.Connection) throws {
    try locked {
      register(batch)
      let saved = try send(batch.changes, core, connection)
      for (temporary, permanent) in saved.remapped.sorted(by: { $0.key < $1.key }) {
        guard let (entity, key, former) = try remap(temporary, to: permanent) else { continue }
        if let former {
          try merge(key, into: former, entity: entity, batch, core.store, connection)
        }
      }
      try checkIdentifiers(batch.changes)
      _ = try write(saved.reregistered, for: core)
      historyToken = saved.token
    }
  }

  /// Saves the changes of a transaction in the custom store.
  ///
  /// The result also has the deletions of rows that new models represent.
  func commit(_ changes: SavedChanges, _ core: ContextCore, _ connection: Store.Connection)
    throws -> SavedChanges
  {
    try locked {
      var changes = changes
      let saved = try send(changes, core, connection)
      unsent = [:]
      for (temporary, permanent) in saved.remapped.sorted(by: { $0.key < $1.key }) {
        guard let (entity, key, former) = try remap(temporary, to: permanent) else { continue }
        guard let former else { continue }
        // The new row replaces the former one, whose models are released.
        let root = layout.roots[entity]
        for sql in core.store.incoming[entity].moves {
          try connection.execute(sql, former, key, store: name)
        }
        try remove(former, root: root, core.store, connection)
        tables[root].assign(permanent, to: key, entity: entity)
        changes.deleted[entity, default: []].append(former)
      }
      try checkIdentifiers(changes)
      _ = try write(saved.reregistered, for: core)
      historyToken = saved.token
      return changes
    }
  }

  private func send(
    _ changes: SavedChanges, _ core: ContextCore, _ connection: Store.Connection
  ) throws -> Saved {
    let store = core.store
    var request = Changes()
    var sent: [Int: Set<Int64>] = [:]
    func rows(_ groups: [Int: [Int64]]) throws -> [(Int, Int64, Row)] {
      try groups.sorted { $0.key < $1.key }.flatMap { entity, keys in
        let root = layout.roots[entity]
        let new = keys.sorted().filter { sent[root, default: []].insert($0).inserted }
        return try new.compactMap { key in
          try row(key, entity: entity, store, connection).map { (root, key, $0) }
        }
      }
    }
    let inserted = try rows(changes.inserted)
    var updates = changes.updated.mapValues { $0.map(\.key) }
    for (entity, keys) in updates {
      let identified = keys.filter { identifier($0, entity: entity) != nil }
      try load(identified, entity: entity, for: core)
      updates[entity] = identified
    }
    let updated = try rows(updates)
    request.inserted = inserted.map(\.2)
    request.updated = updated.map(\.2).filter { !$0.identifier.isTemporary }
    request.deleted = deletedRows
    deletedRows = []
    if request.inserted.isEmpty && request.updated.isEmpty && request.deleted.isEmpty {
      return Saved()
    }
    if let batch = batchDeletions.removeValue(forKey: ObjectIdentifier(core)),
      request.inserted.isEmpty, request.updated.isEmpty,
      Set(request.deleted.compactMap { tables[batch.root].key(of: $0.identifier) }) == batch.keys,
      request.deleted.count == batch.keys.count, try batch.run(state(of: core))
    {
      return Saved()
    }
    let saved = try save(request, core)
    for (root, key, row) in inserted + updated { tables[root][key].values = row.values }
    return saved
  }

  /// Gives a row its new identifier; if another row has it, returns that row's key instead.
  private func remap(
    _ identifier: PersistentIdentifier, to permanent: PersistentIdentifier
  ) throws -> (entity: Int, key: Int64, former: Int64?)? {
    guard permanent.storeIdentifier == self.identifier, let (entity, root) = root(of: identifier),
      permanent.entityName == identifier.entityName
    else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) replaced the identifier of a \(identifier.entityName) by \(permanent), which is "
          + "not one of its own. Make identifiers with the store's identifier and the same entity "
          + "name.")
    }
    guard let key = tables[root].key(of: identifier) else { return nil }
    if let former = tables[root].key(of: permanent), former != key { return (entity, key, former) }
    tables[root].assign(permanent, to: key, entity: entity)
    return (entity, key, nil)
  }

  /// Throws if the custom store has returned no identifier for a new model.
  private func checkIdentifiers(_ changes: SavedChanges) throws {
    for (entity, keys) in changes.inserted {
      for key in keys where identifier(key, entity: entity)?.isTemporary == true {
        throw SwiftDataError.storeFailure.withMessage(
          "\(name) saved a new \(layout.entities[entity].name) without an identifier. Return one "
            + "for each inserted snapshot in the remappedIdentifiers of the result.")
      }
    }
  }

  /// Replaces a stored row by a new one with the same identity; the new model then represents the
  /// stored row.
  private func merge(
    _ key: Int64, into former: Int64, entity: Int, _ batch: SaveBatch, _ store: Store,
    _ connection: Store.Connection
  ) throws {
    let root = layout.roots[entity]
    let table = SQLFragment.quoted(layout.entities[entity].table)
    let column = EntityLayout.primaryKey
    let models = batch.groups.flatMap(\.models)
    guard
      let model = models.first(where: {
        layout.roots[Int($0._$state.entity)] == root && $0._$state.key == key
      })
    else { return }
    let represented =
      models.first { layout.roots[Int($0._$state.entity)] == root && $0._$state.key == former }
      ?? batch.core.registered(entity: entity, key: former) as? any PersistentModel
    if let represented, represented !== model { batch.superseded.append(represented) }
    try connection.rows(
      "DELETE FROM \(table) WHERE \(column) = ?", [.integer(former)], store: name)
    try connection.rows(
      "UPDATE \(table) SET \(column) = ?2 WHERE \(column) = ?1",
      [.integer(key), .integer(former)], store: name)
    for sql in store.incoming[entity].moves {
      try connection.execute(sql, key, former, store: name)
    }
    model._$state.key = former
    batch.upserted.append(model)
    batch.wasUpserted.insert(ObjectIdentifier(model))
    let isOfBatch = batch.changes.inserted[entity]?.contains(former) == true
    batch.changes.inserted[entity]?.removeAll { $0 == key }
    if !isOfBatch {
      batch.changes.updated[entity, default: []].append(
        SavedChanges.Update(key: former, properties: .max))
    }
    tables[root].forget(key)
    tables[root][key] = KeyTable.Entry()
    tables[root][former].hasRow = true
    tables[root][former].values = nil
  }
}
