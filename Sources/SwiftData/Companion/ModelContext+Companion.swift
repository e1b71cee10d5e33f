// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// The models' tables of one of the container's stores.
  package func layout(ofStore index: Int) -> StoreLayout { cores[index].store.layout }

  /// Runs `block` and saves, all in one transaction of one of the container's stores, with its side
  /// tables; see ``transaction(block:)``.
  package func transaction<Result>(
    ofStore index: Int, _ block: (SideTables) throws -> Result
  ) throws -> Result {
    let core = cores[index]
    var result: Result?
    try core.transaction {
      guard let connection = core.transaction else { throw SwiftDataError.storeFailure }
      result = try block(SideTables(connection: connection, store: core.store))
    }
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }

  /// Reads one of the container's stores as it is at one moment, or as the transaction that is running
  /// sees it.
  package func reading<Result>(
    store index: Int, _ block: (SideTables) throws -> Result
  ) throws -> Result {
    let core = cores[index]
    if let connection = core.transaction {
      return try block(SideTables(connection: connection, store: core.store))
    }
    return try core.store.readSnapshot { try block(SideTables(connection: $0, store: core.store)) }
  }

  /// Says that models with the keys of owners in their columns are among the new ones of the next save, so
  /// that other contexts and the history are told of the owners' to-many relationship.
  package func noteOwners(ofStore index: Int, entity: Int, property: Int, keys: [Int64]) {
    cores[index].grown.append(Deletion.Cleared(entity, property, keys))
  }

  /// The model of a row, from memory or as a fault; nil if there is no such row.
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
  /// The number of the model's row, once it was written; not positive before.
  package var rowKey: Int64 { _$state.key }
}
