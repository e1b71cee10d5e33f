// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Tells a model's observers that one property changes, without knowing the property's type.
struct ObservedChange {
  /// Tells that the property is about to change, and that it has changed.
  private let tell: (_ registrar: ObservationRegistrar, _ isBefore: Bool) -> Void

  /// Nil if the key path is not of the model's class or a superclass.
  init?(_ model: any PersistentModel, _ keyPath: AnyKeyPath) {
    // Accessors name a property by the path from the class that declares it.
    guard let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type else {
      return nil
    }
    func open<Root: PersistentModel>(_ root: Root.Type) -> ObservedChange? {
      guard let model = model as? Root, let keyPath = keyPath as? PartialKeyPath<Root> else {
        return nil
      }
      func openValue<Value>(_ type: Value.Type) -> ObservedChange? {
        ObservedChange(model, keyPath, of: type)
      }
      return _openExistential(Swift.type(of: keyPath).valueType, do: openValue)
    }
    guard let change = open(root) else { return nil }
    self = change
  }

  private init?<Root: PersistentModel, Value>(
    _ model: Root, _ keyPath: PartialKeyPath<Root>, of type: Value.Type
  ) {
    guard let keyPath = keyPath as? KeyPath<Root, Value> else { return nil }
    tell = { registrar, isBefore in
      if isBefore {
        registrar.willSet(model, keyPath: keyPath)
      } else {
        registrar.didSet(model, keyPath: keyPath)
      }
    }
  }

  func announce(_ registrar: ObservationRegistrar) { tell(registrar, true) }

  func complete(_ registrar: ObservationRegistrar) { tell(registrar, false) }
}
