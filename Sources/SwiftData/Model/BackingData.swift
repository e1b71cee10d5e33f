// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The values of one model, by key path.
///
/// ```swift
/// let values = trip.persistentBackingData
/// let name: String = values.getValue(forKey: \.name)
/// values.setValue(forKey: \.name, to: name.capitalized)
/// ```
///
/// Apple's framework stores a model's values in its backing data. Here the model stores its own
/// values, and the backing data is a view of them.
public protocol BackingData<Model> {
  /// The type of the model.
  associatedtype Model: PersistentModel

  /// Creates the values of a new model.
  init(for modelType: Model.Type)

  /// The model's properties.
  var metadata: Any { get }
  /// The model's identity; nil for a model without a context.
  var persistentModelID: PersistentIdentifier? { get set }

  /// The value of an attribute.
  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable
  /// The target of a required to-one relationship.
  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel
  /// The target of a to-one relationship.
  func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
  /// The targets of a to-many relationship.
  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// The targets of a to-many relationship.
  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// The value of an attribute with a value transformer.
  func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value
  /// Sets an attribute.
  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable
  /// Sets a required to-one relationship.
  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel
  /// Sets a to-one relationship.
  func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel
  /// Sets a to-many relationship.
  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Sets a to-many relationship.
  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Sets an attribute with a value transformer.
  func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
}
