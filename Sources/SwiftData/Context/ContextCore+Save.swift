// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Writes all pending changes; inside a transaction it does not commit.
  func save() throws {
    defer { undo?.closeGroup() }
    try throwDeferredErrors()
    try remotelyDeleted.check()
    guard hasChanges else {
      undo?.registerUndo()
      return
    }
    verifyRelationships()
    postWillSave()
    undo?.registerUndo()
    // An observer may set another undo manager.
    let recorder = undo
    recorder?.suspend()
    defer { recorder?.resume() }
    if transaction != nil {
      try flush()
      return
    }
    let batch = try store.lockingCustomStore {
      try store.custom?.prepareSave(self)
      let batch = SaveBatch(self)
      pendingGeneration = nil
      try batch.undoingOnFailure {
        try store.write { connection in
          store.custom?.begin()
          try batch.write(connection)
          try store.custom?.commit(batch, self, connection)
          try record(batch.changes, try assignCommitNumber(connection), connection)
        }
      }
      store.custom?.end()
      return batch
    }
    batch.finish(releasing: false)
    didCommit(batch.changes)
  }

  private func postWillSave() {
    func post() { NotificationCenter.default.post(name: ModelContext.willSave, object: context) }
    if transaction == nil { usage.pausing(post) } else { post() }
  }

  /// Finds in-place changes of long to-many relationships that were not yet detected.
  private func verifyRelationships() {
    func verify(_ models: [any PersistentModel]) {
      for model in models where store.hasToManyRelationships(entity: Int(model._$state.entity)) {
        for relationship in ModelDescription.of(type(of: model)).relationships
        where relationship.isToMany {
          relationship.access.verify(in: model, index: relationship.index)
        }
      }
    }
    guard store.hasToManyRelationships else { return }
    verify(inserted)
    verify(changed)
  }

  /// Writes all pending changes into the running transaction and releases the models.
  private func flush() throws {
    guard let transaction else { return }
    try store.custom?.prepareSave(self)
    let batch = SaveBatch(self)
    try batch.undoingOnFailure {
      try transaction.savepoint {
        try batch.write(transaction)
        store.custom?.register(batch)
        try recordPart(batch.changes, transaction)
      }
    }
    running.files.append(batch.files)
    running.obsoleteFiles += batch.obsoleteFiles
    running.inserted += batch.groups.map {
      RunningTransaction.NewKeys(entity: $0.entity, first: $0.firstKey, count: $0.keyCount)
    }
    store.custom?.holdUnsent(batch.changes)
    batch.finish(releasing: true)
    running.changes.append(batch.changes)
    running.hasWritten = true
  }

  /// Runs a block and saves, in one transaction of the store.
  func transaction(_ block: () throws -> Void) throws {
    if transaction != nil { return try joinTransaction(block) }
    running = RunningTransaction()
    defer { running.deleted = [] }
    pendingGeneration = nil
    do {
      try store.lockingCustomStore {
        defer { store.custom?.end() }
        do {
          try store.write { try run(block, $0) }
        } catch {
          store.custom?.didRollBack()
          throw error
        }
      }
    } catch {
      for files in running.files { store.externalFiles.remove(files.names) }
      abandonTransaction()
      throw error
    }
    store.externalFiles.remove(running.obsoleteFiles)
    let changes = running.changes
    running.changes = SavedChanges()
    if running.hasWritten { didCommit(changes) }
  }

  /// Runs a block and saves its changes, in the transaction of a connection.
  private func run(_ block: () throws -> Void, _ connection: Store.Connection) throws {
    try store.checkMigrations(connection)
    running.connection = connection
    store.custom?.begin()
    defer { running.connection = nil }
    try block()
    if let failure = running.failure { throw failure }
    try save()
    if let custom = store.custom, running.hasWritten {
      running.changes = try custom.commit(running.changes, self, connection)
    }
    if running.hasWritten { try recordParts(try assignCommitNumber(connection), connection) }
  }

  /// Runs a block as part of the running transaction, which cannot commit if the block fails.
  private func joinTransaction(_ block: () throws -> Void) throws {
    do {
      try block()
      try save()
    } catch {
      running.failure = running.failure ?? error
      throw error
    }
  }

  /// Restores memory after a rollback: pending changes are discarded, saved models are reloaded on
  /// access, and models that were never committed are detached.
  private func abandonTransaction() {
    rollback()
    guard running.hasWritten else { return }
    for new in running.inserted where hasModels(entity: new.entity) {
      for key in new.first..<new.first + Int64(new.count) {
        guard let model = registered(entity: new.entity, key: key) as? any PersistentModel else {
          continue
        }
        release(model)
      }
    }
    for (model, key) in running.deleted { reattach(model, key) }
    partial = [:]
    for (entity, _) in store.layout.entities.enumerated() {
      for model in registeredModels(entity: entity) { model._$state.flags.insert(.fault) }
    }
    // The program has seen these keys, so they must not be assigned to other models.
    try? store.write { connection in
      for new in running.inserted {
        try connection.reserveKeys(
          of: store.layout.entities[new.entity].table, upTo: new.first + Int64(new.count) - 1,
          store: store.name)
      }
    }
  }

  /// Reattaches a detached model whose deletion was rolled back.
  private func reattach(_ model: some PersistentModel, _ key: Int64) {
    let entity = Int(model._$state.entity)
    let isNew = running.inserted.contains {
      store.layout.roots[$0.entity] == store.layout.roots[entity]
        && ($0.first..<$0.first + Int64($0.count)).contains(key)
    }
    if isNew || model._$state.core != nil || registered(entity: entity, key: key) != nil { return }
    model._$state.core = self
    model._$state.key = key
    model._$state.flags.remove(.gone)
    model._$state.flags.formUnion(loadedFlags)
    register(model)
  }
}

