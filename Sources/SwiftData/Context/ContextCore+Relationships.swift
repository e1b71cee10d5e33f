// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  // MARK: One owner

  /// The target of a to-one relationship with a key.
  @usableFromInline
  package static func target<Target: PersistentModel>(
    of owner: some PersistentModel, index: Int, key: Int64
  ) -> Target? {
    guard let core = owner._$state.core, let entity = core.store.layout.index(of: Target.self)
    else { return nil }
    if let known = core.registered(entity: entity, key: key) {
      guard let target = core.model(known, as: Target.self, entity: entity) else { return nil }
      core.retainRecentlyUsed(target)
      return target
    }
    core.loadAhead(Target.self, entity: entity, key: key, from: owner, index)
    let target = core.model(Target.self, entity: entity, key: key)
    core.retainRecentlyUsed(target)
    return target
  }

  /// Loads the targets of the models that follow an owner by key together with its own target,
  /// because a program that reads one model's relationship often reads the next one's.
  private func loadAhead<Target: PersistentModel>(
    _ type: Target.Type, entity: Int, key: Int64, from owner: some PersistentModel, _ index: Int
  ) {
    guard context != nil,
      let relationship = ModelDescription.of(Swift.type(of: owner)).relationship(at: index)
    else { return }
    let owners = Int(owner._$state.entity)
    // The key is a parameter because the owner's relationship may be about to be set.
    var keys = [key]
    var absent = 0
    for next in owner._$state.key + 1...owner._$state.key + 64 {
      guard let other = registered(entity: owners, key: next) as? any PersistentModel,
        !other._$state.has(.fault), isModel(other, with: relationship)
      else {
        absent += 1
        if absent > 8 { break }
        continue
      }
      let key = relationship.access.storedKey(in: other)
      if key > 0, !keys.contains(key), registered(entity: entity, key: key) == nil {
        keys.append(key)
      }
    }
    // A single target is loaded on access.
    if keys.count < 2 { return }
    do {
      try load(Target.self, entity: entity, keys: keys) { retainRecentlyUsed($0) }
    } catch {
      recordLoadError(error)
    }
  }

  /// The targets of a to-many relationship: the stored targets with the pending changes applied.
  @usableFromInline
  package static func targets<Target: PersistentModel>(
    of owner: some PersistentModel, index: Int, additions: [Target]
  ) -> LoadedTargets<Target> {
    guard let core = owner._$state.core, owner._$state.key > 0 else {
      return LoadedTargets(objects: [], settled: 0)
    }
    do {
      return try core.loadTargets(of: owner, index: index, additions)
    } catch {
      core.recordLoadError(error)
      return LoadedTargets(objects: [], settled: 0)
    }
  }

  private func loadTargets<Target: PersistentModel>(
    of owner: some PersistentModel, index: Int, _ additions: [Target]
  ) throws -> LoadedTargets<Target> {
    let owners = Int(owner._$state.entity)
    guard let entity = store.layout.index(of: Target.self),
      let statements = store.relationship(entity: owners, property: index)
    else { return LoadedTargets(objects: [], settled: 0) }
    try store.custom?.prepareTargets(
      of: CollectionOfOne(owner._$state.key), entity: owners, property: index, for: self)
    let number = store.statements[entity].nextColumn
    var targets = NumberedTargets<Target>()
    try read { connection in
      let statement = try connection.statement(statements.select)
      defer { sqlite3_reset(statement) }
      sqlite3_bind_int64(statement, 1, owner._$state.key)
      try models(Target.self, entity: entity, statement: statement, connection) { target in
        targets.append(target, sqlite3_column_double(statement, number))
        return true
      }
    }
    let loaded = reconcile(
      targets.inOrder(), additions, with: owner, index: index)
    trackLoaded(owner, index)
    return loaded
  }

  /// The stored targets without moved or deleted ones, plus the pending additions.
  private func reconcile<Target: PersistentModel>(
    _ stored: [Target], _ additions: [Target], with owner: some PersistentModel, index: Int
  ) -> LoadedTargets<Target> {
    if !hasChanges { return LoadedTargets(objects: stored, settled: stored.count) }
    let description = ModelDescription.of(type(of: owner))
    guard let relationship = description.relationship(at: index),
      let inverse = description.inverse(of: relationship)
    else {
      let remaining = stored.filter { !$0._$state.has(.deleted) }
      if remaining.count < stored.count, let relationship = description.relationship(at: index) {
        provisional.append((owner, relationship))
      }
      return LoadedTargets(objects: remaining, settled: remaining.count)
    }
    let bit = _ModelState.bit(inverse.index)
    func pointsHere(_ target: Target) -> Bool {
      if inverse.access.objects(in: target).contains(where: { $0 === owner }) { return true }
      return inverse.access.storedKey(in: target) == owner._$state.key
    }
    let isToMany = inverse.isToMany
    var targets = stored.filter { target in
      if target._$state.has(.deleted) { return false }
      if target._$state.changes & bit == 0 { return true }
      // A to-many relationship that is not loaded has lost no targets.
      return isToMany && !inverse.access.isLoaded(in: target) || pointsHere(target)
    }
    let settled = targets.count
    if settled < stored.count { provisional.append((owner, relationship)) }
    var seen = Set(targets.map(ObjectIdentifier.init))
    for target in additions
    where !target._$state.has(.deleted) && seen.insert(ObjectIdentifier(target)).inserted {
      targets.append(target)
    }
    return LoadedTargets(objects: targets, settled: settled)
  }

  // MARK: Many owners

  /// Loads relationships of several fetched models together, and retains the targets until the next
  /// prefetch.
  func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of models: [T]) throws {
    if keyPaths.isEmpty || models.isEmpty { return }
    prefetched = []
    guard let entity = store.layout.index(of: T.self) else { return }
    let layout = store.layout.entities[entity]
    for keyPath in keyPaths {
      // A prefetching key path that is no relationship is ignored.
      guard let index = layout.indexByKeyPath[keyPath],
        let relationship = ModelDescription.of(T.self).relationship(at: index)
      else { continue }
      try prefetch(relationship, of: models, target: relationship.target)
    }
  }

  private func prefetch<T: PersistentModel, Target: PersistentModel>(
    _ relationship: ModelDescription.Relationship, of models: [T], target: Target.Type
  ) throws {
    guard let entity = store.layout.index(of: Target.self),
      let owners = store.layout.index(of: T.self)
    else { return }
    guard let statements = store.relationship(entity: owners, property: relationship.index) else {
      return try prefetchTargets(Target.self, entity: entity, relationship, of: models)
    }
    let waiting = models.filter {
      $0._$state.key > 0 && !relationship.access.isLoaded(in: $0) && $0._$state.core === self
    }
    raiseLoadedLimit(for: waiting.count)
    try store.custom?.prepareTargets(
      of: waiting.map { $0._$state.key }, entity: owners, property: relationship.index, for: self)
    for start in stride(from: 0, to: waiting.count, by: 512) {
      let chunk = waiting[start..<Swift.min(start + 512, waiting.count)]
      let targets: [Int64: NumberedTargets<Target>] = try loadTargets(
        of: chunk.map { $0._$state.key }, entity: entity, statements)
      for owner in chunk {
        let stored = targets[owner._$state.key]?.inOrder() ?? []
        let additions = relationship.access.additions(in: owner).compactMap { $0 as? Target }
        relationship.access.install(
          reconcile(stored, additions, with: owner, index: relationship.index), in: owner)
        trackLoaded(owner, relationship.index)
      }
    }
  }

  private func loadTargets<Target: PersistentModel>(
    of owners: [Int64], entity: Int, _ statements: RelationshipSQL
  ) throws -> [Int64: NumberedTargets<Target>] {
    let number = store.statements[entity].nextColumn
    var found: [Int64: NumberedTargets<Target>] = [:]
    var current = NumberedTargets<Target>()
    var owner: Int64 = 0
    try read { connection in
      let statement = try connection.statement(statements.selectMany, SQLValue.jsonList(owners))
      defer { sqlite3_reset(statement) }
      try models(Target.self, entity: entity, statement: statement, connection) { target in
        let key = sqlite3_column_int64(statement, number + 1)
        if key != owner {
          // The rows of one owner are usually consecutive.
          if owner != 0 { found[owner] = current }
          current = found[key] ?? NumberedTargets()
          owner = key
        }
        current.append(target, sqlite3_column_double(statement, number))
        return true
      }
    }
    if owner != 0 { found[owner] = current }
    return found
  }

  /// Loads the targets of a to-one relationship that are not in memory.
  private func prefetchTargets<Target: PersistentModel>(
    _ type: Target.Type, entity: Int, _ relationship: ModelDescription.Relationship,
    of models: [some PersistentModel]
  ) throws {
    var wanted: [Int64] = []
    var seen: Set<Int64> = []
    for model in models {
      let key = relationship.access.storedKey(in: model)
      guard key > 0, seen.insert(key).inserted else { continue }
      if let known = registered(entity: entity, key: key) as? Target {
        prefetched.append(known)
        if !known._$state.has(.fault) { continue }
      }
      wanted.append(key)
    }
    try load(Target.self, entity: entity, keys: wanted) { prefetched.append($0) }
  }

  /// Loads the rows with the given keys, in no particular order.
  func load<T: PersistentModel>(
    _ type: T.Type, entity: Int, keys: [Int64], _ body: (T) throws -> Void
  ) throws {
    if let custom = store.custom { try loadRows(keys, entity, custom) }
    for start in stride(from: 0, to: keys.count, by: 1024) {
      let list = SQLValue.jsonList(keys[start..<Swift.min(start + 1024, keys.count)])
      try read { connection in
        let statement = try connection.statement(store.statements[entity].selectByKeys, list)
        defer { sqlite3_reset(statement) }
        try models(T.self, entity: entity, statement: statement, connection) { model in
          try body(model)
          return true
        }
      }
    }
  }

  // MARK: Unloading

  /// Tracks a loaded to-many relationship that may be part of a retain cycle.
  ///
  /// Two models that retain each other would live as long as the context. Therefore, when many such
  /// relationships are loaded, those without pending changes are unloaded; the ones still in use
  /// are loaded again on access.
  func trackLoaded(_ owner: some PersistentModel, _ index: Int) {
    let entity = Int(owner._$state.entity)
    guard store.mayFormRetainCycle(entity: entity, property: index), owner._$state.key > 0 else {
      return
    }
    let entry = LoadedRelationship(entity: entity, key: owner._$state.key, property: index)
    // The relationship that is being loaded must stay.
    if loaded.count >= loadedLimit { unloadRelationships(except: entry) }
    loaded.append(entry)
  }

  /// Raises the limit so that `count` more relationships can be loaded before any are unloaded.
  private func raiseLoadedLimit(for count: Int) {
    loadedLimit = Swift.max(loadedLimit, loaded.count + count + Self.loadedMinimum)
  }

  private func unloadRelationships(except one: LoadedRelationship) {
    let all = loaded
    loaded = []
    for entry in all where entry != one {
      guard let owner = registered(entity: entry.entity, key: entry.key) as? any PersistentModel
      else { continue }
      if owner.hasChanges {
        loaded.append(entry)
      } else {
        ModelDescription.of(type(of: owner)).relationship(at: entry.property)?
          .access.unload(in: owner)
      }
    }
    loadedLimit = Swift.max(Self.loadedMinimum, 2 * loaded.count)
  }

  static var loadedMinimum: Int { 1024 }

  /// A to-many relationship that is loaded and may be part of a cycle.
  struct LoadedRelationship: Equatable {
    let entity: Int
    let key: Int64
    let property: Int
  }
}

/// Loaded targets with their order numbers.
private struct NumberedTargets<Target: PersistentModel> {
  private var targets: [Target] = []
  private var numbers: [Double] = []
  private var isInOrder = true

  mutating func append(_ target: Target, _ number: Double) {
    if let last = numbers.last, last > number { isInOrder = false }
    targets.append(target)
    numbers.append(number)
  }

  func inOrder() -> [Target] {
    if isInOrder { return targets }
    return targets.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { targets[$0] }
  }
}
