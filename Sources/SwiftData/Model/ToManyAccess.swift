// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Access to a to-many relationship, optional or not.
final class ToManyAccess<Root: PersistentModel, Target: PersistentModel, Value>: RelationshipAccess
{
  private let slot: StoredPropertyOffset<Root, _ToMany<Target>>
  private let keyPath: KeyPath<Root, Value>

  /// Creates an access to the property at `keyPath`, which is stored in `slot`.
  init(slot: ReferenceWritableKeyPath<Root, _ToMany<Target>>, keyPath: KeyPath<Root, Value>) {
    self.slot = StoredPropertyOffset(slot)
    self.keyPath = keyPath
  }

  var target: any PersistentModel.Type { Target.self }

  var isToMany: Bool { true }

  // MARK: Targets in memory

  func hasObjects(in owner: AnyObject) -> Bool {
    slot.of(owner) { !$0.isLinked || $0.current?.isEmpty == false }
  }

  func objects(in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { $0.current ?? [] }
  }

  func consumeUnlinked(in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { slot in
      guard !slot.isLinked else { return [] }
      slot.isLinked = true
      return slot.current ?? []
    }
  }

  func markUnlinked(in owner: AnyObject) {
    slot.of(owner) { $0.isLinked = $0.objects?.isEmpty ?? true }
  }

  // MARK: One target

  func link(_ object: AnyObject, to owner: AnyObject) {
    let model = unsafeDowncast(owner, to: Root.self)
    let object = unsafeDowncast(object, to: Target.self)
    // A stored owner loads its targets on access; until then, only additions are recorded.
    let isStored = model._$state.key > 0
    if !isStored || isLoaded(in: owner) { model.recordFormerValue(keyPath) }
    model.observing(keyPath) {
      slot.of(owner) { $0._append(object, isStored: isStored) }
    }
  }

  func unlink(_ object: AnyObject, from owner: AnyObject) {
    let object = unsafeDowncast(object, to: Target.self)
    unsafeDowncast(owner, to: Root.self).recordFormerTargets(keyPath, without: object)
    unsafeDowncast(owner, to: Root.self).observing(keyPath) {
      slot.of(owner) { $0._remove(object) }
    }
  }

  // MARK: Loading

  func isLoaded(in owner: AnyObject) -> Bool { slot.of(owner) { $0.current != nil } }

  func load(in owner: AnyObject, index: Int) -> [any PersistentModel] {
    let model = unsafeDowncast(owner, to: Root.self)
    if let objects = slot.of(owner, { $0.current }) { return objects }
    let additions = slot.of(owner) { $0.shadow }
    let loaded: LoadedTargets<Target> = ContextCore.targets(
      of: model, index: index, additions: additions)
    slot.of(owner) { $0._install(loaded) }
    return slot.of(owner) { $0.objects ?? [] }
  }

  func install(_ loaded: Any, in owner: AnyObject) {
    guard let loaded = loaded as? LoadedTargets<Target> else { return }
    slot.of(owner) { $0._install(loaded) }
  }

  func unload(in owner: AnyObject) {
    // Releasing the old value may access the slot, which must already be empty then.
    _ = slot.of(owner) { slot in
      let old = slot
      slot = _ToMany()
      return old
    }
  }

  func reset(in owner: AnyObject) {
    unsafeDowncast(owner, to: Root.self).observing(keyPath) { unload(in: owner) }
  }

  // MARK: Pending changes

  func additions(in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { $0.current == nil ? $0.shadow : [] }
  }

  func settledCount(in owner: AnyObject) -> Int { slot.of(owner) { $0.settled } }

  func verify(in owner: AnyObject, index: Int) {
    guard slot.of(owner, { $0.isUnverified }) else { return }
    let change = slot.of(owner) { $0._verify() }
    RelationshipMaintenance.didSet(unsafeDowncast(owner, to: Root.self), index, change)
  }

  // MARK: Repeated targets

  func removeRepeated(last count: Int, in owner: AnyObject) -> [any PersistentModel] {
    slot.of(owner) { $0._removeRepeated(last: count) }
  }

  func removeRepeated(fromEnd offset: Int, in owner: AnyObject) -> Bool {
    slot.of(owner) { slot in
      guard let objects = slot.objects, objects.count == slot.shadow.count,
        objects.count > offset
      else { return false }
      let index = objects.count - 1 - offset
      let target = objects[index]
      return slot.removeEarlier(target, before: index, isInShadow: true)
    }
  }
}

extension _ToMany {
  fileprivate mutating func _append(_ object: Target, isStored: Bool) {
    // An initialiser may have assigned the object already.
    if !isLinked, objects?.contains(where: { $0 === object }) == true { return }
    if objects == nil && !isStored { objects = [] }
    objects?.append(object)
    shadow.append(object)
    members?.insert(ObjectIdentifier(object))
  }

  fileprivate mutating func _remove(_ object: Target) {
    members?.remove(ObjectIdentifier(object))
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
