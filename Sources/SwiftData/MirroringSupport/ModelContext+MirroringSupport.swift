// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Returns the layout of the models' tables in one of the container's stores.
  package func layout(ofStore index: Int) -> StoreLayout { cores[index].store.layout }

  /// Runs `block` with the auxiliary tables of one of the container's stores and saves, in one
  /// transaction; see ``transaction(block:)``.
  package func transaction<Result>(
    ofStore index: Int, _ block: (AuxiliaryTables) throws -> Result
  ) throws -> Result {
    let core = cores[index]
    var result: Result?
    try core.transaction {
      guard let connection = core.transaction else { throw SwiftDataError.storeFailure }
      result = try block(AuxiliaryTables(connection: connection, store: core.store))
    }
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }

  /// Reads one of the container's stores in a snapshot, or in the running transaction.
  package func reading<Result>(
    store index: Int, _ block: (AuxiliaryTables) throws -> Result
  ) throws -> Result {
    let core = cores[index]
    if let connection = core.transaction {
      return try block(AuxiliaryTables(connection: connection, store: core.store))
    }
    return try core.store.readSnapshot {
      try block(AuxiliaryTables(connection: $0, store: core.store))
    }
  }

  /// Declares that new models of the next save have owners' keys in their columns, so that other
  /// contexts and the history report a change of the owners' to-many relationship.
  package func markOwnersChanged(ofStore index: Int, entity: Int, property: Int, keys: [Int64]) {
    cores[index].ownersGainingTargets.append(
      Deletion.AffectedRows(entity, property, keys))
  }

  /// Returns the model of a row, from memory or as a fault; nil if the row does not exist.
  package func model(
    ofStore index: Int, entity: Int, key: Int64
  ) -> (any PersistentModel)? {
    let core = cores[index]
    let identifier = PersistentIdentifier(
      storeIdentifier: core.store.identifier, entityName: core.store.layout.entities[entity].name,
      key: key)
    func open<T: PersistentModel>(_ type: T.Type) -> (any PersistentModel)? {
      core.model(for: identifier, as: type)
    }
    return open(core.store.layout.entities[entity].type)
  }
}

extension PersistentModel {
  /// The key of the model's row; not positive before the first save.
  package var rowKey: Int64 { _$state.key }
}
