// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Type-erased access to a relationship of a model.
///
/// The first argument of each function is the owner, which must be of the type that the access was
/// created for.
package struct RelationshipAccess {
  /// The model type at the other end.
  package let target: any PersistentModel.Type
  package let isToMany: Bool
  /// False if no target is in memory, so that there is nothing to link or insert.
  let hasObjects: (AnyObject) -> Bool
  /// Returns the targets in memory that are not linked in the context, and marks them as linked.
  let consumeUnlinked: (AnyObject) -> [any PersistentModel]
  /// The targets in memory; nothing is loaded.
  let objects: (AnyObject) -> [any PersistentModel]
  /// The target's stored key; 0 for no target, for an unsaved target, and for a to-many.
  let storedKey: (AnyObject) -> Int64
  /// Sets the target of a to-one relationship, or appends an object to a to-many relationship.
  let link: (AnyObject, AnyObject) -> Void
  /// Removes the object from the relationship, if it is a target.
  let unlink: (AnyObject, AnyObject) -> Void
  /// Discards the loaded targets, if they can be loaded again.
  let unload: (AnyObject) -> Void
  /// Clears a to-one relationship, or discards the targets of a to-many; notifies observers.
  let reset: (AnyObject) -> Void
  /// True for a to-one, and for a to-many whose targets are in memory.
  let isLoaded: (AnyObject) -> Bool
  /// To-one: sets the target without notifying observers.
  let assign: (AnyObject, AnyObject?) -> Void
  /// The targets, loaded if needed; the second argument is the property's index.
  let load: (AnyObject, Int) -> [any PersistentModel]
  /// To-many: stores loaded targets, a `LoadedTargets`.
  let install: (AnyObject, Any) -> Void
  /// Marks a relationship with targets as not linked in the context.
  let markUnlinked: (AnyObject) -> Void
  /// Unloaded to-many: the targets added since the last save, in order.
  let additions: (AnyObject) -> [any PersistentModel]
  /// To-many: the length of the prefix of targets that the store has in this order.
  let settled: (AnyObject) -> Int
  /// To-many: applies the changes that an in-place change left undetected.
  let verify: (AnyObject, Int) -> Void

  init<Root: PersistentModel, Target: PersistentModel, Value>(
    toOne keyPathOfSlot: ReferenceWritableKeyPath<Root, _ToOne<Target>>,
    keyPath: KeyPath<Root, Value>
  ) {
    let slot = StoredPropertyOffset(keyPathOfSlot)
    target = Target.self
    isToMany = false
    hasObjects = { owner in slot.of(owner) { $0.object != nil } }
    consumeUnlinked = { owner in
      slot.of(owner) { slot in
        guard !slot.isLinked, let object = slot.object else { return [] }
        slot.isLinked = true
        return [object]
      }
    }
    objects = { owner in slot.of(owner) { slot in slot.object.map { [$0] } ?? [] } }
    storedKey = { owner in
      slot.of(owner) { slot in
        if let object = slot.object { return Swift.max(0, object._$state.key) }
        return slot.key
      }
    }
    link = { owner, object in
      let object = unsafeDowncast(object, to: Target.self)
      unsafeDowncast(owner, to: Root.self).observing(keyPath) {
        slot.of(owner) { $0 = _ToOne(linked: object) }
      }
    }
    unlink = { owner, object in
      let key = unsafeDowncast(object, to: Target.self)._$state.key
      let isHere = slot.of(owner) { slot in
        slot.object.map { $0 === object } ?? (slot.key != 0 && slot.key == key)
      }
      guard isHere else { return }
      unsafeDowncast(owner, to: Root.self).observing(keyPath) {
        slot.of(owner) { $0 = _ToOne() }
      }
    }
    unload = { owner in
      _ = slot.of(owner) { slot in
        let old = slot
        if let object = slot.object {
          slot = _ToOne()
          slot.key = Swift.max(0, object._$state.key)
        }
        return old
      }
    }
    reset = { owner in
      unsafeDowncast(owner, to: Root.self).observing(keyPath) {
        slot.of(owner) { $0 = _ToOne() }
      }
    }
    isLoaded = { _ in true }
    assign = { owner, object in
      let object = object.map { unsafeDowncast($0, to: Target.self) }
      slot.of(owner) { $0 = object.map { _ToOne(linked: $0) } ?? _ToOne() }
    }
    load = { owner, index in
      let model = unsafeDowncast(owner, to: Root.self)
      return slot.of(owner) { $0 }._get(model, index).map { [$0] } ?? []
    }
    install = { _, _ in }
    markUnlinked = { owner in slot.of(owner) { $0.isLinked = $0.object == nil } }
    additions = { _ in [] }
    settled = { _ in 0 }
    verify = { _, _ in }
  }

  init<Root: PersistentModel, Target: PersistentModel, Value>(
    toMany keyPathOfSlot: ReferenceWritableKeyPath<Root, _ToMany<Target>>,
    keyPath: KeyPath<Root, Value>
  ) {
    let slot = StoredPropertyOffset(keyPathOfSlot)
    target = Target.self
    isToMany = true
    hasObjects = { owner in slot.of(owner) { !$0.isLinked || $0.current?.isEmpty == false } }
    consumeUnlinked = { owner in
      slot.of(owner) { slot in
        guard !slot.isLinked else { return [] }
        slot.isLinked = true
        return slot.current ?? []
      }
    }
    objects = { owner in slot.of(owner) { $0.current ?? [] } }
    storedKey = { _ in 0 }
    link = { owner, object in
      let model = unsafeDowncast(owner, to: Root.self)
      let object = unsafeDowncast(object, to: Target.self)
      // A stored owner loads its targets on access; until then, only additions are recorded.
      let isStored = model._$state.key > 0
      model.observing(keyPath) {
        slot.of(owner) { $0._append(object, isStored: isStored) }
      }
    }
    unlink = { owner, object in
      let object = unsafeDowncast(object, to: Target.self)
      unsafeDowncast(owner, to: Root.self).observing(keyPath) {
        slot.of(owner) { $0._remove(object) }
      }
    }
    unload = { owner in
      // Releasing the old value may access the slot, which must already be empty then.
      _ = slot.of(owner) { slot in
        let old = slot
        slot = _ToMany()
        return old
      }
    }
    reset = { owner in
      unsafeDowncast(owner, to: Root.self).observing(keyPath) {
        _ = slot.of(owner) { slot in
          let old = slot
          slot = _ToMany()
          return old
        }
      }
    }
    isLoaded = { owner in slot.of(owner) { $0.current != nil } }
    assign = { _, _ in }
    load = { owner, index in
      let model = unsafeDowncast(owner, to: Root.self)
      if let objects = slot.of(owner, { $0.current }) { return objects }
      let additions = slot.of(owner) { $0.shadow }
      let loaded: LoadedTargets<Target> = ContextCore.targets(
        of: model, index: index, additions: additions)
      slot.of(owner) { $0._install(loaded) }
      return slot.of(owner) { $0.objects ?? [] }
    }
    install = { owner, loaded in
      guard let loaded = loaded as? LoadedTargets<Target> else { return }
      slot.of(owner) { $0._install(loaded) }
    }
    markUnlinked = { owner in slot.of(owner) { $0.isLinked = $0.objects?.isEmpty ?? true } }
    additions = { owner in slot.of(owner) { $0.current == nil ? $0.shadow : [] } }
    settled = { owner in slot.of(owner) { $0.settled } }
    verify = { owner, index in
      guard slot.of(owner, { $0.isUnverified }) else { return }
      let change = slot.of(owner) { $0._verify() }
      RelationshipMaintenance.didSet(unsafeDowncast(owner, to: Root.self), index, change)
    }
  }
}

extension PersistentModel {
  /// Runs `change`, notifying observers of the property.
  fileprivate func observing<Value>(_ keyPath: KeyPath<Self, Value>, _ change: () -> Void) {
    guard let registrar = _$state.registrar else { return change() }
    registrar.withMutation(of: self, keyPath: keyPath, change)
  }
}

extension _ToOne {
  /// Creates a relationship whose inverse is already set.
  fileprivate init(linked object: Target) {
    self.init()
    self.object = object
  }
}

extension _ToMany {
  fileprivate mutating func _append(_ object: Target, isStored: Bool) {
    if objects == nil && !isStored { objects = [] }
    objects?.append(object)
    shadow.append(object)
  }

  fileprivate mutating func _remove(_ object: Target) {
    repeat {
      guard let index = (objects ?? shadow).firstIndex(where: { $0 === object }) else { return }
      _remove(object, at: index)
      // Only an unverified array can contain the object twice.
    } while isUnverified
  }

  private mutating func _remove(_ object: Target, at index: Int) {
    objects?.remove(at: index)
    if index < settled { settled -= 1 }
    if index < shadow.count, shadow[index] === object {
      shadow.remove(at: index)
    } else {
      shadow.removeAll { $0 === object }
    }
  }
}
