// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// One persisted property of a model, as the ``Model()`` macro lists it.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// The path from the model to the property.
    public let keypath: AnyKeyPath
    /// Evaluates the declared default value.
    let makeDefault: (() -> Any)?
    /// The arguments of `@Attribute` or `@Relationship`, if the property has one.
    public let metadata: (any SchemaProperty)?
    /// The way to the other end, for a relationship.
    package let relationship: RelationshipAccess?
    /// Gives a new model the value of an attribute; a key path would ask for the one before.
    let fill: ((_ model: AnyObject, _ value: Any) -> Void)?

    /// The declared default value, evaluated anew.
    public var defaultValue: Any? { makeDefault?() }

    /// Describes a property by hand.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.init(name, keypath, defaultValue.map { value in { value } }, metadata, nil)
    }

    private init(
      _ name: String, _ keypath: AnyKeyPath, _ makeDefault: (() -> Any)?,
      _ metadata: (any SchemaProperty)?, _ relationship: RelationshipAccess?,
      fill: ((AnyObject, Any) -> Void)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.makeDefault = makeDefault
      self.metadata = metadata
      self.relationship = relationship
      self.fill = fill
    }

    /// An attribute.
    public static func _make<Root: PersistentModel, Value>(
      name: String, keypath: KeyPath<Root, Value>, slot: KeyPath<Root, _Slot<Value>>,
      defaultValue: (() -> Value)? = nil, metadata: (any SchemaProperty)? = nil
    ) -> PropertyMetadata {
      PropertyMetadata(
        name, keypath, defaultValue.map { value in { value() as Any } }, metadata, nil,
        fill: { model, value in
          guard let model = model as? Root, let value = value as? Value,
            let slot = slot as? ReferenceWritableKeyPath<Root, _Slot<Value>>
          else { return }
          model[keyPath: slot].stored = value
        })
    }

    /// An optional to-one relationship.
    public static func _make<Root: PersistentModel, Target>(
      name: String, keypath: KeyPath<Root, Target?>,
      slot: ReferenceWritableKeyPath<Root, _ToOne<Target>>, defaultValue: (() -> Target?)? = nil,
      metadata: (any SchemaProperty)? = nil
    ) -> PropertyMetadata {
      let access = RelationshipAccess(toOne: slot, keyPath: keypath)
      return PropertyMetadata(
        name, keypath, defaultValue.map { value in { value() as Any } }, metadata, access)
    }

    /// A required to-one relationship.
    public static func _make<Root: PersistentModel, Target>(
      name: String, keypath: KeyPath<Root, Target>,
      slot: ReferenceWritableKeyPath<Root, _RequiredToOne<Target>>,
      defaultValue: (() -> Target)? = nil,
      metadata: (any SchemaProperty)? = nil
    ) -> PropertyMetadata {
      let base = slot.appending(path: \_RequiredToOne<Target>.base)
      let access = RelationshipAccess(toOne: base, keyPath: keypath)
      return PropertyMetadata(
        name, keypath, defaultValue.map { value in { value() as Any } }, metadata, access)
    }

    /// A to-many relationship.
    public static func _make<Root: PersistentModel, Target>(
      name: String, keypath: KeyPath<Root, [Target]>,
      slot: ReferenceWritableKeyPath<Root, _ToMany<Target>>, defaultValue: (() -> [Target])? = nil,
      metadata: (any SchemaProperty)? = nil
    ) -> PropertyMetadata {
      let access = RelationshipAccess(toMany: slot, keyPath: keypath)
      return PropertyMetadata(
        name, keypath, defaultValue.map { value in { value() as Any } }, metadata, access)
    }

    /// An optional to-many relationship.
    public static func _make<Root: PersistentModel, Target>(
      name: String, keypath: KeyPath<Root, [Target]?>,
      slot: ReferenceWritableKeyPath<Root, _OptionalToMany<Target>>,
      defaultValue: (() -> [Target]?)? = nil,
      metadata: (any SchemaProperty)? = nil
    ) -> PropertyMetadata {
      let base = slot.appending(path: \_OptionalToMany<Target>.base)
      let access = RelationshipAccess(toMany: base, keyPath: keypath)
      return PropertyMetadata(
        name, keypath, defaultValue.map { value in { value() as Any } }, metadata, access)
    }
  }
}
