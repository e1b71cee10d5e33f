// Cairn
// SPDX-License-Identifier: Apache-2.0

extension PersistentModel {
  /// The model's values by key path.
  public var persistentBackingData: any BackingData<Self> {
    get { ModelBackingData(self) }
    // The model stores its values itself, so its backing data can't be replaced.
    set {}
  }

  /// Creates a model from backing data.
  ///
  /// The results of ``persistentBackingData`` and ``createBackingData()`` contain a model, which
  /// this initializer returns. For backing data of another type, the initializer copies the values,
  /// by key path, into a new model.
  public init(backingData: any BackingData<Self>) {
    if let own = backingData as? ModelBackingData<Self> {
      self.init(adopting: own.model)
    } else {
      self.init(_$fault: _ModelState())
      BackingDataReader(backingData, into: self).read()
    }
  }

  /// Creates the values of a new model, with the declared default values.
  public static func createBackingData<Model>() -> some BackingData<Model>
  where Model: PersistentModel {
    ModelBackingData(for: Model.self)
  }

  /// The value of an attribute.
  public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value where Value: Decodable {
    self[keyPath: key]
  }

  /// The target of a required to-one relationship.
  public func getValue<Value>(forKey key: KeyPath<Self, Value>) -> Value
  where Value: PersistentModel {
    self[keyPath: key]
  }

  /// The target of a to-one relationship.
  public func getValue<Value>(forKey key: KeyPath<Self, Value?>) -> Value?
  where Value: PersistentModel {
    self[keyPath: key]
  }

  /// The targets of a to-many relationship.
  public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    self[keyPath: key]
  }

  /// The targets of a to-many relationship.
  public func getValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    self[keyPath: key]
  }

  /// The value of an attribute with a value transformer.
  public func getTransformableValue<Value>(forKey key: KeyPath<Self, Value>) -> Value {
    self[keyPath: key]
  }

  /// Sets an attribute.
  public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
  where Value: Encodable {
    _$set(key, to: newValue)
  }

  /// Sets a required to-one relationship.
  public func setValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value)
  where Value: PersistentModel {
    _$set(key, to: newValue)
  }

  /// Sets a to-one relationship.
  public func setValue<Value>(forKey key: KeyPath<Self, Value?>, to newValue: Value?)
  where Value: PersistentModel {
    _$set(key, to: newValue)
  }

  /// Sets a to-many relationship.
  public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    _$set(key, to: newValue)
  }

  /// Sets a to-many relationship.
  public func setValue<Value, OtherModel>(forKey key: KeyPath<Self, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    _$set(key, to: newValue)
  }

  /// Sets an attribute with a value transformer.
  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    _$set(key, to: newValue)
  }

  /// Sets a property by its key path; if the path is not writable, the next save throws.
  func _$set<Value>(_ key: KeyPath<Self, Value>, to newValue: Value) {
    if let path = key as? ReferenceWritableKeyPath<Self, Value> {
      self[keyPath: path] = newValue
      return
    }
    let entity = ModelDescription.of(Self.self).entityName
    _$state.core?.recordSetterError(
      .unsupportedKeyPath.withMessage(
        "setValue(forKey:to:) can't set \(key): the key path is not writable. Use the key path of "
          + "a property of \(entity) that has a setter."))
  }
}
