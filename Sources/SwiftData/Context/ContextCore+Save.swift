// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Writes all pending work; inside a transaction without committing.
  func save() throws {
    try throwRefusal()
    try vanished.check()
    guard hasChanges else { return }
    verifyRelationships()
    NotificationCenter.default.post(name: ModelContext.willSave, object: context)
    if transaction != nil {
      try flush()
      return
    }
    let batch = SaveBatch(self)
    pendingGeneration = nil
    try batch.undoingOnFailure {
      try store.write { connection in
        try batch.write(connection)
        try record(batch.changes, try countCommit(connection), connection)
      }
    }
    batch.finish(releasing: false)
    didCommit(batch.changes)
  }

  /// Carries out what changes of long to-many relationships in place left undiscovered.
  private func verifyRelationships() {
    func verify(_ models: [any PersistentModel]) {
      for model in models where store.hasToManyRelationships(entity: Int(model._$state.entity)) {
        for relationship in ModelDescription.of(type(of: model)).relationships
        where relationship.access.isToMany {
          relationship.access.verify(model, relationship.index)
        }
      }
    }
    guard store.hasToManyRelationships else { return }
    verify(inserted)
    verify(changed)
  }

  /// Writes all pending work into the running transaction and lets go of the models.
  private func flush() throws {
    guard let transaction else { return }
    let batch = SaveBatch(self)
    try batch.undoingOnFailure {
      try transaction.savepoint {
        try batch.write(transaction)
        try recordPart(batch.changes, transaction)
      }
    }
    filesOfTransaction.append(batch.files)
    obsoleteFilesOfTransaction += batch.obsoleteFiles
    insertedInTransaction += batch.groups.map {
      NewKeys(entity: $0.entity, first: $0.firstKey, count: $0.keyCount)
    }
    batch.finish(releasing: true)
    changesOfTransaction.append(batch.changes)
    wroteInTransaction = true
  }

  /// Runs a block and saves, in one transaction of the store.
  func transaction(_ block: () throws -> Void) throws {
    if transaction != nil { return try joinTransaction(block) }
    wroteInTransaction = false
    failureOfTransaction = nil
    deletedInTransaction = []
    defer { deletedInTransaction = [] }
    historyParts = 0
    filesOfTransaction = []
    obsoleteFilesOfTransaction = []
    insertedInTransaction = []
    changesOfTransaction = SavedChanges()
    pendingGeneration = nil
    do {
      try store.write { connection in
        try store.checkMigrations(connection)
        transaction = connection
        defer { transaction = nil }
        try block()
        if let failureOfTransaction { throw failureOfTransaction }
        try save()
        if wroteInTransaction { try recordParts(try countCommit(connection), connection) }
      }
    } catch {
      for files in filesOfTransaction { store.externalFiles.remove(files.names) }
      abandonTransaction()
      throw error
    }
    store.externalFiles.remove(obsoleteFilesOfTransaction)
    let changes = changesOfTransaction
    changesOfTransaction = SavedChanges()
    if wroteInTransaction { didCommit(changes) }
  }

  /// Runs a block as a part of the running transaction, which can't be committed if it fails.
  private func joinTransaction(_ block: () throws -> Void) throws {
    do {
      try block()
      try save()
    } catch {
      failureOfTransaction = failureOfTransaction ?? error
      throw error
    }
  }

  /// Runs the function of a migration's stage and saves, inside the migration's transaction.
  ///
  /// The files of its saves are settled with those of the whole migration. What they change is one
  /// transaction of the history.
  func migrating(_ files: MigrationFiles, _ block: () throws -> Void) throws {
    defer { files.add(filesOfTransaction, obsolete: obsoleteFilesOfTransaction) }
    try store.write { connection in
      transaction = connection
      defer { transaction = nil }
      try block()
      try save()
      if wroteInTransaction { try recordParts(try countCommit(connection), connection) }
    }
  }

  /// After a transaction that was rolled back: nothing pending, and every model in memory is read
  /// anew or, if its row was never committed, cut off.
  private func abandonTransaction() {
    rollback()
    guard wroteInTransaction else { return }
    for new in insertedInTransaction where hasModels(entity: new.entity) {
      for key in new.first..<new.first + Int64(new.count) {
        guard let model = registered(entity: new.entity, key: key) as? any PersistentModel else {
          continue
        }
        release(model)
      }
    }
    for (model, key) in deletedInTransaction { takeBack(model, key) }
    for (entity, _) in store.layout.entities.enumerated() {
      for model in registeredModels(entity: entity) { model._$state.flags.insert(.fault) }
    }
    // The keys were seen by the program: they are not to name other models later.
    try? store.write { connection in
      for new in insertedInTransaction {
        try connection.reserveKeys(
          of: store.layout.entities[new.entity].table, upTo: new.first + Int64(new.count) - 1,
          store: store.name)
      }
    }
  }

  /// Gives a model that was cut off, since its row was deleted, its row again.
  private func takeBack(_ model: some PersistentModel, _ key: Int64) {
    let entity = Int(model._$state.entity)
    let isNew = insertedInTransaction.contains {
      store.layout.roots[$0.entity] == store.layout.roots[entity]
        && ($0.first..<$0.first + Int64($0.count)).contains(key)
    }
    if isNew || model._$state.core != nil || registered(entity: entity, key: key) != nil { return }
    model._$state.core = self
    model._$state.key = key
    model._$state.flags.remove(.gone)
    register(model)
  }

  /// Keys that a flush inside a transaction gave to new models.
  struct NewKeys {
    let entity: Int
    let first: Int64
    let count: Int
  }
}
