// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The rows that a custom store returns for a descriptor.
  private enum CustomResult {
    /// The keys in order, within the limits of the descriptor.
    case sorted([Int64])
    /// The keys of all matching rows.
    case unsorted([Int64])
    /// All rows of the entity are in the cache, which evaluates the descriptor.
    case all
  }

  /// The models of a custom store that match; nil if the row cache has the rows to find them.
  func customMatches<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ custom: CustomStore)
    throws -> [T]?
  {
    try custom.locked {
      let pending: [T] = descriptor.includePendingChanges ? pendingModels(T.self) : []
      let entity = try entityIndex(T.self)
      let skipped =
        descriptor.includePendingChanges ? deletedKeys[store.layout.roots[entity]] ?? [] : []
      var request = descriptor
      if !pending.isEmpty || !skipped.isEmpty {
        request.fetchLimit = nil
        request.fetchOffset = nil
      }
      switch try customResult(request, custom, entity) {
      case .all: return nil
      case .sorted(let keys):
        let models = try customModels(T.self, entity, keys.filter { !skipped.contains($0) })
        if pending.isEmpty && skipped.isEmpty { return models }
        return merged(models, pending, descriptor, isSorted: pending.isEmpty)
      case .unsorted(let keys):
        let models = try customModels(T.self, entity, keys.filter { !skipped.contains($0) })
        return merged(models, pending, descriptor, isSorted: false)
      }
    }
  }

  private func entityIndex(_ type: any PersistentModel.Type) throws -> Int {
    guard let entity = store.layout.index(of: type) else {
      throw SwiftDataError.notInSchema(type)
    }
    return entity
  }

  /// Requests the rows that match from the custom store and writes them to the cache.
  private func customResult<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ custom: CustomStore, _ entity: Int
  ) throws -> CustomResult {
    let state = custom.state(of: self)
    if try dependsOnPendingChanges(descriptor, entity) {
      try loadEntities(readBy: descriptor, custom, entity)
      return .all
    }
    func request(_ descriptor: FetchDescriptor<T>) throws -> [Int64] {
      let result = try custom.fetch(descriptor, state)
      _ = try custom.write(result.related, for: self)
      return try custom.write(result.fetched, for: self)
    }
    do {
      let keys = try request(descriptor)
      let isComplete =
        descriptor.predicate == nil && descriptor.fetchLimit == nil
        && (descriptor.fetchOffset ?? 0) == 0
      if isComplete { try custom.removeRows(of: entity, except: keys, for: self) }
      return .sorted(keys)
    } catch DataStoreError.preferInMemorySort {
      var unsorted = descriptor
      unsorted.sortBy = []
      unsorted.fetchLimit = nil
      unsorted.fetchOffset = nil
      do {
        return .unsorted(try request(unsorted))
      } catch DataStoreError.preferInMemoryFilter {
        try loadEntities(readBy: descriptor, custom, entity)
        return .all
      }
    } catch DataStoreError.preferInMemoryFilter {
      try loadEntities(readBy: descriptor, custom, entity)
      return .all
    }
  }

  /// Whether the custom store cannot evaluate a predicate because the context or the running
  /// transaction has changes of other entities that the predicate reads.
  private func dependsOnPendingChanges<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ entity: Int
  ) throws -> Bool {
    if store.custom?.unsent.isEmpty == false { return true }
    guard hasChanges, descriptor.includePendingChanges, let predicate = descriptor.predicate else {
      return false
    }
    let layout = store.layout.entities[entity]
    let tables = try PredicateTranslator(
      layout: store.layout, storeIdentifier: store.identifier, custom: store.custom
    ).translate(predicate, entity: layout, alias: "t").entities
    return hasPendingModels(tables.subtracting([layout.table]))
  }

  /// Loads all rows of the entities that a descriptor reads.
  private func loadEntities<T: PersistentModel>(
    readBy descriptor: FetchDescriptor<T>, _ custom: CustomStore, _ entity: Int
  ) throws {
    let layout = store.layout.entities[entity]
    var tables: Set<String> = [layout.table]
    if let predicate = descriptor.predicate {
      tables.formUnion(
        try PredicateTranslator(
          layout: store.layout, storeIdentifier: store.identifier, custom: custom
        ).translate(predicate, entity: layout, alias: "t").entities)
    }
    try custom.loadAll(entity, for: self)
    var roots: Set<Int> = []
    for (index, other) in store.layout.entities.enumerated() where tables.contains(other.table) {
      roots.insert(store.layout.roots[index])
      if other.superentity == nil && other.table != layout.table {
        try custom.loadAll(index, for: self)
      }
    }
    if tables.count > 1 || descriptor.predicate != nil { try custom.settleTargets(of: roots) }
  }

  /// Loads all rows that a query in SQL reads, if the store is custom.
  func loadCustomRows<T: PersistentModel>(readBy descriptor: FetchDescriptor<T>) throws {
    guard let custom = store.custom else { return }
    try custom.locked {
      try loadEntities(readBy: descriptor, custom, entityIndex(T.self))
      try read { try refresh($0) }
    }
  }

  /// The models with keys, in order.
  private func customModels<T: PersistentModel>(_ type: T.Type, _ entity: Int, _ keys: [Int64])
    throws -> [T]
  {
    try read { try refresh($0) }
    var found: [Int64: T] = [:]
    var missing: [Int64] = []
    for key in keys {
      if let known = registered(entity: entity, key: key) as? T, !known._$state.has(.fault) {
        found[key] = known
      } else {
        missing.append(key)
      }
    }
    if missing.count == keys.count {
      var models: [T] = []
      models.reserveCapacity(keys.count)
      try load(type, entity: entity, keys: keys) { models.append($0) }
      if models.count == keys.count, zip(models, keys).allSatisfy({ $0._$state.key == $1 }) {
        return models
      }
      for model in models { found[model._$state.key] = model }
    } else {
      try load(type, entity: entity, keys: missing) { found[$0._$state.key] = $0 }
    }
    return keys.compactMap { found[$0] }
  }

  /// Stored models together with pending ones, sorted and limited.
  private func merged<T: PersistentModel>(
    _ stored: [T], _ pending: [T], _ descriptor: FetchDescriptor<T>, isSorted: Bool
  ) -> [T] {
    let replaced = Set(pending.map(ObjectIdentifier.init))
    var matches = stored.filter { !replaced.contains(ObjectIdentifier($0)) }
    for model in pending where !model._$state.has(.deleted) {
      if descriptor.predicate?.accepts(model) ?? true { matches.append(model) }
    }
    if !isSorted { sortModels(&matches, by: descriptor.sortBy) }
    let start = Swift.min(Swift.max(0, descriptor.fetchOffset ?? 0), matches.count)
    guard let limit = descriptor.fetchLimit, limit >= 0 else { return Array(matches[start...]) }
    return Array(matches[start...].prefix(limit))
  }

  /// The number of models of a custom store that match; nil if the models must be fetched.
  func customCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ custom: CustomStore)
    throws -> Int?
  {
    try custom.locked {
      let entity = try entityIndex(T.self)
      if descriptor.includePendingChanges, !pendingModels(T.self).isEmpty || hasDeletedKeys(entity)
      {
        return nil
      }
      if try dependsOnPendingChanges(descriptor, entity) { return nil }
      do {
        return try custom.fetchCount(descriptor, custom.state(of: self))
      } catch DataStoreError.preferInMemoryFilter {
        return nil
      } catch DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  /// The keys of the models of a custom store that match; nil if the models must be fetched.
  func customKeys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ custom: CustomStore)
    throws -> [Int64]?
  {
    try custom.locked {
      let entity = try entityIndex(T.self)
      if descriptor.includePendingChanges, !pendingModels(T.self).isEmpty || hasDeletedKeys(entity)
      {
        return nil
      }
      if try dependsOnPendingChanges(descriptor, entity) { return nil }
      do {
        let identifiers = try custom.fetchIdentifiers(descriptor, custom.state(of: self))
        return try read { connection in
          try refresh(connection)
          return try identifiers.compactMap { try custom.assignedKey(of: $0, connection)?.key }
        }
      } catch DataStoreError.preferInMemoryFilter {
        return nil
      } catch DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  private func hasDeletedKeys(_ entity: Int) -> Bool {
    deletedKeys[store.layout.roots[entity]]?.isEmpty == false
  }

  /// Records a deletion of all matching models, for a store with batch operations.
  func recordBatchDeletion<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, _ includesSubclasses: Bool, _ entity: Int,
    _ keys: [Int64]
  ) {
    guard let custom = store.custom else { return }
    let name = store.layout.entities[entity]
    let isRelated = store.layout.entities.contains { other in
      other.properties.contains { property in
        property.destination != nil
          && (other.isA(name.name) || name.isA(other.name)
            || property.destination.map { name.isA($0.entity) } == true)
      }
    }
    custom.locked {
      custom.batchDeletions[ObjectIdentifier(self)] =
        isRelated
        ? nil
        : CustomStore.BatchDeletion(keys: Set(keys), root: store.layout.roots[entity]) {
          [unowned custom] state in
          try custom.deleteBatch(
            type, predicate, includesSubclasses: includesSubclasses, state)
        }
    }
  }
}
