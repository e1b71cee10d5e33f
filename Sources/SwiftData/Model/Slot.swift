// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where one attribute of a model lies: its value, or nothing while the model is a fault.
@frozen
public struct _Slot<Value> {
  @usableFromInline package var stored: Value?

  /// A slot that is not loaded.
  @inlinable
  public init() { stored = nil }

  /// A slot with its first value.
  @inlinable
  public init(_ value: Value) { stored = value }

  /// The value; for a model whose row is gone a placeholder.
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

  /// Makes sure that there is a value to change in place.
  @inlinable
  @inline(__always)
  public mutating func _prepare(_ owner: some PersistentModel, _ index: Int) {
    if stored == nil { stored = _placeholder(Value.self, owner, index) }
  }

  /// Ends a change in place.
  @inlinable
  @inline(__always)
  public mutating func _finish() -> _AttributeChange { _AttributeChange() }

  /// The value, for a change in place after ``_prepare(_:_:)``.
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
      // Who reads the property meanwhile, as a closure of `removeAll` may, reads what it was.
      defer { stored = value }
      yield &value
    }
  }
}

// The kind of slot is chosen by the property's type, here, since the macro sees only its spelling.

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
