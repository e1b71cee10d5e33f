// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Keeps both ends of a relationship consistent.
@usableFromInline
package enum RelationshipMaintenance {
  /// Updates the inverse after `owner`'s to-one relationship was set.
  @usableFromInline
  package static func didSet<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ index: Int, _ change: _ToOneChange<Target>
  ) {
    if change.old === change.new { return }
    let description = ModelDescription.of(Owner.self)
    guard let relationship = description.relationship(at: index) else { return }
    let inverse = description.inverse(of: relationship)
    if let new = change.new, rejects(owner, relationship, new) {
      relationship.access.assign(change.old, to: owner)
      return
    }
    if let old = change.old, let inverse { unlink(old, from: owner, through: inverse) }
    guard let new = change.new else { return }
    if isDeferred(owner, new) { return relationship.access.markUnlinked(in: owner) }
    // Before the insertion, which links the relationships that are not linked yet.
    if let inverse { link(new, to: owner, through: inverse) }
    join(owner, new)
  }

  /// Updates the inverse after `owner`'s to-one relationship changed from nil to a model of the
  /// same context.
  @usableFromInline
  package static func didPoint<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ index: Int, _ target: Target
  ) {
    let description = ModelDescription.of(Owner.self)
    guard let relationship = description.relationship(at: index),
      let inverse = description.inverse(of: relationship)
    else { return }
    link(target, to: owner, through: inverse)
  }

  /// Updates the inverses after `owner`'s to-many relationship was changed.
  @usableFromInline
  package static func didSet<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ index: Int, _ change: _ToManyChange<Target>
  ) {
    let description = ModelDescription.of(Owner.self)
    guard let relationship = description.relationship(at: index) else { return }
    let inverse = description.inverse(of: relationship)
    let isPaired = inverse.map(\.isToMany) ?? true
    for object in change.removed {
      if isPaired { recordRemovedPair(owner, relationship, object) }
      if let inverse { unlink(object, from: owner, through: inverse) }
    }
    if change.added.isEmpty { return }
    let hasContext = owner._$state.core != nil
    var isPartlyDeferred = false
    func relate(_ object: any PersistentModel, fromEnd offset: Int?) {
      if rejects(owner, relationship, object) {
        return relationship.access.unlink(object, from: owner)
      }
      if !hasContext, isDeferred(owner, object) {
        isPartlyDeferred = true
        return
      }
      if let inverse {
        ContextCore.fulfillIfNeeded(object)
        if let offset, inverse.access.refers(to: owner, in: object),
          relationship.access.removeRepeated(fromEnd: offset, in: owner)
        {
          return
        }
        // Before the insertion, which links the relationships that are not linked yet.
        link(object, to: owner, through: inverse)
      }
      join(owner, object)
    }
    if change.isUncertain, isPaired || mayRepeat(change.added, of: owner, inverse) {
      let added = relationship.access.removeRepeated(last: change.added.count, in: owner)
      for object in added { relate(object, fromEnd: nil) }
    } else {
      let last = change.added.count - 1
      for (index, object) in change.added.enumerated() {
        relate(object, fromEnd: change.isUncertain ? last - index : nil)
      }
    }
    if isPartlyDeferred { relationship.access.markUnlinked(in: owner) }
  }

  /// Whether a search for each appended target among the others may take long or miss some.
  private static func mayRepeat<Target: PersistentModel>(
    _ added: [Target], of owner: any PersistentModel, _ inverse: ModelDescription.Relationship?
  ) -> Bool {
    if owner._$state.core == nil, added.contains(where: { $0._$state.core != nil }) { return true }
    guard let inverse, added.count > 8 else { return false }
    return added.contains { target in
      ContextCore.fulfillIfNeeded(target)
      return inverse.access.refers(to: owner, in: target)
    }
  }

  /// Sets the inverses of relationships that initialisers assigned, and of those that were set
  /// while the model had no context.
  ///
  /// - Returns: The targets of these relationships, which the context must insert as well.
  package static func linkAssigned(_ owner: any PersistentModel) -> [any PersistentModel] {
    let description = ModelDescription.of(type(of: owner))
    var reached: [any PersistentModel] = []
    for relationship in description.relationships where relationship.access.hasObjects(in: owner) {
      let targets = relationship.access.consumeUnlinked(in: owner)
      if targets.isEmpty { continue }
      let inverse = description.inverse(of: relationship)
      for target in targets {
        if rejects(owner, relationship, target) {
          relationship.access.unlink(target, from: owner)
          continue
        }
        reached.append(target)
        guard let inverse else { continue }
        // The two models of a many-to-many relationship may already be linked.
        let isKnown =
          relationship.isToMany && inverse.isToMany
          && inverse.access.objects(in: target).contains { $0 === owner }
        if !isKnown { link(target, to: owner, through: inverse) }
      }
    }
    return reached
  }

  // MARK: The other end

  /// Links `object` to `owner`, and unlinks it from its former to-one target.
  private static func link(
    _ object: any PersistentModel, to owner: any PersistentModel,
    through relationship: ModelDescription.Relationship
  ) {
    ContextCore.fulfillIfNeeded(object)
    if !relationship.isToMany { release(object, from: relationship, unless: owner) }
    relationship.access.link(owner, to: object)
    markChanged(object, relationship)
  }

  /// Removes `owner` from `object`'s relationship.
  private static func unlink(
    _ object: any PersistentModel, from owner: any PersistentModel,
    through relationship: ModelDescription.Relationship
  ) {
    // The two were never linked.
    if isDeferred(owner, object), !owner._$state.has(.gone) { return }
    ContextCore.fulfillIfNeeded(object)
    relationship.access.unlink(owner, from: object)
    markChanged(object, relationship)
  }

  /// Removes `object` from the inverse of its current to-one target.
  private static func release(
    _ object: any PersistentModel, from relationship: ModelDescription.Relationship,
    unless owner: any PersistentModel
  ) {
    let description = ModelDescription.of(type(of: object))
    guard let inverse = description.inverse(of: relationship) else { return }
    var old = relationship.access.objects(in: object).first
    let key = relationship.access.storedKey(in: object)
    if old == nil, key > 0, let core = object._$state.core {
      // An unloaded to-many inverse needs no update; a to-one inverse has a column to clear.
      old =
        inverse.isToMany
        ? core.registered(relationship.target, key: key)
        : core.model(relationship.target, key: key)
    }
    guard let old, old !== owner else { return }
    unlink(old, from: object, through: inverse)
  }

  private static func markChanged(
    _ object: any PersistentModel, _ relationship: ModelDescription.Relationship
  ) {
    object._$markChanged(_ModelState.bit(relationship.index))
  }

  /// Records a removed join row for the next save, if both ends are stored.
  private static func recordRemovedPair(
    _ owner: any PersistentModel, _ relationship: ModelDescription.Relationship,
    _ target: any PersistentModel
  ) {
    guard let core = owner._$state.core, owner._$state.key > 0, target._$state.key > 0 else {
      return
    }
    core.removedPairs.append(
      ContextCore.RemovedPair(owner: owner, relationship: relationship, target: target))
  }

  // MARK: Contexts

  /// Inserts a target without a context into the context of its owner.
  private static func join(_ owner: any PersistentModel, _ target: any PersistentModel) {
    if target._$state.core == nil { owner._$state.core?.insert(target) }
  }

  /// Whether the ends are linked only by the insertion of the owner.
  ///
  /// A model outside any context may refer to models of a context without becoming one of them: a
  /// program may construct it only to validate it.
  private static func isDeferred(_ owner: any PersistentModel, _ target: any PersistentModel)
    -> Bool
  {
    owner._$state.core == nil && target._$state.core != nil
  }

  /// Rejects a relationship between models of two contexts.
  ///
  /// - Returns: True if the contexts differ. The relationship is then not set, and the next save of
  ///   the owner's context throws.
  private static func rejects(
    _ owner: any PersistentModel, _ relationship: ModelDescription.Relationship,
    _ target: any PersistentModel
  ) -> Bool {
    guard let mine = owner._$state.core, let theirs = target._$state.core, mine !== theirs else {
      return false
    }
    mine.recordSetterError(
      .relatesTwoContexts(owner: owner, property: relationship.name, target: target))
    return true
  }
}

extension SwiftDataError {
  fileprivate static func relatesTwoContexts(
    owner: any PersistentModel, property: String, target: any PersistentModel
  ) -> SwiftDataError {
    let name = ModelDescription.of(type(of: owner)).entityName
    return modelValidationFailure.withMessage(
      "\(name).\(property) of \(owner.nameInErrors) was given \(target.nameInErrors), which "
        + "belongs to another ModelContext; the relationship was not set. Fetch the second by "
        + "its persistentModelID in the context of the first.")
  }
}
