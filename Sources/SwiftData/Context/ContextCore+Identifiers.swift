// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard let entity = store.layout.index(of: T.self),
      store.layout.entities[entity].name == identifier.entityName
    else { return nil }
    return known(identifier, entity: entity) as? T
  }

  private func known(_ identifier: PersistentIdentifier, entity: Int) -> AnyObject? {
    if identifier.isTemporary {
      return inserted.first {
        $0._$state.key == identifier.key && Int($0._$state.entity) == entity
      }
    }
    guard identifier.storeIdentifier == store.identifier, identifier.key > 0 else { return nil }
    return registered(entity: entity, key: identifier.key)
  }

  /// The model with an identifier: from memory, else from the store.
  func model<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) -> T? {
    if let known: T = registeredModel(for: identifier) { return known }
    guard let entity = store.layout.index(of: T.self),
      store.layout.entities[entity].name == identifier.entityName,
      identifier.storeIdentifier == store.identifier, identifier.key > 0
    else { return nil }
    let fault = model(T.self, entity: entity, key: identifier.key)
    Self.fulfillIfNeeded(fault)
    return fault._$state.has(.gone) ? nil : fault
  }

  /// The model with an identifier, whatever it names.
  func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    guard let layout = store.layout.entity(named: identifier.entityName),
      let entity = store.layout.index(of: layout.type)
    else { return UnknownModel(_$fault: goneState(identifier, entity: -1)) }
    if let known = known(identifier, entity: entity) as? any PersistentModel { return known }
    func open<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      if identifier.storeIdentifier == store.identifier, identifier.key > 0 {
        return model(type, entity: entity, key: identifier.key)
      }
      return makeFault(type, goneState(identifier, entity: entity))
    }
    return open(layout.type)
  }

  /// The state of a model that stands for nothing.
  private func goneState(_ identifier: PersistentIdentifier, entity: Int) -> _ModelState {
    var state = _ModelState()
    state.key = Swift.min(0, identifier.key)
    state.entity = Int32(entity)
    state.flags = .gone
    return state
  }
}

/// What an identifier of an entity that the schema does not have leads to.
private final class UnknownModel: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }

  var _$state: _ModelState

  init(_$fault state: consuming _ModelState) { _$state = state }

  func _$load(_ reader: inout _RowReader) {}

  func _$bind(_ writer: inout _RowWriter) {}
}
