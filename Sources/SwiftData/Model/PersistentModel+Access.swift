// Cairn
// SPDX-License-Identifier: Apache-2.0

// What the accessors that `@Model` generates call. The common case (loaded, nobody observes) is
// inlined into the accessor; all else is out of line.

extension PersistentModel {
  /// Called before a property is read: loads the model and registers the access where needed.
  @inlinable
  @inline(__always)
  public func _$willGet<Value>(_ keyPath: @autoclosure () -> KeyPath<Self, Value>) {
    if !_$state.has(.slowRead) && !_ObservationProbe.isTracking() { return }
    _$willGetSlowly(keyPath())
  }

  /// Loads a fault, and registers the access with the registrar if someone is tracking.
  @inlinable
  public func _$willGetSlowly<Value>(_ keyPath: KeyPath<Self, Value>) {
    if _$state.has(.fault) { ContextCore.fulfill(self, reading: keyPath) }
    guard _ObservationProbe.isTracking() else { return }
    let registrar: ObservationRegistrar
    if let existing = _$state.registrar {
      registrar = existing
    } else {
      registrar = ObservationRegistrar()
      _$state.registrar = registrar
      _$state.flags.insert(.observed)
    }
    registrar.access(self, keyPath: keyPath)
  }

  /// Called before a property is set; returns whether observers were told.
  @inlinable
  @inline(__always)
  public func _$willSet<Value>(
    _ keyPath: @autoclosure () -> KeyPath<Self, Value>, _ index: Int
  ) -> Bool {
    var isObserved = false
    if _$state.has(.slowRead) { isObserved = _$willSetSlowly(keyPath()) }
    let bit = _ModelState.bit(index)
    if _$state.changes & bit == 0 { _$markChanged(bit) }
    return isObserved
  }

  /// Loads a fault, and tells observers that a property is about to change.
  @inlinable
  public func _$willSetSlowly<Value>(_ keyPath: KeyPath<Self, Value>) -> Bool {
    if _$state.has(.fault) { ContextCore.fulfill(self) }
    guard let registrar = _$state.registrar else { return false }
    registrar.willSet(self, keyPath: keyPath)
    return true
  }

  /// Notes that properties differ from the stored row.
  @inlinable
  public func _$markChanged(_ bits: UInt64) {
    guard let core = _$state.core else { return }
    _$state.changes |= bits
    if !_$state.has(.changed) {
      let isPending = _$state.has([.inserted, .deleted])
      _$state.flags.insert(.changed)
      if !isPending { core.noteChanged(self) }
    }
  }

  /// Called after an attribute was set.
  @inlinable
  @inline(__always)
  public func _$didSet<Value>(
    _ keyPath: @autoclosure () -> KeyPath<Self, Value>, _ index: Int, _ change: _AttributeChange,
    _ isObserved: Bool
  ) {
    if isObserved { _$state.registrar?.didSet(self, keyPath: keyPath()) }
  }

  /// Called after a to-one relationship was set: keeps the inverse in step.
  @inlinable
  public func _$didSet<Value, Target: PersistentModel>(
    _ keyPath: @autoclosure () -> KeyPath<Self, Value>, _ index: Int,
    _ change: _ToOneChange<Target>,
    _ isObserved: Bool
  ) {
    if let new = change.new, change.old == nil, let core = _$state.core, core === new._$state.core {
      // By far the most frequent change: nothing to let go, nothing to take in, nothing to refuse.
      RelationshipMaintenance.didPoint(self, index, new)
    } else {
      RelationshipMaintenance.didSet(self, index, change)
    }
    if isObserved { _$state.registrar?.didSet(self, keyPath: keyPath()) }
  }

  /// Called after a to-many relationship was set or changed in place: keeps the inverses in step.
  @inlinable
  public func _$didSet<Value, Target: PersistentModel>(
    _ keyPath: @autoclosure () -> KeyPath<Self, Value>, _ index: Int,
    _ change: _ToManyChange<Target>, _ isObserved: Bool
  ) {
    RelationshipMaintenance.didSet(self, index, change)
    if isObserved { _$state.registrar?.didSet(self, keyPath: keyPath()) }
  }
}
