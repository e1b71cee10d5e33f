// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  /// Brings memory in step with what was written.
  ///
  /// With `releasing`, inside a transaction, loaded to-many relationships are forgotten, so that
  /// the written models can go.
  func finish(releasing: Bool) {
    let mode: _RowWriter.Mode = releasing ? .releasing : .settling
    let isPlain = deletion == nil && superseded.isEmpty && upserted.isEmpty
    if !isPlain { registerNew(mode) }
    settle(changed, mode)
    finishDeletion()
    finishUpserts()
    for cleared in cleared { forgetReferences(cleared) }
    for (owner, relationship) in outdated { relationship.access.reset(owner) }
    core.clearPending()
    if isPlain { registerHeld(mode) }
    if mode == .settling {
      for change in changed where store.mayHoldItself(entity: change.entity) {
        noteLoaded(change.model)
      }
    }
    if !releasing { store.externalFiles.remove(obsoleteFiles) }
  }

  /// Enters the new models into the identity map under their keys.
  private func registerNew(_ mode: _RowWriter.Mode) {
    let replaced = Set(superseded.map { ObjectIdentifier($0) })
    for model in superseded { core.unregister(model) }
    for group in groups {
      var (writer, hasRelationships) = settling(group.entity, mode)
      let isNoted = mode == .settling && store.mayHoldItself(entity: group.entity)
      for model in group.models {
        if !replaced.isEmpty, replaced.contains(ObjectIdentifier(model)) { continue }
        core.registerSaved(model)
        if hasRelationships { model._$bind(&writer) }
        if isNoted { noteLoaded(model) }
      }
    }
  }

  /// The same, but only for models that somebody holds: the others go, and nobody asks for them.
  private func registerHeld(_ mode: _RowWriter.Mode) {
    // First what holds many.
    for group in groups where store.hasToManyRelationships(entity: group.entity) {
      var (writer, _) = settling(group.entity, mode)
      for model in group.models { model._$bind(&writer) }
    }
    for index in groups.indices {
      let entity = groups[index].entity
      var (writer, isToSettle) = settling(entity, mode)
      if store.hasToManyRelationships(entity: entity) { isToSettle = false }
      let isNoted = mode == .settling && store.mayHoldItself(entity: entity)
      var models = takeModels(ofGroup: index)
      while var model = models.popLast() {
        if isOnlyReference(&model) { continue }
        core.registerSaved(model)
        if isToSettle { model._$bind(&writer) }
        if isNoted { noteLoaded(model) }
      }
    }
  }

  private func isOnlyReference(_ model: inout some PersistentModel) -> Bool {
    isKnownUniquelyReferenced(&model)
  }

  /// What lets the relationships of an entity's models go over to keys, and whether there are any.
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
    for change in changed {
      markSaved(change.model)
      if entity != change.entity {
        entity = change.entity
        (writer, hasRelationships) = settling(entity, mode)
      }
      if hasRelationships { change.model._$bind(&writer) }
    }
  }

  private func markSaved(_ model: some PersistentModel) { model._$state.markSaved() }

  private func finishDeletion() {
    for model in vanished + discarded { core.releaseDeleted(model) }
    guard let deletion else { return }
    for (entity, keys) in deletion.deleted where core.hasModels(entity: entity) {
      for key in keys {
        guard let model = core.registered(entity: entity, key: key) as? any PersistentModel else {
          continue
        }
        core.releaseDeleted(model)
      }
    }
    cleared += deletion.cleared
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

  /// Lets the context know which of a written model's relationships hold loaded targets.
  private func noteLoaded(_ model: any PersistentModel) {
    for relationship in ModelDescription.of(type(of: model)).relationships
    where relationship.access.isToMany && relationship.access.isLoaded(model) {
      core.noteLoaded(model, relationship.index)
    }
  }
}
