// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// Migrates a store to the program's models: all stages in one transaction, after a backup.
struct StoreMigrator {
  let url: URL
  /// The store's name in error messages.
  let name: String
  let layout: StoreLayout
  let text: String
  let migration: StoreMigration
  let lockTimeout: Double
  let history: ModelConfiguration.History

  /// Migrates the store unless another process has done so; requires the writer lock.
  func run() throws {
    let queue = try Store.openForMigration(url, lockTimeout: lockTimeout)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { database in
      var backup: StoreBackup?
      let files = MigrationFiles(ExternalFiles(store: url))
      var isCommitting = false
      do {
        try database.inTransaction(.immediate) {
          try migrate(database, queue, files, &backup)
          isCommitting = true
          return .commit
        }
      } catch {
        if isCommitting, !supersedesFailedCommit(database) {
          files.leave()
        } else {
          files.undo()
          try undo(database, backup, error)
        }
        throw error
      }
      files.finish()
      backup?.remove()
      _ = try? database.checkpoint(.truncate)
    }
  }

  /// Whether a read-only store would need a migration to be used with the models.
  ///
  /// False if the models differ only in ways that change no table.
  func isNeeded(_ known: StoreState.Known, _ database: Database) throws -> Bool {
    let structure = try DatabaseStructure(database)
    let path = try MigrationPath(known, structure, to: target, migration, store: name) {
      try known.schema.hasRows(database)
    }
    if path.steps.contains(where: { $0.stage?.isCustom == true }) { return true }
    let change = try SchemaChange(
      from: known.schema, structure, to: layout, StoreState.structure(of: layout), store: name,
      defaults: DefaultValues(database))
    for step in path.steps { try checkLosses(of: change, step, database) }
    return !change.isEmpty
  }

  /// Throws an error if a step would drop data without permission.
  fileprivate func checkLosses(
    of change: SchemaChange, _ step: MigrationPath.Step, _ database: Database
  ) throws {
    guard let version = step.keptVersion else { return }
    try change.checkDroppedEntities(version, database)
    if try SchemaHistory(database).contains(text) {
      try change.checkDroppedValues(version, database)
    }
  }

  private var target: MigrationPath.Version {
    // The layout already contains the models of the container's schema.
    MigrationPath.Version(
      schema: Schema(layout.entities.map(\.type), version: migration.version), layout: layout)
  }

  /// Runs all stages, inside the transaction.
  private func migrate(
    _ database: Database, _ queue: DatabaseQueue, _ files: MigrationFiles,
    _ backup: inout StoreBackup?
  ) throws {
    guard case .different(let known) = try StoreState(database, text, migration, name) else {
      return
    }
    try DerivedIndexes.removeSortKeys(database)
    let structure = try DatabaseStructure(database)
    let path = try MigrationPath(known, structure, to: target, migration, store: name) {
      try known.schema.hasRows(database)
    }
    let reporter = MigrationReporter(migration.report, url: url, stageCount: path.steps.count)
    FileFunctions.register(files, in: database)
    ConversionFunction.register(in: database)
    let run = MigrationRun(
      migrator: self, database: database, queue: queue, files: files, reporter: reporter,
      opened: known.opened)
    try run.run(path, from: known.schema, structure, &backup)
  }

  fileprivate func finish(_ database: Database) throws {
    try StoreState.remember(text, migration.version, database)
    // Other programs that have the store open detect that their models are outdated.
    try database.execute(sql: HistorySQL.countMigration)
    try database.execute(sql: "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = ''")
  }

  /// Verifies, after a failure, that SQLite rolled back; otherwise restores the backup.
  private func undo(_ database: Database, _ backup: StoreBackup?, _ error: any Error) throws {
    guard let backup else { return }
    if isSound(database) { return backup.remove() }
    do {
      try backup.restore(database)
    } catch let failure {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "The migration of \(name) failed (\(error)) and damaged it, and the backup could not be "
          + "restored (\(failure)). The store's previous state is in "
          + "\(backup.url.path(percentEncoded: false)). Copy that file over the store when the "
          + "disk works again.")
    }
    backup.remove()
  }

  /// Supersedes a commit that failed in its last write and may still have reached the disk.
  ///
  /// - Returns: False if the disk does not accept another commit.
  private func supersedesFailedCommit(_ database: Database) -> Bool {
    do {
      try database.inTransaction(.immediate) {
        try database.execute(sql: "UPDATE _cairn_sequence SET last = last WHERE entity = ''")
        return .commit
      }
      return true
    } catch {
      return false
    }
  }

  private func isSound(_ database: Database) -> Bool {
    if database.isInsideTransaction { return false }
    return (try? String.fetchOne(database, sql: "PRAGMA quick_check(1)")) == "ok"
  }
}

