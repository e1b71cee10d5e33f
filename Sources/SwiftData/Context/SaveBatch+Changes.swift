// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  /// Gathers what the save changes in the store, when all is written: history, other contexts and
  /// notifications are told the same.
  func noteChanges(_ connection: Store.Connection) throws {
    try dropVanished(connection)
    let vanished = Set(vanished.map { ObjectIdentifier($0) })
    noteInserted()
    takeGrown()
    var updates = store.layout.entities.map { _ in [SavedChanges.Update]() }
    for change in changed {
      if !vanished.isEmpty, vanished.contains(ObjectIdentifier(change.model)) { continue }
      // A rule may have reached it.
      if deletion != nil, change.model._$state.has(.deleted) { continue }
      updates[change.entity].append(
        SavedChanges.Update(key: change.key, properties: change.properties))
    }
    for (entity, updates) in updates.enumerated() where !updates.isEmpty {
      changes.updated[entity] = updates
    }
    for (entity, more) in try consequences(connection) where !more.isEmpty {
      var all = more
      for update in changes.updated[entity] ?? [] {
        all[update.key, default: 0] |= update.properties
      }
      changes.updated[entity] = all.map { SavedChanges.Update(key: $0.key, properties: $0.value) }
    }
    for (entity, keys) in deletion?.removed ?? [] {
      changes.deleted[entity, default: []] += keys
    }
  }

  /// The owners of rows that name them by their columns alone have other relationships from now on.
  private func takeGrown() {
    bereft += core.grown
    for owners in core.grown {
      for key in owners.keys {
        guard let owner = core.registered(entity: owners.entity, key: key) as? any PersistentModel,
          !owner._$state.has(.fault), !owner.hasChanges
        else { continue }
        core.makeStale(owner, _ModelState.bit(owners.property))
      }
    }
    core.grown = []
  }

  private func noteInserted() {
    for group in groups where !group.models.isEmpty {
      var keys = group.models.map { $0._$state.key }
      if !wasUpserted.isEmpty {
        var seen: Set<Int64> = []
        keys.removeAll { $0 < group.firstKey || !seen.insert($0).inserted }
      }
      if !keys.isEmpty { changes.inserted[group.entity] = keys }
    }
  }

  /// Rows that the save changed besides those of changed models: their properties by key, by
  /// entity.
  private func consequences(_ connection: Store.Connection) throws -> [Int: [Int64: UInt64]] {
    var rows: [Int: [Int64: UInt64]] = [:]
    func add(_ entity: Int, _ key: Int64, _ properties: UInt64) {
      let first = groups.first { $0.entity == entity }?.firstKey ?? .max
      if key >= first || deletion?.contains(entity: entity, key: key) == true { return }
      rows[entity, default: [:]][key, default: 0] |= properties
    }
    for model in upserted { add(Int(model._$state.entity), model._$state.key, .max) }
    for cleared in cleared + (deletion?.cleared ?? []) where cleared.property >= 0 {
      for key in cleared.keys {
        add(cleared.entity, key, _ModelState.bit(cleared.property))
      }
    }
    for owners in bereft + (deletion?.left ?? []) {
      var keys = owners.keys
      if !store.isGuarded(entity: owners.entity, property: owners.property) {
        keys = try existing(keys, entity: owners.entity, connection)
      }
      for (entity, keys) in try store.byEntity(keys, entity: owners.entity, connection) {
        for key in keys { add(entity, key, _ModelState.bit(owners.property)) }
      }
    }
    return rows
  }

  /// Changed models that had nothing to be written may have lost their row to others, if there were
  /// others.
  private func dropVanished(_ connection: Store.Connection) throws {
    if unwritten.isEmpty { return }
    let last = try connection.cachedInteger(HistorySQL.last, store: store.name)
    if last == core.generation { return }
    for (entity, models) in Dictionary(grouping: unwritten, by: { Int($0._$state.entity) }) {
      let keys = models.map { $0._$state.key }
      let rows = Set(try existing(keys, entity: entity, connection))
      vanished += models.filter { !rows.contains($0._$state.key) }
    }
  }

  private func existing(_ keys: [Int64], entity: Int, _ connection: Store.Connection) throws
    -> [Int64]
  {
    try connection.integers(
      store.statements[entity].existing, Deletion.list(keys), store: store.name)
  }
}

extension Store {
  /// Whether the references to the owners of a to-many relationship are checked by SQLite, so that
  /// they name rows that are there.
  fileprivate func isGuarded(entity: Int, property: Int) -> Bool {
    let description = ModelDescription.of(layout.entities[entity].type)
    return description.relationship(at: property)?.deleteRule != .noAction
  }
}