/// The state of a context's transaction.
///
/// A new transaction replaces it as a whole. The files stay after the end of a transaction, because
/// the journal of its saves is removed with the last reference to them.
struct RunningTransaction {
  /// The connection of the transaction; nil if none is running.
  var connection: Store.Connection?
  /// Whether a flush has written changes.
  var hasWritten = false
  /// The number of parts that were written to the history.
  var historyParts = 0
  /// Models that were detached because their rows were deleted, and their keys.
  var deleted: [(model: any PersistentModel, key: Int64)] = []
  /// The keys of new models.
  var inserted: [NewKeys] = []
  /// The error of a nested transaction, after which neither is committed.
  var failure: (any Error)?
  /// The external files of each flush.
  var files: [ExternalFiles.Batch] = []
  /// External files that no row refers to after the commit.
  var obsoleteFiles: [String] = []
  /// The changes of all flushes.
  var changes = SavedChanges()

  /// The keys that a flush assigned to new models.
  struct NewKeys {
    let entity: Int
    let first: Int64
    let count: Int
  }
}

extension ContextCore {
  /// Records the changes of a commit in the history, inside the commit's own transaction.
  func record(_ changes: SavedChanges, _ number: Int64, _ connection: Store.Connection) throws {
    try store.recorder?.record(changes, number: number, author: author, connection)
  }

  /// Records the changes of a flush inside a transaction.
  func recordPart(_ changes: SavedChanges, _ connection: Store.Connection) throws {
    let isWritten = try store.recorder?.recordPart(
      changes, number: commitNumber(connection), part: running.historyParts, connection)
    if isWritten == true { running.historyParts += 1 }
  }

  /// Records the transaction whose parts were recorded before.
  func recordParts(_ number: Int64, _ connection: Store.Connection) throws {
    if running.historyParts == 0 { return }
    try store.recorder?.recordParts(number: number, author: author, connection)
  }

  /// Preserves the values of rows that are about to be deleted, given as a JSON list of keys.
  func preserve(
    _ keys: @autoclosure () -> String, entity: Int, _ connection: Store.Connection
  ) throws {
    try store.custom?.willDelete(keys(), entity: entity, store, connection)
    try store.recorder?.preserve(
      keys(), entity: entity, in: store, number: { try commitNumber(connection) }, connection)
  }

  /// The number that the commit of the running transaction will have.
  private func commitNumber(_ connection: Store.Connection) throws -> Int64 {
    try connection.cachedInteger(HistorySQL.last, store: store.name) + 1
  }
}
