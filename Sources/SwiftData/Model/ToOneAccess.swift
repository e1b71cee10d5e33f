// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Access to a to-one relationship, optional or required.
final class ToOneAccess<Root: PersistentModel, Target: PersistentModel, Value>: RelationshipAccess {
  private let slot: StoredPropertyOffset<Root, _ToOne<Target>>
  private let keyPath: KeyPath<Root, Value>

  /// Creates an access to the property at `keyPath`, which is stored in `slot`.
  init(slot: ReferenceWritableKeyPath<Root, _ToOne<Target>>, keyPath: KeyPath<Root, Value>) {
    self.slot = StoredPropertyOffset(slot)
    self.keyPath = keyPath
  }

  var target: any PersistentModel.Type { Target.self }

  var isToMany: Bool { false }

  // MARK: Targets in memory

  func hasObjects(in owner: AnyObject) -> Bool { slot.of(owner) { $0.object != nil } }

  func objects(in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { slot in slot.object.map { [$0] } ?? [] }
  }

  func consumeUnlinked(in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { slot in
      guard !slot.isLinked, let object = slot.object else { return [] }
      slot.isLinked = true
      return [object]
    }
  }

  func markUnlinked(in owner: AnyObject) {
    slot.of(owner) { $0.isLinked = $0.object == nil }
  }

  func refers(to object: AnyObject, in owner: AnyObject) -> Bool {
    let key = unsafeDowncast(object, to: Target.self)._$state.key
    return slot.of(owner) { slot in
      guard slot.isLinked else { return false }
      return slot.object.map { $0 === object } ?? (slot.key > 0 && slot.key == key)
    }
  }

  // MARK: Target

  func link(_ object: AnyObject, to owner: AnyObject) {
    let object = unsafeDowncast(object, to: Target.self)
    unsafeDowncast(owner, to: Root.self).recordFormerValue(keyPath)
    unsafeDowncast(owner, to: Root.self).observing(keyPath) {
      slot.of(owner) { $0 = _ToOne(linked: object) }
    }
  }

  func unlink(_ object: AnyObject, from owner: AnyObject) {
    let key = unsafeDowncast(object, to: Target.self)._$state.key
    let isHere = slot.of(owner) { slot in
      slot.object.map { $0 === object } ?? (slot.key != 0 && slot.key == key)
    }
    guard isHere else { return }
    unsafeDowncast(owner, to: Root.self).recordFormerValue(keyPath)
    reset(in: owner)
  }

  func storedKey(in owner: AnyObject) -> Int64 {
    slot.of(owner) { slot in
      if let object = slot.object { return Swift.max(0, object._$state.key) }
      return slot.key
    }
  }

  func setStoredKey(_ key: Int64, in owner: AnyObject) {
    slot.of(owner) { slot in
      slot = _ToOne()
      slot.key = key
    }
  }

  func assign(_ object: AnyObject?, to owner: AnyObject) {
    let object = object.map { unsafeDowncast($0, to: Target.self) }
    slot.of(owner) { $0 = object.map { _ToOne(linked: $0) } ?? _ToOne() }
  }

  // MARK: Loading

  func load(in owner: AnyObject, index: Int) -> [any PersistentModel] {
    let model = unsafeDowncast(owner, to: Root.self)
    return slot.of(owner) { $0 }._get(model, index).map { [$0] } ?? []
  }

  func unload(in owner: AnyObject) {
    _ = slot.of(owner) { slot in
      let old = slot
      if let object = slot.object {
        slot = _ToOne()
        slot.key = Swift.max(0, object._$state.key)
      }
      return old
    }
  }

  func reset(in owner: AnyObject) {
    unsafeDowncast(owner, to: Root.self).observing(keyPath) {
      slot.of(owner) { $0 = _ToOne() }
    }
  }
}

extension _ToOne {
  /// Creates a relationship whose inverse is already set.
  fileprivate init(linked object: Target) {
    self.init()
    self.object = object
  }
}
