// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  // MARK: Inserting

  /// Inserts a new model and all new models that are reachable from it.
  package func insert(_ model: any PersistentModel) {
    guard enqueueInsert(model) else { return }
    let isAlone = ModelDescription.of(type(of: model)).relationships.allSatisfy {
      !$0.access.hasObjects(in: model)
    }
    if !isAlone { insertReached(from: model) }
  }

  private func insertReached(from model: any PersistentModel) {
    // Breadth first: models are inserted in the order in which their references are read.
    var waiting: [any PersistentModel] = []
    var reached = 0
    var next = model
    while true {
      waiting += RelationshipMaintenance.linkAssigned(next)
      for relationship in ModelDescription.of(type(of: next)).relationships {
        for target in relationship.access.objects(in: next) where target._$state.core == nil {
          waiting.append(target)
        }
      }
      while reached < waiting.count, !enqueueInsert(waiting[reached]) { reached += 1 }
      guard reached < waiting.count else { return }
      next = waiting[reached]
      reached += 1
    }
  }

  /// Adds a model to the pending inserts; false if it already has a context.
  private func enqueueInsert(_ model: any PersistentModel) -> Bool {
    if let core = model._$state.core {
      if core !== self {
        recordSetterError(
          .modelValidationFailure.withMessage(
            "\(model.nameInErrors), which belongs to another ModelContext, was inserted. "
              + "Fetch it by its persistentModelID instead."))
      } else if model._$state.has(.deleted) {
        cancelDeletion(model)
      }
      return false
    }
    guard let entity = store.layout.index(of: type(of: model)) else {
      recordSetterError(.notInSchema(type(of: model)))
      return false
    }
    model._$state.join(self, entity: Int32(entity))
    pendingInserts.append(model)
    undo?.didInsert(model)
    if observesPendingChanges { pendingChangesDidChange() }
    return true
  }

  /// Cancels an unsaved deletion.
  private func cancelDeletion(_ model: any PersistentModel) {
    undo?.didInsert(model)
    model._$state.flags.remove(.deleted)
    pendingDeletes.remove(model)
    if model._$state.has(.changed) { pendingChanges.append(model) }
    forEachHolder(of: model) { owner, relationship in
      if owner._$state.changes & _ModelState.bit(relationship.index) == 0 {
        // Unchanged, so it is reloaded from the store.
        relationship.access.reset(in: owner)
      } else if relationship.access.isLoaded(in: owner) {
        relationship.access.link(model, to: owner)
      }
    }
  }

  // MARK: Deleting

  /// Marks a model for deletion; a model that was never saved is released at once.
  ///
  /// The model leaves all loaded to-many relationships at once. To-one relationships still refer to
  /// it until the save, which applies the delete rules.
  package func delete(_ model: any PersistentModel) {
    guard model._$state.core === self else {
      if model._$state.core != nil {
        recordSetterError(
          .modelValidationFailure.withMessage(
            "\(model.nameInErrors) was deleted in a ModelContext that it does not belong to. "
              + "Delete it in its own modelContext."))
      }
      return
    }
    // The cascade of a new model may be deeper than the stack, such as that of a linked list.
    var waiting = [model]
    while let next = waiting.popLast() {
      if next._$state.core === self { waiting += deleteAlone(next).reversed() }
    }
  }

  /// Deletes a model without its cascade, and returns the models that a new one's cascade deletes.
  private func deleteAlone(_ model: any PersistentModel) -> [any PersistentModel] {
    if !model._$state.has(.deleted) { undo?.willDelete(model) }
    if model._$state.has(.inserted) {
      let owned = ownedModels(of: model)
      pendingInserts.remove(model)
      unlinkFromAll(model)
      release(model)
      if observesPendingChanges { pendingChangesDidChange() }
      return owned
    }
    if !model._$state.has(.deleted) {
      if model._$state.has(.changed) { pendingChanges.remove(model) }
      model._$state.flags.insert(.deleted)
      pendingDeletes.append(model)
      if observesPendingChanges { pendingChangesDidChange() }
      forEachHolder(of: model) { owner, relationship in
        guard relationship.access.isLoaded(in: owner) else { return }
        relationship.access.unlink(model, from: owner)
        provisional.append((owner, relationship))
      }
    }
    return []
  }

  /// The models that a new model's cascade rules delete with it.
  private func ownedModels(of model: any PersistentModel) -> [any PersistentModel] {
    ModelDescription.of(type(of: model)).relationships
      .filter { $0.deleteRule == .cascade }.flatMap { $0.access.objects(in: model) }
  }

  /// Calls `body` for each model in memory that may contain a model in a to-many relationship.
  private func forEachHolder(
    of model: any PersistentModel,
    _ body: (any PersistentModel, ModelDescription.Relationship) -> Void
  ) {
    Self.fulfillIfNeeded(model)
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      guard let inverse = description.inverse(of: relationship), inverse.isToMany,
        let entity = store.layout.index(of: relationship.target)
      else { continue }
      let targets: [any PersistentModel]
      if !relationship.isToMany {
        let key = relationship.access.storedKey(in: model)
        targets =
          relationship.access.objects(in: model).first.map { [$0] }
          ?? (registered(entity: entity, key: key) as? any PersistentModel).map { [$0] } ?? []
      } else if hasModels(entity: entity) || relationship.access.isLoaded(in: model) {
        targets = relationship.access.load(in: model, index: relationship.index)
      } else {
        targets = relationship.access.additions(in: model)
      }
      for target in targets where !target._$state.has(.fault) { body(target, inverse) }
    }
    for (entity, relationship) in store.oneWayHolders(of: Int(model._$state.entity)) {
      for owner in registeredModels(entity: entity) + inserted
      where Int(owner._$state.entity) == entity && !owner._$state.has(.fault) {
        body(owner, relationship)
      }
    }
  }

  /// Removes a model from the relationships of the models in memory.
  func unlinkFromAll(_ model: any PersistentModel) {
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      guard let inverse = description.inverse(of: relationship) else { continue }
      var targets = relationship.access.objects(in: model)
      if targets.isEmpty {
        let key = relationship.access.storedKey(in: model)
        if key > 0, let target = registered(relationship.target, key: key) {
          targets = [target]
        }
      }
      for target in targets where !target._$state.has(.fault) {
        inverse.access.unlink(model, from: target)
      }
    }
    for (entity, relationship) in store.oneWayHolders(of: Int(model._$state.entity)) {
      for owner in registeredModels(entity: entity) + inserted
      where Int(owner._$state.entity) == entity && !owner._$state.has(.fault) {
        relationship.access.unlink(model, from: owner)
      }
    }
  }

  /// Detaches a model from the context; it keeps its values.
  func release(_ model: some PersistentModel) {
    unregister(model)
    if !restoredKeys.isEmpty { restoredKeys[ObjectIdentifier(model)] = nil }
    model._$state.core = nil
    // The model keeps a temporary identity.
    model._$state.key = Swift.min(0, model._$state.key)
    model._$state.changes = 0
    model._$state.flags = model._$state.flags.intersection(.observed)
  }

  /// Detaches a model whose row was deleted, and clears its relationships.
  func releaseDeleted(_ model: some PersistentModel) {
    if transaction != nil, model._$state.key > 0 {
      running.deleted.append((model, model._$state.key))
    }
    unlinkFromAll(model)
    release(model)
    model._$state.flags.insert(.gone)
    for relationship in ModelDescription.of(type(of: model)).relationships {
      relationship.access.reset(in: model)
    }
  }

  // MARK: Rolling back

  /// Discards all pending changes.
  func rollback() {
    defer { if observesPendingChanges { pendingChangesDidChange() } }
    undo?.removeAll()
    undo?.suspend()
    defer { undo?.resume() }
    clearDeferredErrors()
    let (new, taken) = (inserted, changed + deleted)
    clearPending(keepingProvisional: true)
    for model in new { release(model) }
    for model in new { markUnlinked(model) }
    for model in taken {
      model._$state.flags.remove(.deleted)
      if model._$state.has(.changed) { revert(model) }
    }
    for (owner, relationship) in provisional
    where owner._$state.core === self && !owner._$state.has(.fault) {
      relationship.access.reset(in: owner)
    }
    provisional = []
    invalidateOutdated()
  }

  func clearPending(keepingProvisional: Bool = false) {
    pendingInserts = PendingModels()
    pendingChanges = PendingModels()
    pendingDeletes = PendingModels()
    deletedKeys = [:]
    removedPairs = []
    restoredKeys = [:]
    restoredPositions = [:]
    if !keepingProvisional { provisional = [] }
  }

  /// Marks a released model so that a later insertion links it again with models whose
  /// relationships were reset.
  private func markUnlinked(_ model: any PersistentModel) {
    for relationship in ModelDescription.of(type(of: model)).relationships
    where relationship.access.objects(in: model).contains(where: { $0._$state.core != nil }) {
      relationship.access.markUnlinked(in: model)
    }
  }

  /// Turns a changed model into a fault, so that its stored values are read again.
  func revert(_ model: some PersistentModel) {
    let changes = model._$state.changes
    model._$state.changes = 0
    model._$state.flags.remove(.changed)
    makeStale(model, changes)
  }

  /// Turns a model into a fault and notifies observers of the given properties.
  func makeStale(_ model: some PersistentModel, _ properties: UInt64) {
    forgetPartial(model._$state)
    guard let registrar = model._$state.registrar else {
      model._$state.flags.insert(.fault)
      return
    }
    let changed = ModelDescription.of(type(of: model)).properties.enumerated()
      .filter { properties & _ModelState.bit($0.offset) != 0 }.map(\.element.keypath)
    for keyPath in changed { ObservedChange(model, keyPath)?.announce(registrar) }
    model._$state.flags.insert(.fault)
    for keyPath in changed { ObservedChange(model, keyPath)?.complete(registrar) }
  }

  // MARK: Pairs

  /// Two models whose many-to-many connection was removed.
  struct RemovedPair {
    let owner: any PersistentModel
    let relationship: ModelDescription.Relationship
    let target: any PersistentModel
  }
}

extension PersistentModel {
  /// The model's entity name and row number, for error messages.
  package var nameInErrors: String {
    let name = ModelDescription.of(type(of: self)).entityName
    return _$state.key > 0 ? "\(name) number \(_$state.key)" : "A new \(name)"
  }
}
