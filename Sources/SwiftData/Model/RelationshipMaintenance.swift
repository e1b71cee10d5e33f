// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Keeps both ends of a relationship in step.
@usableFromInline
package enum RelationshipMaintenance {
  /// Called after `owner`'s to-one relationship was set.
  @usableFromInline
  package static func didSet<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ index: Int, _ change: _ToOneChange<Target>
  ) {
    if change.old === change.new { return }
    let description = ModelDescription.of(Owner.self)
    guard let relationship = description.relationship(at: index) else { return }
    let inverse = description.inverse(of: relationship)
    if let old = change.old, let inverse {
      ContextCore.fulfillIfNeeded(old)
      inverse.access.unlink(old, owner)
      markChanged(old, inverse)
    }
    guard let new = change.new else { return }
    join(owner, new)
    if let inverse { link(new, to: owner, through: inverse) }
  }

  /// Called after `owner`'s to-many relationship was changed.
  @usableFromInline
  package static func didSet<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ index: Int, _ change: _ToManyChange<Target>
  ) {
    let description = ModelDescription.of(Owner.self)
    guard let relationship = description.relationship(at: index) else { return }
    let inverse = description.inverse(of: relationship)
    for object in change.removed {
      guard let inverse else { continue }
      ContextCore.fulfillIfNeeded(object)
      inverse.access.unlink(object, owner)
      markChanged(object, inverse)
    }
    for object in change.added {
      join(owner, object)
      if let inverse { link(object, to: owner, through: inverse) }
    }
  }

  /// Sets the inverses of what initialisers assigned; the models reached, to be inserted too.
  package static func linkAssigned(_ owner: any PersistentModel) -> [any PersistentModel] {
    let description = ModelDescription.of(type(of: owner))
    var reached: [any PersistentModel] = []
    for relationship in description.relationships {
      let targets = relationship.access.takeUnlinked(owner)
      reached += targets
      guard let inverse = description.inverse(of: relationship) else { continue }
      for target in targets { link(target, to: owner, through: inverse) }
    }
    return reached
  }

  /// Points `object`'s relationship at `owner`, and takes it from where it pointed before.
  private static func link(
    _ object: any PersistentModel, to owner: any PersistentModel,
    through relationship: ModelDescription.Relationship
  ) {
    ContextCore.fulfillIfNeeded(object)
    if !relationship.access.isToMany { release(object, from: relationship, unless: owner) }
    relationship.access.link(object, owner)
    markChanged(object, relationship)
  }

  /// Takes `object` out of the inverse of the target that its to-one relationship has so far.
  private static func release(
    _ object: any PersistentModel, from relationship: ModelDescription.Relationship,
    unless owner: any PersistentModel
  ) {
    let description = ModelDescription.of(type(of: object))
    guard let inverse = description.inverse(of: relationship) else { return }
    var old = relationship.access.objects(object).first
    let key = relationship.access.storedKey(object)
    if old == nil, key > 0 {
      old = object._$state.core?.registered(relationship.access.target, key: key)
    }
    guard let old, old !== owner else { return }
    ContextCore.fulfillIfNeeded(old)
    inverse.access.unlink(old, object)
    markChanged(old, inverse)
  }

  private static func markChanged(
    _ object: any PersistentModel, _ relationship: ModelDescription.Relationship
  ) {
    object._$markChanged(_ModelState.bit(relationship.index))
  }

  /// Brings a model that is related to one of a context into the same context.
  private static func join(_ owner: any PersistentModel, _ target: any PersistentModel) {
    switch (owner._$state.core, target._$state.core) {
    case (let core?, nil): core.insert(target)
    case (nil, let core?): core.insert(owner)
    case (let mine?, let theirs?) where mine !== theirs:
      mine.refuse(.relatesTwoContexts(owner: owner, target: target))
    default: break
    }
  }
}
