// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  // MARK: Inserting

  /// Takes in a new model and all new models that are reached from it.
  package func insert(_ model: any PersistentModel) {
    guard takeIn(model) else { return }
    let isAlone = ModelDescription.of(type(of: model)).relationships.allSatisfy {
      !$0.access.hasObjects(model)
    }
    if !isAlone { insertReached(from: model) }
  }

  private func insertReached(from model: any PersistentModel) {
    // First come, first served: the order of insertion is the order in which they are read.
    var waiting: [any PersistentModel] = []
    var reached = 0
    var next = model
    while true {
      waiting += RelationshipMaintenance.linkAssigned(next)
      for relationship in ModelDescription.of(type(of: next)).relationships {
        for target in relationship.access.objects(next) where target._$state.core == nil {
          waiting.append(target)
        }
      }
      while reached < waiting.count, !takeIn(waiting[reached]) { reached += 1 }
      guard reached < waiting.count else { return }
      next = waiting[reached]
      reached += 1
    }
  }

  /// Makes one model a pending insert; false if it is known already.
  private func takeIn(_ model: any PersistentModel) -> Bool {
    if let core = model._$state.core {
      if core !== self {
        refuse(
          .modelValidationFailure.saying(
            "\(model.nameInErrors), which belongs to another ModelContext, was inserted. "
              + "Fetch it by its persistentModelID instead."))
      } else if model._$state.has(.deleted) {
        takeBack(model)
      }
      return false
    }
    guard let entity = store.layout.index(of: type(of: model)) else {
      refuse(.notInSchema(type(of: model)))
      return false
    }
    model._$state.join(self, entity: Int32(entity))
    pendingInserts.append(model)
    if reportsWork { didGetWork() }
    return true
  }

  /// Takes back a deletion that is not saved.
  private func takeBack(_ model: any PersistentModel) {
    model._$state.flags.remove(.deleted)
    pendingDeletes.remove(model)
    if model._$state.has(.changed) { pendingChanges.append(model) }
    forEachHolder(of: model) { owner, relationship in
      if owner._$state.changes & _ModelState.bit(relationship.index) == 0 {
        // As stored: to be read anew.
        relationship.access.reset(owner)
      } else if relationship.access.isLoaded(owner) {
        relationship.access.link(owner, model)
      }
    }
  }

  // MARK: Deleting

  /// Marks a model for deletion; a new one is just let go.
  ///
  /// Either leaves the to-many relationships that it is in at once. To-one relationships lead to it
  /// until the save, which carries out the delete rules.
  package func delete(_ model: any PersistentModel) {
    guard model._$state.core === self else {
      if model._$state.core != nil {
        refuse(
          .modelValidationFailure.saying(
            "\(model.nameInErrors) was deleted in a ModelContext that it does not belong to. "
              + "Delete it in its own modelContext."))
      }
      return
    }
    if model._$state.has(.inserted) {
      let owned = ownedModels(of: model)
      pendingInserts.remove(model)
      unlinkFromAll(model)
      release(model)
      if reportsWork { didGetWork() }
      for target in owned where target._$state.core === self { delete(target) }
    } else if !model._$state.has(.deleted) {
      if model._$state.has(.changed) { pendingChanges.remove(model) }
      model._$state.flags.insert(.deleted)
      pendingDeletes.append(model)
      if reportsWork { didGetWork() }
      forEachHolder(of: model) { owner, relationship in
        guard relationship.access.isLoaded(owner) else { return }
        relationship.access.unlink(owner, model)
        provisional.append((owner, relationship))
      }
    }
  }

  /// The models that go with a new one by its delete rules.
  private func ownedModels(of model: any PersistentModel) -> [any PersistentModel] {
    ModelDescription.of(type(of: model)).relationships
      .filter { $0.deleteRule == .cascade }.flatMap { $0.access.objects(model) }
  }

  /// The models in memory that have a model in a to-many relationship, or may have.
  private func forEachHolder(
    of model: any PersistentModel,
    _ body: (any PersistentModel, ModelDescription.Relationship) -> Void
  ) {
    Self.fulfillIfNeeded(model)
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      guard let inverse = description.inverse(of: relationship), inverse.access.isToMany,
        let entity = store.layout.index(of: relationship.access.target)
      else { continue }
      let targets: [any PersistentModel]
      if !relationship.access.isToMany {
        let key = relationship.access.storedKey(model)
        targets =
          relationship.access.objects(model).first.map { [$0] }
          ?? (registered(entity: entity, key: key) as? any PersistentModel).map { [$0] } ?? []
      } else if hasModels(entity: entity) || relationship.access.isLoaded(model) {
        targets = relationship.access.load(model, relationship.index)
      } else {
        targets = relationship.access.arrivals(model)
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

  /// Takes a model out of the relationships of the models in memory.
  func unlinkFromAll(_ model: any PersistentModel) {
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      guard let inverse = description.inverse(of: relationship) else { continue }
      var targets = relationship.access.objects(model)
      if targets.isEmpty {
        let key = relationship.access.storedKey(model)
        if key > 0, let target = registered(relationship.access.target, key: key) {
          targets = [target]
        }
      }
      for target in targets where !target._$state.has(.fault) {
        inverse.access.unlink(target, model)
      }
    }
    for (entity, relationship) in store.oneWayHolders(of: Int(model._$state.entity)) {
      for owner in registeredModels(entity: entity) + inserted
      where Int(owner._$state.entity) == entity && !owner._$state.has(.fault) {
        relationship.access.unlink(owner, model)
      }
    }
  }

  /// Cuts a model off from the context; it keeps its values.
  func release(_ model: some PersistentModel) {
    unregister(model)
    model._$state.core = nil
    // A temporary identity stays with the model.
    model._$state.key = Swift.min(0, model._$state.key)
    model._$state.changes = 0
    model._$state.flags = model._$state.flags.intersection(.observed)
  }

  /// Cuts off a model whose row is gone; its relationships lead nowhere.
  func releaseDeleted(_ model: some PersistentModel) {
    if transaction != nil, model._$state.key > 0 {
      deletedInTransaction.append((model, model._$state.key))
    }
    unlinkFromAll(model)
    release(model)
    model._$state.flags.insert(.gone)
    for relationship in ModelDescription.of(type(of: model)).relationships {
      relationship.access.reset(model)
    }
  }

  // MARK: Rolling back

  /// Forgets all pending work.
  func rollback() {
    defer { if reportsWork { didGetWork() } }
    forgetRefusal()
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
      relationship.access.reset(owner)
    }
    provisional = []
    refreshOutdated()
  }

  func clearPending(keepingProvisional: Bool = false) {
    pendingInserts = PendingModels()
    pendingChanges = PendingModels()
    pendingDeletes = PendingModels()
    deletedKeys = [:]
    unpaired = []
    if !keepingProvisional { provisional = [] }
  }

  /// Lets a later insertion link a released model anew with those that stay in the context, whose
  /// ends of the relationships are as stored again.
  private func markUnlinked(_ model: any PersistentModel) {
    for relationship in ModelDescription.of(type(of: model)).relationships
    where relationship.access.objects(model).contains(where: { $0._$state.core != nil }) {
      relationship.access.markUnlinked(model)
    }
  }

  /// Makes a changed model a fault, so that its values are read anew.
  func revert(_ model: some PersistentModel) {
    let changes = model._$state.changes
    model._$state.changes = 0
    model._$state.flags.remove(.changed)
    makeStale(model, changes)
  }

  /// Lets a model's values be read anew, and tells those who observe one of the properties.
  func makeStale(_ model: some PersistentModel, _ properties: UInt64) {
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

  /// Two models that a many-to-many relationship connected and connects no more.
  struct Unpaired {
    let owner: any PersistentModel
    let relationship: ModelDescription.Relationship
    let target: any PersistentModel
  }
}

extension PersistentModel {
  /// The model's type and number.
  package var nameInErrors: String {
    let name = ModelDescription.of(type(of: self)).entityName
    return _$state.key > 0 ? "\(name) number \(_$state.key)" : "A new \(name)"
  }
}
