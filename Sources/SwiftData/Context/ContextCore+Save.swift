// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Writes all pending work; inside a transaction without committing.
  func save() throws {
    try throwRefusal()
    guard hasChanges else { return }
    NotificationCenter.default.post(name: ModelContext.willSave, object: context)
    if transaction != nil {
      try flush()
      return
    }
    let batch = SaveBatch(self)
    var isSuccess = false
    defer { endCommit(isSuccess: isSuccess) }
    try batch.undoingOnFailure {
      try store.write { connection in
        try batch.write(connection)
        try countCommit(connection)
      }
    }
    isSuccess = true
    batch.finish(releasing: false)
    didCommit()
  }

  /// Writes all pending work into the running transaction and lets go of the models.
  private func flush() throws {
    guard let transaction else { return }
    let batch = SaveBatch(self)
    try batch.undoingOnFailure {
      try transaction.savepoint { try batch.write(transaction) }
    }
    filesOfTransaction.append(batch.files)
    obsoleteFilesOfTransaction += batch.obsoleteFiles
    batch.finish(releasing: true)
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
    filesOfTransaction = []
    obsoleteFilesOfTransaction = []
    do {
      try store.write { connection in
        transaction = connection
        defer { transaction = nil }
        try block()
        try save()
        if wroteInTransaction { try countCommit(connection) }
      }
      endCommit(isSuccess: true)
    } catch {
      endCommit(isSuccess: false)
      for files in filesOfTransaction { store.externalFiles.remove(files.names) }
      abandonTransaction()
      throw error
    }
    store.externalFiles.remove(obsoleteFilesOfTransaction)
    if wroteInTransaction { didCommit() }
  }

  /// After a transaction that was rolled back: nothing pending, and every model in memory is read
  /// anew or, if its row was never committed, cut off.
  private func abandonTransaction() {
    rollback()
    guard wroteInTransaction else { return }
    for (index, _) in store.layout.entities.enumerated() {
      for model in registeredModels(entity: index) { model._$state.flags.insert(.fault) }
    }
  }

  private func didCommit() {
    container.didCommit()
    NotificationCenter.default.post(name: ModelContext.didSave, object: context)
  }
}
