// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads and writes one relationship of a model whose static type is not known.
///
/// Each function takes the owner first; it must be of the type that the access was made for.
package struct RelationshipAccess {
  /// The model type at the other end.
  package let target: any PersistentModel.Type
  package let isToMany: Bool
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
  /// To-many: forgets the loaded targets.
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
    toOne slot: ReferenceWritableKeyPath<Root, _ToOne<Target>>, keyPath: KeyPath<Root, Value>
  ) {
    target = Target.self
    isToMany = false
    takeUnlinked = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      guard !owner[keyPath: slot].isLinked, let object = owner[keyPath: slot].object else {
        return []
      }
      owner[keyPath: slot].isLinked = true
      return [object]
    }
    objects = { owner in
      unsafeDowncast(owner, to: Root.self)[keyPath: slot].object.map { [$0] } ?? []
    }
    storedKey = { owner in
      let value = unsafeDowncast(owner, to: Root.self)[keyPath: slot]
      if let object = value.object { return Swift.max(0, object._$state.key) }
      return value.key
    }
    link = { owner, object in
      let owner = unsafeDowncast(owner, to: Root.self)
      let object = unsafeDowncast(object, to: Target.self)
      owner.observing(keyPath) {
        owner[keyPath: slot] = _ToOne(linked: object)
      }
    }
    unlink = { owner, object in
      let owner = unsafeDowncast(owner, to: Root.self)
      let object = unsafeDowncast(object, to: Target.self)
      let value = owner[keyPath: slot]
      let isHere =
        value.object.map { $0 === object }
        ?? (value.key != 0 && value.key == object._$state.key)
      guard isHere else { return }
      owner.observing(keyPath) {
        owner[keyPath: slot] = _ToOne()
      }
    }
    unload = { _ in }
    reset = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      owner.observing(keyPath) { owner[keyPath: slot] = _ToOne() }
    }
    isLoaded = { _ in true }
    assign = { owner, object in
      let owner = unsafeDowncast(owner, to: Root.self)
      guard let object else { return owner[keyPath: slot] = _ToOne() }
      owner[keyPath: slot] = _ToOne(linked: unsafeDowncast(object, to: Target.self))
    }
    load = { owner, index in
      let owner = unsafeDowncast(owner, to: Root.self)
      return owner[keyPath: slot]._get(owner, index).map { [$0] } ?? []
    }
    install = { _, _ in }
    markUnlinked = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      owner[keyPath: slot].isLinked = owner[keyPath: slot].object == nil
    }
    arrivals = { _ in [] }
    settled = { _ in 0 }
    verify = { _, _ in }
  }

  init<Root: PersistentModel, Target: PersistentModel, Value>(
    toMany slot: ReferenceWritableKeyPath<Root, _ToMany<Target>>, keyPath: KeyPath<Root, Value>
  ) {
    target = Target.self
    isToMany = true
    takeUnlinked = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      guard !owner[keyPath: slot].isLinked else { return [] }
      owner[keyPath: slot].isLinked = true
      return owner[keyPath: slot].objects ?? []
    }
    objects = { owner in
      unsafeDowncast(owner, to: Root.self)[keyPath: slot].objects ?? []
    }
    storedKey = { _ in 0 }
    link = { owner, object in
      let owner = unsafeDowncast(owner, to: Root.self)
      let object = unsafeDowncast(object, to: Target.self)
      owner.observing(keyPath) {
        // A stored owner's targets are read when they are asked for; those that come are noted.
        owner[keyPath: slot]._append(object, isStored: owner._$state.key > 0)
      }
    }
    unlink = { owner, object in
      let owner = unsafeDowncast(owner, to: Root.self)
      let object = unsafeDowncast(object, to: Target.self)
      owner.observing(keyPath) {
        owner[keyPath: slot]._remove(object)
      }
    }
    unload = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      owner[keyPath: slot] = _ToMany()
    }
    reset = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      owner.observing(keyPath) { owner[keyPath: slot] = _ToMany() }
    }
    isLoaded = { owner in
      unsafeDowncast(owner, to: Root.self)[keyPath: slot].objects != nil
    }
    assign = { _, _ in }
    load = { owner, index in
      let owner = unsafeDowncast(owner, to: Root.self)
      return owner[keyPath: slot]._get(owner, index)
    }
    install = { owner, loaded in
      guard let loaded = loaded as? LoadedTargets<Target> else { return }
      unsafeDowncast(owner, to: Root.self)[keyPath: slot]._install(loaded)
    }
    markUnlinked = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      owner[keyPath: slot].isLinked = owner[keyPath: slot].objects?.isEmpty ?? true
    }
    arrivals = { owner in
      let owner = unsafeDowncast(owner, to: Root.self)
      return owner[keyPath: slot].objects == nil ? owner[keyPath: slot].shadow : []
    }
    settled = { owner in unsafeDowncast(owner, to: Root.self)[keyPath: slot].settled }
    verify = { owner, index in
      let owner = unsafeDowncast(owner, to: Root.self)
      guard owner[keyPath: slot].isUnverified else { return }
      let change = owner[keyPath: slot]._verify()
      RelationshipMaintenance.didSet(owner, index, change)
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
    guard let place = (objects ?? shadow).firstIndex(where: { $0 === object }) else { return }
    objects?.remove(at: place)
    if place < settled { settled -= 1 }
    if place < shadow.count, shadow[place] === object {
      shadow.remove(at: place)
    } else {
      shadow.removeAll { $0 === object }
    }
  }
}
