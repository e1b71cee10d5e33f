// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Copies values into a model from a custom type of backing data.
struct BackingDataReader<Model: PersistentModel> {
  private let backing: any BackingData<Model>
  private let model: Model

  init(_ backing: any BackingData<Model>, into model: Model) {
    self.backing = backing
    self.model = model
  }

  /// Sets each persisted property that can be set.
  func read() {
    let description = ModelDescription.of(Model.self)
    for (keyPath, property) in zip(description.keyPaths, description.properties) {
      func read<Value>(_ type: Value.Type) { self.read(keyPath, type, property) }
      _openExistential(type(of: keyPath).valueType, do: read)
    }
  }

  private func read<Value>(
    _ keyPath: AnyKeyPath, _ type: Value.Type, _ property: Schema.PropertyMetadata
  ) {
    guard let path = keyPath as? ReferenceWritableKeyPath<Model, Value>,
      let value = value(path) as? Value
    else { return }
    if let fill = property.fill {
      _ = fill(model, value)
    } else {
      model[keyPath: path] = value
    }
  }

  /// Reads a value by the method of `BackingData` for the value's type.
  private func value<Value>(_ path: KeyPath<Model, Value>) -> Any {
    if let type = Value.self as? any PersistentModel.Type { return target(path, type) }
    if let type = Value.self as? any OptionalProtocol.Type,
      let target = type.wrappedType as? any PersistentModel.Type
    {
      return optionalTarget(path, target) as Any
    }
    if let type = Value.self as? any RelationshipCollection.Type { return targets(path, type) }
    if let type = Value.self as? any Decodable.Type { return attribute(path, type) }
    return backing.getTransformableValue(forKey: path)
  }

  private func target<Target: PersistentModel>(_ path: AnyKeyPath, _ type: Target.Type) -> Any {
    guard let path = path as? KeyPath<Model, Target> else { return () }
    return backing.getValue(forKey: path)
  }

  private func optionalTarget<Target: PersistentModel>(_ path: AnyKeyPath, _ type: Target.Type)
    -> Any
  {
    guard let path = path as? KeyPath<Model, Target?> else { return () }
    let value: Target? = backing.getValue(forKey: path)
    return value as Any
  }

  private func targets<Targets: RelationshipCollection>(_ path: AnyKeyPath, _ type: Targets.Type)
    -> Any
  {
    guard let path = path as? KeyPath<Model, Targets> else { return () }
    return backing.getValue(forKey: path)
  }

  private func attribute<Value: Decodable>(_ path: AnyKeyPath, _ type: Value.Type) -> Any {
    guard let path = path as? KeyPath<Model, Value> else { return () }
    return backing.getValue(forKey: path)
  }
}
