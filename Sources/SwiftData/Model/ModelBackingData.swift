// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The values of a model, read from and written to the model.
struct ModelBackingData<Model: PersistentModel>: BackingData {
  let model: Model

  init(_ model: Model) { self.model = model }

  init(for modelType: Model.Type) {
    // Not a fault: the properties have their default values.
    model = modelType.init(_$fault: _ModelState())
  }

  var metadata: Any { type(of: model).schemaMetadata }

  /// The model's identity; the setter does nothing, since the context assigns identities.
  var persistentModelID: PersistentIdentifier? {
    get { model._$state.core == nil ? nil : model.persistentModelID }
    nonmutating set {}
  }

  /// The value of an attribute.
  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable {
    model[keyPath: key]
  }

  /// The target of a required to-one relationship.
  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel {
    model[keyPath: key]
  }

  /// The target of a to-one relationship.
  func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
    model[keyPath: key]
  }

  /// The targets of a to-many relationship.
  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model[keyPath: key]
  }

  /// The targets of a to-many relationship.
  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model[keyPath: key]
  }

  /// The value of an attribute with a value transformer.
  func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
    model[keyPath: key]
  }

  /// Sets an attribute.
  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable {
    model._$set(key, to: newValue)
  }

  /// Sets a required to-one relationship.
  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel {
    model._$set(key, to: newValue)
  }

  /// Sets a to-one relationship.
  func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel {
    model._$set(key, to: newValue)
  }

  /// Sets a to-many relationship.
  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model._$set(key, to: newValue)
  }

  /// Sets a to-many relationship.
  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model._$set(key, to: newValue)
  }

  /// Sets an attribute with a value transformer.
  func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {
    model._$set(key, to: newValue)
  }
}
