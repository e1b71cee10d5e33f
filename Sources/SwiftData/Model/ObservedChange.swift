// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Tells a model's observers that one property changes, without knowing the property's type.
struct ObservedChange<Model: PersistentModel> {
  private let model: Model
  private let keyPath: PartialKeyPath<Model>

  /// Nil if the key path is not of the model.
  init?(_ model: Model, _ keyPath: AnyKeyPath) {
    guard let keyPath = keyPath as? PartialKeyPath<Model> else { return nil }
    self.model = model
    self.keyPath = keyPath
  }

  func announce(_ registrar: ObservationRegistrar) {
    func open<Value>(_ type: Value.Type) {
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
      registrar.willSet(model, keyPath: keyPath)
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }

  func complete(_ registrar: ObservationRegistrar) {
    func open<Value>(_ type: Value.Type) {
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
      registrar.didSet(model, keyPath: keyPath)
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }
}
