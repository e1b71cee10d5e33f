// Cairn
// SPDX-License-Identifier: Apache-2.0

extension PersistentModel {
  /// The model's values by key path.
  public var persistentBackingData: any BackingData<Self> {
    get { ModelBackingData(self) }
    // The values are the model's own, and can't be exchanged.
    set {}
  }

  /// The model whose values these are.
  ///
  /// What ``persistentBackingData`` and ``createBackingData()`` give is a model already, and this is
  /// that one. The values of another type's are read from it, by key path, into a new model.
  public init(backingData: any BackingData<Self>) {
    if let own = backingData as? ModelBackingData<Self> {
      self.init(adopting: own.model)
    } else {
      self.init(_$fault: _ModelState())
      BackingDataReader(backingData, into: self).read()
    }
  }

  /// The values of a new model: the default ones, where there are some.
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

  /// The value of an attribute that a transformer stores.
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

  /// Sets an attribute that a transformer stores.
  public func setTransformableValue<Value>(forKey key: KeyPath<Self, Value>, to newValue: Value) {
    _$set(key, to: newValue)
  }

  /// Sets a property by its key path; where that can't be done, the next save says so.
  func _$set<Value>(_ key: KeyPath<Self, Value>, to newValue: Value) {
    if let path = key as? ReferenceWritableKeyPath<Self, Value> {
      self[keyPath: path] = newValue
      return
    }
    let entity = ModelDescription.of(Self.self).entityName
    _$state.core?.refuse(
      .unsupportedKeyPath.saying(
        "setValue(forKey:to:) was called for \(key), which can't be set. Name a property of "
          + "\(entity) that can be set where the key path is written."))
  }
}
