// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  /// Updates the models in memory to match the written rows.
  ///
  /// With `releasing`, inside a transaction, loaded to-many relationships are unloaded, so that the
  /// written models can be released.
  func finish(releasing: Bool) {
    let mode: _RowWriter.Mode = releasing ? .releasing : .settling
    let isPlain = deletion == nil && superseded.isEmpty && upserted.isEmpty
    if !isPlain { registerNew(mode) }
    settle(changed, mode)
    finishDeletion()
    finishUpserts()
    for rows in nullifiedReferences { resetReferences(rows) }
    for (owner, relationship) in outdated { relationship.access.reset(in: owner) }
    core.clearPending()
    if isPlain { registerRetained(mode) }
    if mode == .settling {
      for change in changed where store.mayFormRetainCycle(entity: change.entity) {
        trackLoaded(change.model)
      }
    }
    if !releasing { store.externalFiles.remove(obsoleteFiles) }
  }

  /// Registers the new models in the identity map under their keys.
  private func registerNew(_ mode: _RowWriter.Mode) {
    let replaced = Set(superseded.map { ObjectIdentifier($0) })
    for model in superseded { core.unregister(model) }
    for group in groups {
      var (writer, hasRelationships) = settling(group.entity, mode)
      let isNoted = mode == .settling && store.mayFormRetainCycle(entity: group.entity)
      for model in group.models {
        if !replaced.isEmpty, replaced.contains(ObjectIdentifier(model)) { continue }
        core.registerSaved(model)
        if hasRelationships { model._$bind(&writer) }
        if isNoted { trackLoaded(model) }
      }
    }
  }

  /// Registers only the new models that have other owners; the rest are released.
  private func registerRetained(_ mode: _RowWriter.Mode) {
    // Models with to-many relationships first, because they retain others.
    for group in groups where store.hasToManyRelationships(entity: group.entity) {
      var (writer, _) = settling(group.entity, mode)
      for model in group.models { model._$bind(&writer) }
    }
    for index in groups.indices {
      let entity = groups[index].entity
      var (writer, isToSettle) = settling(entity, mode)
      if store.hasToManyRelationships(entity: entity) { isToSettle = false }
      let isNoted = mode == .settling && store.mayFormRetainCycle(entity: entity)
      var models = removeModels(ofGroup: index)
      while var model = models.popLast() {
        if isOnlyReference(&model) { continue }
        core.registerSaved(model)
        if isToSettle { model._$bind(&writer) }
        if isNoted { trackLoaded(model) }
      }
    }
  }

  private func isOnlyReference(_ model: inout some PersistentModel) -> Bool {
    isKnownUniquelyReferenced(&model)
  }

  /// A writer that replaces the objects in an entity's relationships by keys, and whether the
  /// entity has relationships.
  private func settling(_ entity: Int, _ mode: _RowWriter.Mode) -> (_RowWriter, Bool) {
    let layout = store.layout.entities[entity]
    return (
      _RowWriter(statement: nil, entity: layout, files: files, mode: mode),
      layout.properties.contains { $0.destination != nil }
    )
  }

  private func settle(_ changed: [Change], _ mode: _RowWriter.Mode) {
    guard var entity = changed.first?.entity else { return }
    var (writer, hasRelationships) = settling(entity, mode)
    var states = StateAccess()
    for change in changed {
      states.of(change.model) { $0.markSaved() }
      if entity != change.entity {
        entity = change.entity
        (writer, hasRelationships) = settling(entity, mode)
      }
      if hasRelationships { change.model._$bind(&writer) }
    }
  }

  private func finishDeletion() {
    for model in remotelyDeleted + discarded { core.releaseDeleted(model) }
    guard let deletion else { return }
    for (entity, keys) in deletion.deleted where core.hasModels(entity: entity) {
      for key in keys {
        guard let model = core.registered(entity: entity, key: key) as? any PersistentModel else {
          continue
        }
        core.releaseDeleted(model)
      }
    }
    nullifiedReferences += deletion.nullifiedReferences
  }

  /// Resets the references of models in memory to deleted models.
  private func resetReferences(_ rows: Deletion.AffectedRows) {
    let description = ModelDescription.of(store.layout.entities[rows.entity].type)
    guard let relationship = description.relationship(at: rows.property) else { return }
    for key in rows.keys {
      guard
        let model = core.registered(entity: rows.entity, key: key) as? any PersistentModel,
        !model._$state.has(.fault)
      else { continue }
      relationship.access.reset(in: model)
    }
  }

  /// Tracks the loaded to-many relationships of a written model in the context.
  private func trackLoaded(_ model: any PersistentModel) {
    for relationship in ModelDescription.of(type(of: model)).relationships
    where relationship.isToMany && relationship.access.isLoaded(in: model) {
      core.trackLoaded(model, relationship.index)
    }
  }
}
