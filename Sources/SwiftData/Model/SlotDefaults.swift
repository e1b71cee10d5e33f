// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime

// Slots of properties with a default value. The default is evaluated for a new model, and not for
// one that is made to be loaded from a row.

/// True while a model is being made for a row of the store.
@usableFromInline
package func _isMakingFault() -> Bool { cairn_is_making_fault() }

/// Makes a model for a row of the store, without evaluating its properties' default values.
@inline(__always)
func makeFault<T: PersistentModel>(_ type: T.Type, _ state: consuming _ModelState) -> T {
  cairn_set_making_fault(true)
  defer { cairn_set_making_fault(false) }
  // Of the class that is asked for, which may be a subclass of T.
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

/// A slot for an attribute whose type is its default value's.
@_disfavoredOverload
@inlinable
public func _slot<Value>(default value: @autoclosure () -> Value) -> _Slot<Value> {
  _isMakingFault() ? _Slot() : _Slot(value())
}

/// A slot for a to-many relationship whose type is its default value's.
@inlinable
public func _slot<Target: PersistentModel>(default value: @autoclosure () -> [Target])
  -> _ToMany<Target>
{
  _isMakingFault() ? _ToMany() : _ToMany(value())
}

/// A slot for a required to-one relationship whose type is its default value's.
@inlinable
public func _slot<Target: PersistentModel>(default value: @autoclosure () -> Target)
  -> _RequiredToOne<Target>
{
  _isMakingFault() ? _RequiredToOne() : _RequiredToOne(value())
}
