// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Notifies a model's observers of a change to a property whose type is not statically known.
struct ObservedChange {
  /// Notifies observers before or after the change.
  private let notify: (_ registrar: ObservationRegistrar, _ isBefore: Bool) -> Void

  /// Creates a change, or nil if the root of the key path is not the model's class or a superclass.
  init?(_ model: any PersistentModel, _ keyPath: AnyKeyPath) {
    // Accessors use the key path from the class that declares the property.
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
    notify = { registrar, isBefore in
      if isBefore {
        registrar.willSet(model, keyPath: keyPath)
      } else {
        registrar.didSet(model, keyPath: keyPath)
      }
    }
  }

  func announce(_ registrar: ObservationRegistrar) { notify(registrar, true) }

  func complete(_ registrar: ObservationRegistrar) { notify(registrar, false) }
}
