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
        // A stored owner's targets are read with its row's relatives, when they are asked for.
        if owner[keyPath: slot].objects == nil, owner._$state.key > 0 { return }
        owner[keyPath: slot]._append(object)
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
  fileprivate mutating func _append(_ object: Target) {
    if objects == nil { objects = [] }
    objects?.append(object)
    shadow.append(object)
  }

  fileprivate mutating func _remove(_ object: Target) {
    objects?.removeAll { $0 === object }
    shadow.removeAll { $0 === object }
  }
}
