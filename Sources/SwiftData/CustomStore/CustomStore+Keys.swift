// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CustomStore {
  /// The root entity of an identifier's table; nil for an identifier of another store.
  func root(of identifier: PersistentIdentifier) -> (entity: Int, root: Int)? {
    guard identifier.storeIdentifier == self.identifier || identifier.storeIdentifier == nil
    else { return nil }
    if let last = lastEntity, last.name == identifier.entityName { return (last.entity, last.root) }
    guard let layout = layout.entity(named: identifier.entityName),
      let entity = self.layout.index(of: layout.type)
    else { return nil }
    let root = self.layout.roots[entity]
    lastEntity = (identifier.entityName, entity, root)
    return (entity, root)
  }

  /// The key of an identifier that a context or a predicate has; nil for an unknown one.
  func key(of identifier: PersistentIdentifier) -> Int64? {
    locked { root(of: identifier).flatMap { tables[$0.root].key(of: identifier) } }
  }

  /// The key of an identifier of this store, assigned if it has none.
  func assignedKey(of identifier: PersistentIdentifier, _ connection: Store.Connection) throws
    -> (entity: Int, root: Int, key: Int64)?
  {
    guard let (entity, root) = root(of: identifier) else { return nil }
    if let key = tables[root].key(of: identifier) {
      return (entity, root, key)
    }
    if identifier.isTemporary { return nil }
    let key = try newKey(root, connection)
    tables[root].assign(identifier, to: key, entity: entity)
    return (entity, root, key)
  }

  private func newKey(_ root: Int, _ connection: Store.Connection) throws -> Int64 {
    if tables[root].free.isEmpty {
      let count = 256
      let first = try connection.nextKeys(
        of: layout.entities[root].table, count: count, store: name)
      tables[root].free = first..<first + Int64(count)
    }
    return tables[root].free.removeFirst()
  }

  /// The local form of an identifier: the key of its row, assigned if the store may have it.
  func local(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    locked {
      guard identifier.storeIdentifier == self.identifier else { return identifier }
      let known = try? cache().read { try assignedKey(of: identifier, $0) }
      guard let known = known ?? nil else { return identifier }
      return PersistentIdentifier(
        storeIdentifier: identifier.storeIdentifier, entityName: identifier.entityName,
        key: known.key)
    }
  }

  /// The identifier of a row.
  func persistentIdentifier(_ key: Int64, _ entityName: String) -> PersistentIdentifier {
    locked {
      let entity = layout.entity(named: entityName).flatMap { layout.index(of: $0.type) }
      let known = entity.flatMap { tables[layout.roots[$0]][key].identifier }
      return known
        ?? PersistentIdentifier(storeIdentifier: nil, entityName: entityName, key: -key)
    }
  }

  /// The identifier of a row in a table; nil if the key has none.
  func identifier(_ key: Int64, entity: Int) -> PersistentIdentifier? {
    tables[layout.roots[entity]][key].identifier
  }
}

extension Range<Int64> {
  /// Removes the first value of a range that is not empty, and returns it.
  fileprivate mutating func removeFirst() -> Int64 {
    let first = lowerBound
    self = first + 1..<upperBound
    return first
  }
}

extension Store {
  /// The identifier of a row in persistent form.
  func persistentIdentifier(_ key: Int64, _ entityName: String) -> PersistentIdentifier {
    if let custom, key > 0 { return custom.persistentIdentifier(key, entityName) }
    return PersistentIdentifier(
      storeIdentifier: key > 0 ? identifier : nil, entityName: entityName, key: key)
  }
}
