// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The loaded targets of a to-many relationship.
@usableFromInline
package struct LoadedTargets<Target: PersistentModel> {
  @usableFromInline let objects: [Target]
  /// The length of the prefix that the store has in this order; the other targets are pending.
  @usableFromInline let settled: Int
}

// A to-one slot retains its target only while either model is unsaved. Afterwards it stores the
// target's key and finds the object in the context's identity map. Otherwise parents and children
// would retain each other for the life of the process.

/// The storage of an optional to-one relationship.
@frozen
public struct _ToOne<Target: PersistentModel> {
  @usableFromInline package var object: Target?
  /// The target's key; 0 for none.
  @usableFromInline package var key: Int64
  /// False for a target whose inverse is set by the insertion of the owner: an initialiser assigned
  /// it, or it has a context while the owner has none.
  @usableFromInline package var isLinked: Bool

  /// Creates a relationship without a target.
  @inlinable
  public init() {
    object = nil
    key = 0
    isLinked = true
  }

  /// Creates a relationship with the value that an initialiser assigns.
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

  /// Replaces the target.
  @inlinable
  public mutating func _set(_ value: Target?, _ owner: some PersistentModel, _ index: Int)
    -> _ToOneChange<Target>
  {
    let change = _ToOneChange(old: _get(owner, index), new: value)
    object = value
    key = 0
    // An unchanged target stays unlinked until the insertion of the owner.
    if change.old !== value { isLinked = true }
    return change
  }

  /// Loads the target before an in-place change.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    object = _get(owner, index)
    key = 0
    before = object
  }

  /// Ends an in-place change, and returns the former and the new target.
  @inlinable
  public mutating func _finish() -> _ToOneChange<Target> {
    let change = _ToOneChange(old: before, new: object)
    before = nil
    if change.old !== object { isLinked = true }
    return change
  }

  @usableFromInline package var before: Target?

  /// The target, for an in-place change after ``_prepare(_:_:)``.
  @inlinable public var _value: Target? {
    get { object }
    set { object = newValue }
  }
}

/// The storage of a required to-one relationship.
@frozen
public struct _RequiredToOne<Target: PersistentModel> {
  @usableFromInline package var base = _ToOne<Target>()

  /// Creates a relationship that is not set yet.
  @inlinable
  public init() {}

  /// Creates a relationship with the value that an initialiser assigns.
  @inlinable
  public init(_ value: Target) { base = _ToOne(value) }

  /// The target; a placeholder if its row was deleted.
  @inlinable
  public func _get(_ owner: some PersistentModel, _ index: Int) -> Target {
    base._get(owner, index) ?? _placeholder(Target.self, owner, index)
  }

  /// Replaces the target.
  @inlinable
  public mutating func _set(_ value: Target, _ owner: some PersistentModel, _ index: Int)
    -> _ToOneChange<Target>
  {
    base._set(value, owner, index)
  }

  /// Loads the target before an in-place change.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    base._prepare(owner, index)
    if base.object == nil { base.object = _placeholder(Target.self, owner, index) }
  }

  /// Ends an in-place change, and returns the former and the new target.
  @inlinable
  public mutating func _finish() -> _ToOneChange<Target> { base._finish() }

  /// The target, for an in-place change after ``_prepare(_:_:)``.
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

/// The storage of a to-many relationship: the targets, or nil until they are loaded.
@frozen
public struct _ToMany<Target: PersistentModel> {
  @usableFromInline package var objects: [Target]?
  /// The targets before an in-place change.
  ///
  /// The change is found by comparing `objects` with this copy, which keeps `append` cheap. While
  /// the targets are not loaded, the array contains the targets added since the last save.
  @usableFromInline package var shadow: [Target]
  /// The identities of the targets in `shadow`; nil unless appends to a long relationship need them.
  @usableFromInline package var members: Set<ObjectIdentifier>?
  /// The stored form of `settled`, which makes the slot smaller.
  @usableFromInline package var settledLength: Int32 = 0
  /// False for targets whose inverses are set by the insertion of the owner.
  @usableFromInline package var isLinked: Bool
  /// True during an in-place change, while the caller owns the targets and `shadow` has the former
  /// ones.
  @usableFromInline package var isBeingChanged = false
  /// True if an append was compared only in part, or if a target occurs twice.
  @usableFromInline package var isUnverified = false

  /// The length of the prefix of targets that the store is known to have in this order.
  @inlinable package var settled: Int {
    get { Int(settledLength) }
    set { settledLength = Int32(clamping: newValue) }
  }

  /// Creates a relationship that is not loaded.
  @inlinable
  public init() {
    objects = nil
    shadow = []
    isLinked = true
  }

  /// Creates a relationship with the value that an initialiser assigns.
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
    _install(ContextCore.targets(of: owner, index: index, additions: shadow))
  }

  /// Stores loaded targets.
  @usableFromInline
  package mutating func _install(_ loaded: LoadedTargets<Target>) {
    objects = loaded.objects
    shadow = loaded.objects
    settled = loaded.settled
    members = nil
    isUnverified = false
  }

  /// Replaces the targets.
  @inlinable
  public mutating func _set(_ value: [Target], _ owner: some PersistentModel, _ index: Int)
    -> _ToManyChange<Target>
  {
    if objects == nil { _load(owner, index) }
    objects = value
    return _difference(isAssignment: true)
  }

  /// Loads the targets before an in-place change.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    if objects == nil { _load(owner, index) }
  }

  /// Ends an in-place change, and returns the added and removed targets.
  @inlinable
  public mutating func _finish() -> _ToManyChange<Target> {
    _sampledAppend() ?? _difference(isAssignment: false)
  }

  /// The targets, for an in-place change after ``_prepare(_:_:)``.
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

/// The storage of an optional to-many relationship; as on Apple's systems, its value is an empty
/// array instead of nil.
@frozen
public struct _OptionalToMany<Target: PersistentModel> {
  @usableFromInline package var base = _ToMany<Target>()

  /// Creates a relationship that is not loaded.
  @inlinable
  public init() {}

  /// Creates a relationship with the value that an initialiser assigns.
  @inlinable
  public init(_ value: [Target]?) { base = value.map { _ToMany($0) } ?? _ToMany() }

  /// The targets, loaded if they are not in memory.
  @inlinable
  public mutating func _get(_ owner: some PersistentModel, _ index: Int) -> [Target]? {
    base._get(owner, index)
  }

  /// Replaces the targets; nil means an empty array.
  @inlinable
  public mutating func _set(_ value: [Target]?, _ owner: some PersistentModel, _ index: Int)
    -> _ToManyChange<Target>
  {
    base._set(value ?? [], owner, index)
  }

  /// Loads the targets before an in-place change.
  @inlinable
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    base._prepare(owner, index)
  }

  /// Ends a change, and returns the added and removed targets.
  @inlinable
  public mutating func _finish() -> _ToManyChange<Target> { base._finish() }

  /// The targets, for an in-place change after ``_prepare(_:_:)``.
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
