// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime

/// The storage of an attribute: its value, or nil while the model is a fault.
@frozen
public struct _Slot<Value> {
  @usableFromInline package var stored: Value?

  /// Creates a slot that is not loaded.
  @inlinable
  public init() { stored = nil }

  /// Creates a slot with its initial value.
  @inlinable
  public init(_ value: Value) { stored = value }

  /// The value; a placeholder if the model's row was deleted.
  @inlinable
  @inline(__always)
  public func _get(_ owner: some PersistentModel, _ index: Int) -> Value {
    if let stored { return stored }
    return _placeholder(Value.self, owner, index)
  }

  /// Stores a value.
  @inlinable
  @inline(__always)
  public mutating func _set(_ value: Value, _ owner: some PersistentModel, _ index: Int)
    -> _AttributeChange
  {
    stored = value
    return _AttributeChange()
  }

  /// Ensures that the slot has a value before an in-place change.
  @inlinable
  @inline(__always)
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    if stored == nil { stored = _placeholder(Value.self, owner, index) }
  }

  /// Ends an in-place change.
  @inlinable
  @inline(__always)
  public mutating func _finish() -> _AttributeChange { _AttributeChange() }

  /// The value, for an in-place change after ``_prepare(_:_:)``.
  @inlinable public var _value: Value {
    @inline(__always)
    get {
      guard let stored else { preconditionFailure("a slot was changed before it was loaded") }
      return stored
    }
    @inline(__always)
    _modify {
      guard var value = stored else {
        preconditionFailure("a slot was changed before it was loaded")
      }
      // A read during the change, as in a closure of `removeAll`, returns the former value.
      defer { stored = value }
      yield &value
    }
  }
}

// Overloads choose the kind of slot by the property's type, since the macro sees only its spelling.

/// A slot for an attribute.
@_disfavoredOverload
@inlinable
public func _slot<Value>(_ type: Value.Type) -> _Slot<Value> { _Slot() }

/// A slot for an optional to-one relationship.
@inlinable
public func _slot<Target: PersistentModel>(_ type: Target?.Type) -> _ToOne<Target> { _ToOne() }

/// A slot for a required to-one relationship.
@inlinable
public func _slot<Target: PersistentModel>(_ type: Target.Type) -> _RequiredToOne<Target> {
  _RequiredToOne()
}

/// A slot for a to-many relationship.
@inlinable
public func _slot<Target: PersistentModel>(_ type: [Target].Type) -> _ToMany<Target> { _ToMany() }

/// A slot for an optional to-many relationship.
@inlinable
public func _slot<Target: PersistentModel>(_ type: [Target]?.Type) -> _OptionalToMany<Target> {
  _OptionalToMany()
}

// Slots of properties with a default value. The default is evaluated for a new model, but not for a
// fault.

/// True while this thread creates a fault.
@usableFromInline
package func _isMakingFault() -> Bool { cairn_is_making_fault() }

/// Creates a model for a row of the store, without evaluating its properties' default values.
@inline(__always)
func makeFault<T: PersistentModel>(_ type: T.Type, _ state: consuming _ModelState) -> T {
  cairn_set_making_fault(true)
  defer { cairn_set_making_fault(false) }
  // `type` may be a subclass of T.
  return type.init(_$fault: state)
}

/// A slot for an attribute.
@_disfavoredOverload
@inlinable
public func _slot<Value>(_ type: Value.Type, default value: @autoclosure () -> Value)
  -> _Slot<Value>
{
  _isMakingFault() ? _Slot() : _Slot(value())
}

/// A slot for an optional to-one relationship.
@inlinable
public func _slot<Target: PersistentModel>(
  _ type: Target?.Type, default value: @autoclosure () -> Target?
) -> _ToOne<Target> {
  _isMakingFault() ? _ToOne() : _ToOne(value())
}

/// A slot for a required to-one relationship.
@inlinable
public func _slot<Target: PersistentModel>(
  _ type: Target.Type, default value: @autoclosure () -> Target
) -> _RequiredToOne<Target> {
  _isMakingFault() ? _RequiredToOne() : _RequiredToOne(value())
}

/// A slot for a to-many relationship.
@inlinable
public func _slot<Target: PersistentModel>(
  _ type: [Target].Type, default value: @autoclosure () -> [Target]
) -> _ToMany<Target> {
  _isMakingFault() ? _ToMany() : _ToMany(value())
}

/// A slot for an optional to-many relationship.
@inlinable
public func _slot<Target: PersistentModel>(
  _ type: [Target]?.Type, default value: @autoclosure () -> [Target]?
) -> _OptionalToMany<Target> {
  _isMakingFault() ? _OptionalToMany() : _OptionalToMany(value())
}

/// A slot for an attribute with the type of its default value.
@_disfavoredOverload
@inlinable
public func _slot<Value>(default value: @autoclosure () -> Value) -> _Slot<Value> {
  _isMakingFault() ? _Slot() : _Slot(value())
}

/// A slot for a to-many relationship with the type of its default value.
@inlinable
public func _slot<Target: PersistentModel>(default value: @autoclosure () -> [Target])
  -> _ToMany<Target>
{
  _isMakingFault() ? _ToMany() : _ToMany(value())
}

/// A slot for a required to-one relationship with the type of its default value.
@inlinable
public func _slot<Target: PersistentModel>(default value: @autoclosure () -> Target)
  -> _RequiredToOne<Target>
{
  _isMakingFault() ? _RequiredToOne() : _RequiredToOne(value())
}

// For properties with `willSet` or `didSet`: the first assignment, in an initialiser, is not
// observed. The check is generated only for properties that an initialiser must set.

extension _Slot {
  /// True until the property of a new model has a value.
  public var _isUnset: Bool { stored == nil }
}

extension _RequiredToOne {
  /// True until the property of a new model has a value.
  public var _isUnset: Bool { base.object == nil && base.key == 0 }
}

extension _ToMany {
  /// False, since a new model's relationship is empty.
  public var _isUnset: Bool { false }
}