/// One running migration.
private struct MigrationRun {
  let migrator: StoreMigrator
  let database: Database
  let queue: DatabaseQueue
  let files: MigrationFiles
  let reporter: MigrationReporter
  let opened: StoreState.Opened

  func run(
    _ path: MigrationPath, from schema: StoredSchema, _ structure: DatabaseStructure,
    _ backup: inout StoreBackup?
  ) throws {
    var (schema, structure) = (schema, structure)
    for (index, step) in path.steps.enumerated() {
      reporter.begin(stage: index + 1, version: step.to.number)
      // Finds changes that can't be inferred before anything is changed.
      let change = try SchemaChange(
        from: schema, structure, to: step.to.layout, StoreState.structure(of: step.to.layout),
        store: migrator.name, defaults: DefaultValues(database))
      try migrator.checkLosses(of: change, step, database)
      // Also finds rows that prevent the change, unless the stage's code can fix them.
      if step.stage?.willMigrate == nil { try check(change, step) }
      if backup == nil, !change.isEmpty || step.stage?.isCustom == true {
        reporter.report(.backingUp, part: 0)
        backup = try StoreBackup(of: migrator.url)
      }
      if let hook = step.stage?.willMigrate, let from = step.from {
        reporter.report(.preparing, part: 0)
        try run(hook, from, "willMigrate")
        try check(change, step)
      }
      try change.run(database, files) { table, part in
        reporter.report(.changing(table), part: 0.1 + 0.8 * part)
      }
      try HistoryMigration(change).run(database)
      schema = StoredSchema(step.to.layout)
      structure = try DatabaseStructure(database)
      if let hook = step.stage?.didMigrate {
        reporter.report(.finishing, part: 0.9)
        try run(hook, step.to, "didMigrate")
      }
    }
    try migrator.finish(database)
    reporter.report(.committing, part: 1)
  }

  /// Throws an error if rows prevent a step.
  private func check(_ change: SchemaChange, _ step: MigrationPath.Step) throws {
    try change.check(database)
    if change.reinterpretations.isEmpty { return }
    let store = Store(
      migrating: step.to.layout, name: migrator.name, opened: opened, database: queue,
      files: files.files, recorder: nil)
    defer { store.close() }
    try change.checkValues(database, store)
  }

  /// Runs a stage's function on a context with a version's models.
  private func run(
    _ hook: @Sendable (ModelContext) throws -> Void, _ version: MigrationPath.Version,
    _ role: String
  ) throws {
    let store = Store(
      migrating: version.layout, name: migrator.name, opened: opened, database: queue,
      files: files.files,
      recorder: try Store.recorder(
        migrating: database, version.layout, migrator.history, migrator.name))
    defer { store.close() }
    // Models of other stores get an empty store in memory.
    let others = version.schema.models.filter { version.layout.index(of: $0) == nil }
    var stores = [store]
    if !others.isEmpty {
      stores.append(
        try Store(
          layout: StoreLayout(models: others, of: version.schema), url: nil, allowsSave: true))
    }
    let container = ModelContainer(ContainerCore(migrating: version.schema, stores))
    let context = ModelContext(container)
    try context.migrating(files) { try hook(context) }
    let wrong = try Row.fetchOne(
      database, sql: "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1")
    if let wrong {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "After \(role) of the stage for version \(version.number), \(wrong[0] as String) refers to "
          + "a \(wrong[1] as String) that does not exist. Nothing in \(migrator.name) was changed.")
    }
  }
}

extension MigrationStage {
  var isCustom: Bool { willMigrate != nil || didMigrate != nil }
}

extension ModelContext {
  /// Runs a stage's function and saves the context's unsaved changes.
  fileprivate func migrating(_ files: MigrationFiles, _ body: () throws -> Void) throws {
    try migrating(cores[...], files, body)
  }

  private func migrating(
    _ cores: ArraySlice<ContextCore>, _ files: MigrationFiles, _ body: () throws -> Void
  ) throws {
    guard let core = cores.first else { return try body() }
    try core.migrating(files) { try migrating(cores.dropFirst(), files, body) }
  }
}

extension ContextCore {
  /// Runs the function of a migration stage and saves, inside the migration's transaction.
  ///
  /// The external files of its saves are kept or removed with those of the whole migration. Its
  /// changes are one transaction of the history.
  fileprivate func migrating(_ files: MigrationFiles, _ block: () throws -> Void) throws {
    defer { files.add(running.files, obsolete: running.obsoleteFiles) }
    try store.write { connection in
      running.connection = connection
      defer { running.connection = nil }
      try block()
      try save()
      if running.hasWritten { try recordParts(try assignCommitNumber(connection), connection) }
    }
  }
}
