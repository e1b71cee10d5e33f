// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Writes all pending work; inside a transaction without committing.
  func save() throws {
    try throwRefusal()
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
    if transaction != nil {
      try block()
      try save()
      return
    }
    wroteInTransaction = false
    historyParts = 0
    filesOfTransaction = []
    obsoleteFilesOfTransaction = []
    insertedInTransaction = []
    changesOfTransaction = SavedChanges()
    pendingGeneration = nil
    do {
      try store.write { connection in
        transaction = connection
        defer { transaction = nil }
        try block()
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

  /// Runs the function of a migration's stage and saves, inside the migration's transaction.
  ///
  /// The files of its saves are settled with those of the whole migration.
  func migrating(_ files: MigrationFiles, _ block: () throws -> Void) throws {
    defer { files.add(filesOfTransaction, obsolete: obsoleteFilesOfTransaction) }
    try store.write { connection in
      transaction = connection
      defer { transaction = nil }
      try block()
      try save()
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

  /// Keys that a flush inside a transaction gave to new models.
  struct NewKeys {
    let entity: Int
    let first: Int64
    let count: Int
  }
}
