// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  /// Collects the changes of the save after all writes, for the history, other contexts and
  /// notifications.
  func collectChanges(_ connection: Store.Connection) throws {
    try dropRemotelyDeleted(connection)
    let remotelyDeleted = Set(remotelyDeleted.map { ObjectIdentifier($0) })
    collectInserted()
    applyGainedTargets()
    var updates = store.layout.entities.map { _ in [SavedChanges.Update]() }
    for change in changed {
      if !remotelyDeleted.isEmpty, remotelyDeleted.contains(ObjectIdentifier(change.model)) {
        continue
      }
      // A delete rule may have reached it.
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

  /// Marks owners that gain targets only through foreign keys as affected and stale.
  private func applyGainedTargets() {
    affectedOwners += core.ownersGainingTargets
    for owners in core.ownersGainingTargets {
      for key in owners.keys {
        guard let owner = core.registered(entity: owners.entity, key: key) as? any PersistentModel,
          !owner._$state.has(.fault), !owner.hasChanges
        else { continue }
        core.makeStale(owner, _ModelState.bit(owners.property))
      }
    }
    core.ownersGainingTargets = []
  }

  private func collectInserted() {
    for group in groups where !group.models.isEmpty {
      var keys = group.models.map { $0._$state.key }
      if !wasUpserted.isEmpty {
        var seen: Set<Int64> = []
        let restored = restored[group.entity] ?? []
        keys.removeAll {
          ($0 < group.firstKey && !restored.contains($0)) || !seen.insert($0).inserted
        }
      }
      if !keys.isEmpty { changes.inserted[group.entity] = keys }
    }
  }

  /// The properties that the save changed in rows other than those of changed models, by entity and
  /// key.
  private func consequences(_ connection: Store.Connection) throws -> [Int: [Int64: UInt64]] {
    var rows: [Int: [Int64: UInt64]] = [:]
    func add(_ entity: Int, _ key: Int64, _ properties: UInt64) {
      let first = groups.first { $0.entity == entity }?.firstKey ?? .max
      if key >= first || deletion?.contains(entity: entity, key: key) == true { return }
      rows[entity, default: [:]][key, default: 0] |= properties
    }
    for model in upserted { add(Int(model._$state.entity), model._$state.key, .max) }
    let nullified = nullifiedReferences + (deletion?.nullifiedReferences ?? [])
    for rows in nullified where rows.property >= 0 {
      for key in rows.keys {
        add(rows.entity, key, _ModelState.bit(rows.property))
      }
    }
    for owners in affectedOwners + (deletion?.ownersLosingTargets ?? []) {
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

  /// Finds changed models without columns to write whose rows other contexts or processes have
  /// deleted.
  private func dropRemotelyDeleted(_ connection: Store.Connection) throws {
    if unwritten.isEmpty { return }
    let last = try connection.cachedInteger(HistorySQL.last, store: store.name)
    if last == core.generation { return }
    for (entity, models) in Dictionary(grouping: unwritten, by: { Int($0._$state.entity) }) {
      let keys = models.map { $0._$state.key }
      let rows = Set(try existing(keys, entity: entity, connection))
      remotelyDeleted += models.filter { !rows.contains($0._$state.key) }
    }
  }

  private func existing(_ keys: [Int64], entity: Int, _ connection: Store.Connection) throws
    -> [Int64]
  {
    try connection.integers(
      store.statements[entity].existing, SQLValue.jsonList(keys), store: store.name)
  }
}

extension Store {
  /// Whether SQLite checks the foreign keys to the owners of a to-many relationship, so that the
  /// owners exist.
  fileprivate func isGuarded(entity: Int, property: Int) -> Bool {
    let description = ModelDescription.of(layout.entities[entity].type)
    return description.relationship(at: property)?.deleteRule != .noAction
  }
}
