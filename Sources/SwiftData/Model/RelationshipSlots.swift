// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The targets of a to-many relationship as they were loaded.
@usableFromInline
package struct LoadedTargets<Target: PersistentModel> {
  @usableFromInline let objects: [Target]
  /// How many of the first are in the store in this order; the others are pending.
  @usableFromInline let settled: Int
}

// A to-one slot holds its target strongly only while one of the two is unsaved. Afterwards it
// holds the target's key, and the context's identity map has the object: otherwise each parent
// and child would keep each other alive for as long as the process runs.

/// Where an optional to-one relationship lies.
@frozen
public struct _ToOne<Target: PersistentModel> {
  @usableFromInline package var object: Target?
  /// The target's key; 0 for none.
  @usableFromInline package var key: Int64
  /// False for a value that an initialiser assigned: its inverse is set when the owner is inserted.
  @usableFromInline package var isLinked: Bool

  /// A relationship to nothing.
  @inlinable
  public init() {
    object = nil
    key = 0
    isLinked = true
  }

  /// A relationship as an initialiser gives it.
  @inlinable
  public init(_ value: Target?) {
    object = value
    key = 0
    isLinked = value == nil
  }

  /// The target, as a fault if it is not in memory.
  @inlinable
  public func _get(_ owner: some PersistentModel, _ index: Int) -> Target? {
    if let object { return object }
    if key == 0 { return nil }
    return ContextCore.target(of: owner, index: index, key: key)
  }

  /// Points the relationship at another target.
  @inlinable
  public mutating func _set(_ value: Target?, _ owner: some PersistentModel, _ index: Int)
    -> _ToOneChange<Target>
  {
    let change = _ToOneChange(old: _get(owner, index), new: value)
    object = value
    key = 0
    isLinked = true
    return change
  }

  /// Brings the target into memory, to be replaced in place.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    object = _get(owner, index)
    key = 0
    before = object
  }

  /// Ends a change in place.
  @inlinable
  public mutating func _finish() -> _ToOneChange<Target> {
    let change = _ToOneChange(old: before, new: object)
    before = nil
    isLinked = true
    return change
  }

  @usableFromInline package var before: Target?

  /// The target, for a change in place after ``_prepare(_:_:)``.
  @inlinable public var _value: Target? {
    get { object }
    set { object = newValue }
  }
}

/// Where a required to-one relationship lies.
@frozen
public struct _RequiredToOne<Target: PersistentModel> {
  @usableFromInline package var base = _ToOne<Target>()

  /// A relationship that is not set yet.
  @inlinable
  public init() {}

  /// A relationship as an initialiser gives it.
  @inlinable
  public init(_ value: Target) { base = _ToOne(value) }

  /// The target; a placeholder if its row is gone.
  @inlinable
  public func _get(_ owner: some PersistentModel, _ index: Int) -> Target {
    base._get(owner, index) ?? _placeholder(Target.self, owner, index)
  }

  /// Points the relationship at another target.
  @inlinable
  public mutating func _set(_ value: Target, _ owner: some PersistentModel, _ index: Int)
    -> _ToOneChange<Target>
  {
    base._set(value, owner, index)
  }

  /// Brings the target into memory, to be replaced in place.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    base._prepare(owner, index)
    if base.object == nil { base.object = _placeholder(Target.self, owner, index) }
  }

  /// Ends a change in place.
  @inlinable
  public mutating func _finish() -> _ToOneChange<Target> { base._finish() }

  /// The target, for a change in place after ``_prepare(_:_:)``.
  @inlinable public var _value: Target {
    get {
      guard let object = base.object else {
        preconditionFailure("a required relationship was changed before it was loaded")
      }
      return object
    }
    set { base.object = newValue }
  }
}

/// Where a to-many relationship lies: the targets, or nothing until they are loaded.
@frozen
public struct _ToMany<Target: PersistentModel> {
  @usableFromInline package var objects: [Target]?
  /// The targets before a change in place.
  ///
  /// A second array in step with the first, so that a change is found by comparing and `append`
  /// stays cheap. While the targets are not loaded: those that came since the last save.
  @usableFromInline package var shadow: [Target]
  /// How many of the first targets are known to be in the store in this order.
  @usableFromInline package var settled = 0
  /// False for a value that an initialiser assigned.
  @usableFromInline package var isLinked: Bool
  /// True during a change in place: the targets are elsewhere then, and `shadow` has them as they were.
  @usableFromInline package var isBeingChanged = false
  /// True if the targets before the last ones were not compared since an append, and if one of them
  /// is there twice.
  @usableFromInline package var isUnverified = false

