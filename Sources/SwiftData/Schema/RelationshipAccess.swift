// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads and writes one relationship of a model whose static type is not known.
///
/// Each function takes the owner first; it must be of the type that the access was made for.
package struct RelationshipAccess {
  /// The model type at the other end.
  package let target: any PersistentModel.Type
  package let isToMany: Bool
  /// False if there is no target in memory: nothing to link, nothing to insert.
  let hasObjects: (AnyObject) -> Bool
  /// The targets in memory that the context does not know of yet, marked as linked from now on.
  let takeUnlinked: (AnyObject) -> [any PersistentModel]
  /// The targets in memory; nothing is loaded.
  let objects: (AnyObject) -> [any PersistentModel]
  /// The target's key as stored; 0 for none, for a to-many, and where an object stands for it.
  let storedKey: (AnyObject) -> Int64
  /// To-one: points at the object.
  ///
  /// To-many: adds it, if the relationship is loaded.
  let link: (AnyObject, AnyObject) -> Void
  /// To-one: clears it if it points at the object.
  ///
  /// To-many: removes the object, if loaded.
  let unlink: (AnyObject, AnyObject) -> Void
  /// Forgets the loaded targets, if they can be loaded again.
  let unload: (AnyObject) -> Void
  /// To-one: clears it.
  ///
  /// To-many: forgets the loaded targets and tells observers.
  let reset: (AnyObject) -> Void
  /// True for a to-one, and for a to-many whose targets are in memory.
  let isLoaded: (AnyObject) -> Bool
  /// To-one: points at the object, or at nothing, and tells nobody.
  let assign: (AnyObject, AnyObject?) -> Void
  /// The targets, loaded if they are not in memory; the property's index comes second.
  let load: (AnyObject, Int) -> [any PersistentModel]
  /// To-many: takes over loaded targets, a `LoadedTargets`.
  let install: (AnyObject, Any) -> Void
  /// Marks a relationship to something as one that the context does not know of.
  let markUnlinked: (AnyObject) -> Void
  /// To-many that is not loaded: the targets that came since the last save, in order.
  let arrivals: (AnyObject) -> [any PersistentModel]
  /// To-many: how many of the first targets are in the store in this order.
  let settled: (AnyObject) -> Int
  /// To-many: carries out what a change in place left undiscovered.
  let verify: (AnyObject, Int) -> Void

  init<Root: PersistentModel, Target: PersistentModel, Value>(
    toOne keyPathOfSlot: ReferenceWritableKeyPath<Root, _ToOne<Target>>,
    keyPath: KeyPath<Root, Value>
  ) {
    let slot = SlotPlace(keyPathOfSlot)
    target = Target.self
    isToMany = false
    hasObjects = { owner in slot.of(owner) { $0.object != nil } }
    takeUnlinked = { owner in
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
    arrivals = { _ in [] }
    settled = { _ in 0 }
    verify = { _, _ in }
  }

  init<Root: PersistentModel, Target: PersistentModel, Value>(
    toMany keyPathOfSlot: ReferenceWritableKeyPath<Root, _ToMany<Target>>,
    keyPath: KeyPath<Root, Value>
  ) {
    let slot = SlotPlace(keyPathOfSlot)
    target = Target.self
    isToMany = true
    hasObjects = { owner in slot.of(owner) { !$0.isLinked || $0.current?.isEmpty == false } }
    takeUnlinked = { owner in
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
      // A stored owner's targets are read when they are asked for; those that come are noted.
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
      // What goes with the old value may look at the slot: it is to be gone by then.
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
      let arrivals = slot.of(owner) { $0.shadow }
      let loaded: LoadedTargets<Target> = ContextCore.targets(
        of: model, index: index, arrivals: arrivals)
      slot.of(owner) { $0._install(loaded) }
      return slot.of(owner) { $0.objects ?? [] }
    }
    install = { owner, loaded in
      guard let loaded = loaded as? LoadedTargets<Target> else { return }
      slot.of(owner) { $0._install(loaded) }
    }
    markUnlinked = { owner in slot.of(owner) { $0.isLinked = $0.objects?.isEmpty ?? true } }
    arrivals = { owner in slot.of(owner) { $0.current == nil ? $0.shadow : [] } }
    settled = { owner in slot.of(owner) { $0.settled } }
    verify = { owner, index in
      guard slot.of(owner, { $0.isUnverified }) else { return }
      let change = slot.of(owner) { $0._verify() }
      RelationshipMaintenance.didSet(unsafeDowncast(owner, to: Root.self), index, change)
    }
  }
}

extension PersistentModel {
  /// Runs `change`, telling those who observe the property.
  fileprivate func observing<Value>(_ keyPath: KeyPath<Self, Value>, _ change: () -> Void) {
    guard let registrar = _$state.registrar else { return change() }
    registrar.withMutation(of: self, keyPath: keyPath, change)
  }
}

extension _ToOne {
  /// A relationship whose inverse is in step.
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
      guard let place = (objects ?? shadow).firstIndex(where: { $0 === object }) else { return }
      _remove(object, at: place)
      // Only then can it be there twice.
    } while isUnverified
  }

  private mutating func _remove(_ object: Target, at place: Int) {
    objects?.remove(at: place)
    if place < settled { settled -= 1 }
    if place < shadow.count, shadow[place] === object {
      shadow.remove(at: place)
    } else {
      shadow.removeAll { $0 === object }
    }
  }
}
