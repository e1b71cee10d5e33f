// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Backing data of a row, whose values a snapshot takes as they are.
protocol SnapshotSource {
  var identifier: PersistentIdentifier { get }
  var values: SnapshotValues { get }
}

/// The values of a saved row, for the snapshots of a save.
///
/// The row has the results of delete rules, which models in memory get after the save.
struct SnapshotBackingData<Model: PersistentModel>: BackingData, SnapshotSource {
  let identifier: PersistentIdentifier
  let values: SnapshotValues
  /// Finds the related models.
  private let core: ContextCore?

  init(_ identifier: PersistentIdentifier, _ values: SnapshotValues, _ core: ContextCore) {
    self.identifier = identifier
    self.values = values
    self.core = core
  }

  /// Creates the values of a new model.
  init(for modelType: Model.Type) {
    let model = modelType.init(_$fault: _ModelState())
    identifier = model.persistentModelID
    values = SnapshotValues(of: model)
    core = nil
  }

  var metadata: Any { Model.schemaMetadata }

  /// The identity; the setter does nothing, since the context assigns identities.
  var persistentModelID: PersistentIdentifier? {
    get { identifier }
    nonmutating set {}
  }

  private func value<Value>(_ key: KeyPath<Model, Value>) -> Any? {
    values.description.index(of: key).flatMap { values.values[$0] }
  }

  private func model<Target: PersistentModel>(_ value: Any?) -> Target? {
    guard let identifier = value as? PersistentIdentifier, let core else { return nil }
    return core.model(for: identifier) as? Target
  }

  /// A detached model, for a value that the row lacks.
  private var detached: Model { Model(_$fault: _ModelState()) }

  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: Decodable {
    if let value = value(key) as? Value { return value }
    return (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
      ?? detached[keyPath: key]
  }

  func getValue<Value>(forKey key: KeyPath<Model, Value>) -> Value where Value: PersistentModel {
    model(value(key)) ?? detached[keyPath: key]
  }

  func getValue<Value>(forKey key: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel {
    model(value(key))
  }

  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    targets(key)
  }

  func getValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    targets(key)
  }

  private func targets<Value: RelationshipCollection>(_ key: KeyPath<Model, Value>) -> Value {
    let identifiers = value(key) as? [PersistentIdentifier] ?? []
    let models = identifiers.compactMap { model($0) as Value.PersistentElement? }
    return models as? Value ?? detached[keyPath: key]
  }

  func getTransformableValue<Value>(forKey key: KeyPath<Model, Value>) -> Value {
    value(key) as? Value ?? detached[keyPath: key]
  }

  // A saved row is immutable: a snapshot changes its own copy.

  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable {}

  func setValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel {}

  func setValue<Value>(forKey key: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel {}

  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {}

  func setValue<Value, OtherModel>(forKey key: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {}

  func setTransformableValue<Value>(forKey key: KeyPath<Model, Value>, to newValue: Value) {}
}