  /// A relationship that is not loaded.
  @inlinable
  public init() {
    objects = nil
    shadow = []
    isLinked = true
  }

  /// A relationship as an initialiser gives it.
  @inlinable
  public init(_ value: [Target]) {
    objects = value
    shadow = value
    isLinked = value.isEmpty
  }

  /// The targets, if they are in memory.
  @inlinable package var current: [Target]? { objects ?? (isBeingChanged ? shadow : nil) }

  /// The targets, loaded if they are not in memory.
  @inlinable
  public mutating func _get(_ owner: some PersistentModel, _ index: Int) -> [Target] {
    if let current { return current }
    _load(owner, index)
    return objects ?? []
  }

  @inlinable
  package mutating func _load(_ owner: some PersistentModel, _ index: Int) {
    _install(ContextCore.targets(of: owner, index: index, arrivals: shadow))
  }

  /// Takes over targets as they were loaded.
  @usableFromInline
  package mutating func _install(_ loaded: LoadedTargets<Target>) {
    objects = loaded.objects
    shadow = loaded.objects
    settled = loaded.settled
    isUnverified = false
  }

  /// Replaces the targets.
  @inlinable
  public mutating func _set(_ value: [Target], _ owner: some PersistentModel, _ index: Int)
    -> _ToManyChange<Target>
  {
    if objects == nil { _load(owner, index) }
    objects = value
    return _finish()
  }

  /// Loads the targets, to be changed in place.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    if objects == nil { _load(owner, index) }
  }

  /// Ends a change: what was added and removed.
  @inlinable
  public mutating func _finish() -> _ToManyChange<Target> {
    isLinked = true
    return _ToManyChange(from: &shadow, to: objects ?? [], &settled, &isUnverified)
  }

  /// What a change in place left undiscovered; what is there twice keeps the first of its places.
  mutating func _verify() -> _ToManyChange<Target> {
    let change = _ToManyChange(comparing: &shadow, to: objects ?? [], &settled, &isUnverified)
    isUnverified = false
    if objects == nil { return change }
    var seen: Set<ObjectIdentifier> = []
    let unique = shadow.filter { seen.insert(ObjectIdentifier($0)).inserted }
    if unique.count < shadow.count {
      let same = zip(shadow, unique).prefix { $0 === $1 }.count
      settled = Swift.min(settled, same)
      objects = unique
      shadow = unique
    }
    return change
  }

  /// The targets, for a change in place after ``_prepare(_:_:)``.
  @inlinable public var _value: [Target] {
    get { objects ?? [] }
    _modify {
      var value = objects ?? []
      // Moved out and back, so that the array is changed without a copy.
      objects = nil
      isBeingChanged = true
      defer {
        objects = value
        isBeingChanged = false
      }
      yield &value
    }
  }
}

/// Where an optional to-many relationship lies; as on Apple's systems it reads as empty, not nil.
@frozen
public struct _OptionalToMany<Target: PersistentModel> {
  @usableFromInline package var base = _ToMany<Target>()

  /// A relationship that is not loaded.
  @inlinable
  public init() {}

  /// A relationship as an initialiser gives it.
  @inlinable
  public init(_ value: [Target]?) { base = value.map { _ToMany($0) } ?? _ToMany() }

  /// The targets, loaded if they are not in memory.
  @inlinable
  public mutating func _get(_ owner: some PersistentModel, _ index: Int) -> [Target]? {
    base._get(owner, index)
  }

  /// Replaces the targets; nil stands for none.
  @inlinable
  public mutating func _set(_ value: [Target]?, _ owner: some PersistentModel, _ index: Int)
    -> _ToManyChange<Target>
  {
    base._set(value ?? [], owner, index)
  }

  /// Loads the targets, to be changed in place.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    base._prepare(owner, index)
  }

  /// Ends a change: what was added and removed.
  @inlinable
  public mutating func _finish() -> _ToManyChange<Target> { base._finish() }

  /// The targets, for a change in place after ``_prepare(_:_:)``.
  @inlinable public var _value: [Target]? {
    get { base.objects }
    _modify {
      var value = base.objects
      base.objects = nil
      base.isBeingChanged = true
      defer {
        base.objects = value ?? []
        base.isBeingChanged = false
      }
      yield &value
    }
  }
}
