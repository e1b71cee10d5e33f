// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    let identifier = store.custom?.local(identifier) ?? identifier
    guard let entity = store.layout.index(of: T.self), isIdentifier(identifier, of: entity) else {
      return nil
    }
    return known(identifier, entity: entity) as? T
  }

  /// Whether an identifier names an entity of the same table; the row determines its own entity.
  private func isIdentifier(_ identifier: PersistentIdentifier, of entity: Int) -> Bool {
    let layout = store.layout.entities[entity]
    return layout.name == identifier.entityName
      || store.entity(of: identifier)?.table == layout.table
  }

  private func known(_ identifier: PersistentIdentifier, entity: Int) -> AnyObject? {
    if identifier.isTemporary {
      return inserted.first {
        $0._$state.key == identifier.key
          && store.layout.roots[Int($0._$state.entity)] == store.layout.roots[entity]
      }
    }
    guard identifier.storeIdentifier == store.identifier, identifier.key > 0 else { return nil }
    return registered(entity: entity, key: identifier.key)
  }

  /// The model with an identifier, from memory or else from the store.
  func model<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) -> T? {
    if let known: T = registeredModel(for: identifier) { return known }
    let identifier = store.custom?.local(identifier) ?? identifier
    guard let entity = store.layout.index(of: T.self), isIdentifier(identifier, of: entity),
      identifier.storeIdentifier == store.identifier, identifier.key > 0
    else { return nil }
    let fault = model(T.self, entity: entity, key: identifier.key)
    Self.fulfillIfNeeded(fault)
    return fault._$state.has(.gone) ? nil : fault
  }

  /// The model with an identifier of any entity.
  func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    let identifier = store.custom?.local(identifier) ?? identifier
    // The stored row determines the subclass.
    guard let named = store.entity(of: identifier),
      let layout = store.layout.entity(named: named.table),
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

  /// The state of a model without a row.
  private func goneState(_ identifier: PersistentIdentifier, entity: Int) -> _ModelState {
    var state = _ModelState()
    state.key = Swift.min(0, identifier.key)
    state.entity = Int32(entity)
    state.flags = .gone
    return state
  }
}

extension Store {
  /// The entity of an identifier, which may have been made before a migration.
  fileprivate func entity(of identifier: PersistentIdentifier) -> EntityLayout? {
    if let entity = layout.entity(named: identifier.entityName) { return entity }
    guard identifier.storeIdentifier == self.identifier else { return nil }
    return renamed[identifier.entityName].flatMap(layout.entity(named:))
  }
}

/// The model for an identifier whose entity is not in the schema.
private final class UnknownModel: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }

  var _$state: _ModelState

  init(_$fault state: consuming _ModelState) { _$state = state }

  func _$load(_ reader: inout _RowReader) {}

  func _$bind(_ writer: inout _RowWriter) {}
}
