// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// The keys of the models that match a descriptor, in order.
  struct Matches<T: PersistentModel> {
    var keys: [Int64] = []
    /// Unsaved models, by their temporary keys.
    var models: [Int64: T] = [:]
  }

  private func matches<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Matches<T> {
    if let keys = try fetchKeys(descriptor) { return Matches(keys: keys) }
    var descriptor = descriptor
    descriptor.relationshipKeyPathsForPrefetching = []
    var matches = Matches<T>()
    for model in try fetch(descriptor) {
      let key = model._$state.key
      matches.keys.append(key)
      if key < 0 { matches.models[key] = model }
    }
    return matches
  }

  // MARK: Identifiers

  func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier]
  {
    let matches = try matches(descriptor)
    return try identifiers(matches, matches.keys[...])
  }

  func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<PersistentIdentifier>
  {
    let matches = try matches(descriptor)
    return FetchResultsCollection(count: matches.keys.count, batchSize: batchSize) { range in
      do {
        return try self.identifiers(matches, matches.keys[range])
      } catch {
        self.recordLoadError(error)
        let name = ModelDescription.of(T.self).entityName
        return matches.keys[range].map { self.identifier($0, name) }
      }
    }
  }

  /// The identifiers of some matches, with the entity of each model.
  private func identifiers<T: PersistentModel>(_ matches: Matches<T>, _ keys: ArraySlice<Int64>)
    throws -> [PersistentIdentifier]
  {
    guard let entity = store.layout.index(of: T.self) else { return [] }
    let name = store.layout.entities[entity].name
    if store.layout.families[entity].count == 1 { return keys.map { identifier($0, name) } }
    let entities = try read { try store.entities(of: keys, entity: entity, $0) }
    return keys.map { key in
      if let model = matches.models[key] { return model.persistentModelID }
      return identifier(key, entities[key].map { store.layout.entities[$0].name } ?? name)
    }
  }

  private func identifier(_ key: Int64, _ entity: String) -> PersistentIdentifier {
    store.persistentIdentifier(key, entity)
  }

  // MARK: Models

  /// The keys of the models that match, and the models, which are loaded on first access.
  func fetchWithKeys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> (keys: [Int64], models: FetchResultsCollection<T>)
  {
    let matches = try matches(descriptor)
    return (matches.keys, collection(matches, descriptor, batchSize))
  }

  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<T>
  {
    collection(try matches(descriptor), descriptor, batchSize)
  }

  func collection<T: PersistentModel>(
    _ matches: Matches<T>, _ descriptor: FetchDescriptor<T>, _ batchSize: Int
  ) -> FetchResultsCollection<T> {
    FetchResultsCollection(count: matches.keys.count, batchSize: batchSize) { range in
      do {
        let models = try self.load(matches, range)
        try self.prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models)
        return models
      } catch {
        self.recordLoadError(error)
        return matches.keys[range].map { matches.models[$0] ?? self.fault($0) }
      }
    }
  }

  private func fault<T: PersistentModel>(_ key: Int64) -> T {
    model(T.self, entity: store.layout.index(of: T.self) ?? 0, key: key)
  }

  /// The models of a range of matches, loaded by one query.
  private func load<T: PersistentModel>(_ matches: Matches<T>, _ range: Range<Int>) throws -> [T] {
    let keys = matches.keys[range]
    guard let entity = store.layout.index(of: T.self) else { return [] }
    var found: [Int64: T] = matches.models
    var missing: [Int64] = []
    for key in keys where found[key] == nil {
      if let known = registered(entity: entity, key: key) as? T, !known._$state.has(.fault) {
        found[key] = known
      } else {
        missing.append(key)
      }
    }
    try load(T.self, entity: entity, keys: missing) { found[$0._$state.key] = $0 }
    return keys.map { found[$0] ?? fault($0) }
  }

  func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int, _ allowsEscapingMutations: Bool,
    _ block: (T) throws -> Void
  ) throws {
    let size = Swift.max(1, batchSize)
    let matches: Matches<T> = try cancellable { try self.matches(descriptor) }
    for start in stride(from: 0, to: matches.keys.count, by: size) {
      let hadChanges = hasChanges
      let models = try load(matches, start..<Swift.min(start + size, matches.keys.count))
      try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models)
      for model in models {
        Self.fulfillIfNeeded(model)
        if model._$state.has(.gone) || model._$state.has(.deleted) { continue }
        try block(model)
      }
      try throwLoadError()
      if !allowsEscapingMutations && hasChanges && !hadChanges {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "The block of enumerate left the context with unsaved changes, which would pile up in "
            + "memory. Save in the block, or pass allowEscapingMutations: true.")
      }
    }
  }

  // MARK: Deleting

  /// Marks all matching models for deletion; models that are not in memory are marked by their keys
  /// only.
  func delete<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>?, _ includesSubclasses: Bool
  ) throws {
    guard let entity = store.layout.index(of: T.self) else {
      throw SwiftDataError.notInSchema(T.self)
    }
    let matches = try matches(FetchDescriptor<T>(predicate: predicate))
    var keys = matches.keys
    if let custom = store.custom { try loadRows(keys.filter { $0 > 0 }, entity, custom) }
    if !includesSubclasses, store.layout.families[entity].count > 1 {
      let entities = try read { try store.entities(of: keys, entity: entity, $0) }
      keys.removeAll {
        (matches.models[$0].map { Int($0._$state.entity) } ?? entities[$0]) != entity
      }
    }
    // Undo needs the values.
    let recorded = try undo == nil ? [] : loaded(T.self, keys: keys.filter { $0 > 0 })
    defer { withExtendedLifetime(recorded) {} }
    for key in keys {
      if let model = matches.models[key] ?? registered(entity: entity, key: key) as? T {
        delete(model)
      } else {
        deletedKeys[store.layout.roots[entity], default: []].insert(key)
      }
    }
    recordBatchDeletion(type, predicate, includesSubclasses, entity, keys)
    if observesPendingChanges && hasChanges { pendingChangesDidChange() }
  }

  /// The models that the next save deletes, including those that were not in memory.
  var allDeleted: [any PersistentModel] {
    for (entity, keys) in deletedKeys {
      for key in keys.sorted() { _ = model(store.layout.entities[entity].type, key: key) }
    }
    return deleted
  }

  /// Marks a newly loaded model as deleted if its key is pending deletion.
  func applyPendingDeletion(_ model: some PersistentModel) {
    guard !deletedKeys.isEmpty,
      deletedKeys[store.layout.roots[Int(model._$state.entity)]]?.remove(model._$state.key) != nil
    else { return }
    model._$state.flags.insert(.deleted)
    pendingDeletes.append(model)
  }
}
