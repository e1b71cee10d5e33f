// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

extension CustomStore {
  /// Runs `body` in a savepoint of the row cache.
  func writing<R>(_ body: (Store, Store.Connection) throws -> R) throws -> R {
    let store = try cache()
    return try store.read { connection in
      var result: R?
      do {
        try connection.savepoint { result = try body(store, connection) }
      } catch {
        restoreRows()
        throw error
      }
      guard let result else { throw SwiftDataError.storeFailure }
      return result
    }
  }

  /// Writes fetched rows to the cache and returns their keys, in order.
  ///
  /// Contexts reload models whose rows have other values than before.
  func write(_ rows: [Row], for core: ContextCore) throws -> [Int64] {
    try writing { store, connection in
      var changed: [Int: [Int64]] = [:]
      let keys = try rows.map { row in
        try write(row, &changed, store, connection)
      }
      try publish(updated: changed, deleted: [:], core, connection)
      return keys
    }
  }

  private func write(
    _ row: Row, _ changed: inout [Int: [Int64]], _ store: Store, _ connection: Store.Connection
  ) throws -> Int64 {
    guard row.identifier.storeIdentifier == identifier,
      let (entity, root, key) = try assignedKey(of: row.identifier, connection)
    else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) returned a snapshot with the identifier \(row.identifier), which is not one of "
          + "its own. Make identifiers with PersistentIdentifier.identifier(for:entityName:"
          + "primaryKey:), the store's identifier and the name of a model's entity.")
    }
    let entry = tables[root][key]
    if entry.hasRow, entry.values === row.values { return key }
    if unsent[root]?.contains(key) == true { return key }
    let codec = codec(entity)
    let isWritten = try codec.write(row.values, key: key, connection, store) { target in
      try assignedKey(of: target, connection)?.key
    }
    var hasOtherTargets = false
    for relationship in codec.toMany {
      let place = RelationshipKey(root: root, key: key, property: relationship.index)
      guard let targets = row.values.values[relationship.index] else {
        if !entry.hasRow { pendingTargets[place] = .unspecified }
        continue
      }
      let identifiers = Self.identifiers(targets)
      if entry.hasRow {
        let known = try self.identifiers(of: relationship, entity, key, store, connection)
        if known == identifiers { continue }
        hasOtherTargets = true
      } else if identifiers.isEmpty {
        continue
      }
      pendingTargets[place] = .listed(identifiers)
    }
    if entry.hasRow, isWritten || hasOtherTargets { changed[entity, default: []].append(key) }
    tables[root][key] = KeyTable.Entry(
      identifier: row.identifier, entity: Int32(entity), hasRow: true, values: row.values)
    return key
  }

  static func identifiers(_ value: Any?) -> [PersistentIdentifier] {
    if let list = value as? [PersistentIdentifier] { return list }
    return (value as? Set<PersistentIdentifier>)?.sorted() ?? []
  }

  /// Removes the rows of an entity that a complete fetch did not return.
  func removeRows(of entity: Int, except keys: [Int64], for core: ContextCore) throws {
    let root = layout.roots[entity]
    let table = tables[root]
    let family = Set(layout.families[entity].map { Int32($0) })
    let remaining = Set(keys)
    var deleted: [Int: [Int64]] = [:]
    table.forEach { key, entry in
      if !entry.hasRow || !family.contains(entry.entity) || remaining.contains(key)
        || unsent[root]?.contains(key) == true || entry.identifier?.isTemporary == true
      {
        return
      }
      deleted[Int(entry.entity), default: []].append(key)
    }
    if deleted.isEmpty { return }
    try writing { store, connection in
      for keys in deleted.values {
        for key in keys { try remove(key, root: root, store, connection) }
      }
      try publish(updated: [:], deleted: deleted, core, connection)
    }
  }

  /// Removes a row from the cache.
  func remove(_ key: Int64, root: Int, _ store: Store, _ connection: Store.Connection) throws {
    let table = SQLFragment.quoted(layout.entities[root].table)
    _ = try connection.integers(
      "DELETE FROM \(table) WHERE \(EntityLayout.primaryKey) = ? "
        + "RETURNING \(EntityLayout.primaryKey)", key, store: name)
    didRemove(key, root: root)
  }

  /// Marks a row as deleted; its identifier stays known for a while.
  func didRemove(_ key: Int64, root: Int) {
    tables[root].remove(key)
    for relationship in codecs.compactMap({ $0 }).filter({ layout.roots[$0.entity] == root })
      .flatMap(\.toMany)
    {
      pendingTargets[RelationshipKey(root: root, key: key, property: relationship.index)] = nil
    }
  }

  /// Announces rows that the custom store has changed to all contexts, as a commit.
  func publish(
    updated: [Int: [Int64]], deleted: [Int: [Int64]], _ core: ContextCore,
    _ connection: Store.Connection
  ) throws {
    if updated.isEmpty && deleted.isEmpty { return }
    var changes = SavedChanges()
    changes.updated = updated.mapValues { keys in
      keys.map { SavedChanges.Update(key: $0, properties: .max) }
    }
    changes.deleted = deleted
    let number = try connection.cachedInteger(
      "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = '' RETURNING last", store: name)
    core.commits.append(
      CommitLog.Commit(generation: number, author: ObjectIdentifier(self), changes: changes))
    core.container.didCommit(core.store, number, changes)
  }

  // MARK: Loading

  /// Loads the rows of keys that the cache lacks.
  func load(_ keys: some Sequence<Int64>, entity: Int, for core: ContextCore) throws {
    let root = layout.roots[entity]
    let table = tables[root]
    let missing = keys.filter { key in
      let entry = table[key]
      return !entry.hasRow && entry.identifier?.storeIdentifier != nil
    }
    if missing.isEmpty { return }
    let identifiers = missing.compactMap { table[$0].identifier }
    let state = state(of: core)
    _ = try write(try cachedRows(identifiers, state), for: core)
    let rest = missing.filter { !tables[root][$0].hasRow }
      .compactMap { table[$0].identifier }
    if rest.isEmpty { return }
    func fetch<T: PersistentModel>(_ type: T.Type) throws {
      do {
        let result = try self.fetch(
          FetchDescriptor<T>(predicate: Self.condition(rest)), state)
        _ = try write(result.related + result.fetched, for: core)
      } catch DataStoreError.preferInMemoryFilter {
        try loadAll(entity, for: core)
      } catch DataStoreError.preferInMemorySort {
        try loadAll(entity, for: core)
      }
    }
    try fetch(layout.entities[entity].type)
  }

  /// Loads all rows of an entity.
  func loadAll(_ entity: Int, for core: ContextCore) throws {
    func fetch<T: PersistentModel>(_ type: T.Type) throws {
      let result = try self.fetch(FetchDescriptor<T>(), state(of: core))
      _ = try write(result.related, for: core)
      let keys = try write(result.fetched, for: core)
      try removeRows(of: entity, except: keys, for: core)
    }
    try fetch(layout.entities[entity].type)
  }

  /// Restores the state of all rows after a transaction of the cache was rolled back.
  func didRollBack() {
    locked {
      if let formerTargets { pendingTargets = formerTargets }
      deletedRows = []
      restoreRows()
    }
  }

  /// Reads which rows the cache has.
  private func restoreRows() {
    locked {
      do {
        try cache().read { connection in
          for (root, table) in tables.enumerated() where layout.roots[root] == root {
            let name = layout.entities[root].table
            let keys = try connection.integers(
              "SELECT \(EntityLayout.primaryKey) FROM \(SQLFragment.quoted(name)) WHERE ?", 1,
              store: self.name)
            table.restore(rows: Set(keys))
            try connection.reserveKeys(
              of: name, upTo: table.endKey, store: self.name)
          }
        }
      } catch {
        // Rows without a known state are fetched and compared again.
        for table in tables { table.restore(rows: []) }
      }
    }
  }
}

extension CustomStore {
  /// The condition that a model has one of some identifiers.
  static func condition<T: PersistentModel>(_ identifiers: [PersistentIdentifier]) -> Predicate<T> {
    if let only = identifiers.first, identifiers.count == 1 {
      return Predicate<T> { model in
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID),
          rhs: PredicateExpressions.build_Arg(only))
      }
    }
    return Predicate<T> { model in
      PredicateExpressions.build_contains(
        PredicateExpressions.build_Arg(identifiers),
        PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID))
    }
  }
}
