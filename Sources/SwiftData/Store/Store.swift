// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import GRDBSQLite
import Synchronization

/// One SQLite database with the tables of a layout.
///
/// GRDB manages connections, the reader pool, transactions and lock waits; rows are bound and read
/// through SQLite's C functions on GRDB's statements.
package final class Store: Sendable {
  let layout: StoreLayout
  let statements: [EntitySQL]
  /// The statements of the to-many relationships, by entity and property.
  private let relationshipStatements: [[RelationshipSQL?]]
  /// The statements that redirect references to a row of each entity to another row.
  let incoming: [InboundReferenceSQL]
  /// The relationships of each entity with a minimum or maximum count.
  let bounds: [[CountSQL]]
  /// Whether each relationship can be part of a retain cycle, by entity and property.
  private let cycles: [[Bool]]
  private let holders: [[(entity: Int, relationship: ModelDescription.Relationship)]]
  /// The to-one relationships of each entity whose rows are ordered among their siblings.
  let moves: [[Move]]
  /// The traits that are checked for each saved model, by entity.
  private let traits: [Traits]
  let externalFiles: ExternalFiles
  let allowsSave: Bool
  /// The name in error messages: the file's path, or "in memory".
  let name: String
  /// The identifier of this store in persistent identifiers.
  let identifier: String
  /// The number of migrations when the store was opened.
  let migrations: Int64
  /// The current entity names by their names before migrations.
  let renamed: [String: String]
  /// The history recorder; nil for a read-only store.
  let recorder: HistoryRecorder?
  let historySchemas = HistorySchemas()
  /// The custom store whose rows this store caches, if there is one.
  let custom: CustomStore?
  private let database: any DatabaseWriter
  /// Limits writes to one at a time in this process, even if several containers have the store
  /// open.
  private let writerLock: WriterLock
  /// The number of seconds that a write waits for other writers.
  private let lockTimeout: Double
  /// The state of the migration stage that the store belongs to, if any.
  private let stage: StageState?
  private let isInvalidated = Atomic<Bool>(false)

  package convenience init(
    layout: StoreLayout, url: URL?, allowsSave: Bool, lockTimeout: Double = 30,
    history: ModelConfiguration.History = .kept, migration: StoreMigration = StoreMigration()
  ) throws {
    let name = url?.path(percentEncoded: false) ?? "in memory"
    let lock = WriterLock.of(url)
    let (database, opened, recorder) = try Self.translatingFileErrors(of: name) {
      let database = try Self.open(url, allowsSave: allowsSave, lockTimeout: lockTimeout)
      let opening = Opening(
        layout: layout, url: url, name: name, allowsSave: allowsSave, lockTimeout: lockTimeout,
        lock: lock, migration: migration, history: history)
      let opened = try opening.prepare(database)
      let recorder = allowsSave ? try Self.recorder(database, layout, history, name) : nil
      return (database, opened, recorder)
    }
    self.init(
      layout, name, opened, database, ExternalFiles(store: url), lock, recorder,
      allowsSave: allowsSave, lockTimeout: lockTimeout, stage: nil)
    if allowsSave { try removeLeftOverFiles() }
  }

  /// Opens the store for the models of one migration stage, inside the migration's transaction.
  convenience init(
    migrating layout: StoreLayout, name: String, opened: StoreState.Opened,
    database: any DatabaseWriter, files: ExternalFiles, recorder: HistoryRecorder?
  ) {
    self.init(
      layout, name, opened, database, files, WriterLock.of(nil), recorder, allowsSave: true,
      lockTimeout: 0, stage: StageState())
  }

  init(
    _ layout: StoreLayout, _ name: String, _ opened: StoreState.Opened,
    _ database: any DatabaseWriter,
    _ externalFiles: ExternalFiles, _ writerLock: WriterLock, _ recorder: HistoryRecorder?,
    allowsSave: Bool, lockTimeout: Double, stage: StageState?, custom: CustomStore? = nil
  ) {
    self.layout = layout
    self.name = name
    identifier = opened.identifier
    migrations = opened.migrations
    renamed = opened.renamed
    self.database = database
    self.externalFiles = externalFiles
    self.writerLock = writerLock
    self.allowsSave = allowsSave
    self.recorder = recorder
    self.lockTimeout = lockTimeout
    self.stage = stage
    self.custom = custom
    let statements = layout.entities.indices.map { EntitySQL(entity: $0, in: layout) }
    self.statements = statements
    relationshipStatements = layout.entities.map { entity in
      entity.properties.map { property in
        property.destination.flatMap { layout.index(of: $0.type) }
          .flatMap { RelationshipSQL(property, target: statements[$0]) }
      }
    }
    incoming = layout.entities.map { InboundReferenceSQL(to: $0, in: layout) }
    bounds = layout.entities.map { entity in
      entity.properties.compactMap { CountSQL($0, of: entity, in: layout) }
    }
    cycles = layout.cycles()
    holders = layout.oneWayHolders()
    moves = zip(layout.entities, statements).map { entity, statements in
      entity.properties.compactMap { property in
        statements.move(property).map { Move(property, in: layout, sql: $0) }
      }
    }
    traits = layout.entities.indices.map { [relationshipStatements, cycles, moves] entity in
      Traits(
        hasToMany: relationshipStatements[entity].contains { $0 != nil },
        mayFormRetainCycle: cycles[entity].contains(true), movesRows: !moves[entity].isEmpty)
    }
  }

  /// Whether a migration stage is over, so that its models are invalid.
  final class StageState: Sendable {
    fileprivate let isOver = Atomic<Bool>(false)
  }

  /// Invalidates the store of a migration stage and its models.
  func close() { stage?.isOver.store(true, ordering: .relaxed) }

  /// Rejects all further reads and writes, and closes the file.
  ///
  /// Inside of a write by this thread, the file is closed when the store is released.
  func invalidate() {
    isInvalidated.store(true, ordering: .relaxed)
    if writerLock.isOwnedByThisThread { return }
    // A statement in use delays the closing until the store is released.
    try? database.close()
  }

  /// Throws for a model or context that outlives its container's invalidation or its migration
  /// stage.
  private func checkStage() throws {
    if isInvalidated.load(ordering: .relaxed) {
      throw SwiftDataError.missingModelContext.withMessage(
        "\(name) was used after ModelContainer.invalidate(), which has closed it. Create a new "
          + "ModelContainer, and fetch the models in its contexts.")
    }
    guard let stage, stage.isOver.load(ordering: .relaxed) else { return }
    throw SwiftDataError.missingModelContext.withMessage(
      "A model or context of a migration stage of \(name) was used after it: copy the values that "
        + "you need inside the stage.")
  }

  private struct Traits {
    let hasToMany: Bool
    let mayFormRetainCycle: Bool
    let movesRows: Bool
  }

  /// Moves a row to the end of its new siblings when its owner changes.
  struct Move {
    let property: Int
    /// The statement, which returns the key of the previous owner.
    let sql: String
    /// The inverse to-many relationship.
    let owner: (entity: Int, property: Int)?

    init(_ property: PropertyLayout, in layout: StoreLayout, sql: String) {
      self.property = property.index
      self.sql = sql
      owner = property.inverse(in: layout)
    }
  }

  /// The statements of a to-many relationship.
  func relationship(entity: Int, property: Int) -> RelationshipSQL? {
    relationshipStatements[entity][property]
  }

  /// The to-many relationships without an inverse whose target is an entity, with their owners.
  func oneWayHolders(of entity: Int) -> [(
    entity: Int, relationship: ModelDescription.Relationship
  )] {
    holders[entity]
  }

  func mayFormRetainCycle(entity: Int, property: Int) -> Bool { cycles[entity][property] }

  func mayFormRetainCycle(entity: Int) -> Bool { traits[entity].mayFormRetainCycle }

  func hasToManyRelationships(entity: Int) -> Bool { traits[entity].hasToMany }

  /// True if rows of an entity can move to another owner.
  func movesRows(entity: Int) -> Bool { traits[entity].movesRows }

  /// True if an entity has a to-many relationship.
  var hasToManyRelationships: Bool { traits.contains(where: \.hasToMany) }

  // MARK: Access

  /// A connection, valid only inside the closure that receives it.
  struct Connection {
    fileprivate let database: Database

    /// The cached prepared statement of an SQL string.
    func statement(_ sql: String) throws -> OpaquePointer {
      let statement = try database.cachedStatement(sql: sql).sqliteStatement
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      return statement
    }

    /// Runs `body` with a statement that it has for itself, even while another with the same SQL is running.
    func reusingStatement<R>(_ sql: String, _ body: (OpaquePointer) throws -> R) throws -> R {
      try FrequentStatements.run(sql, database, body)
    }

    var handle: OpaquePointer? { database.sqliteConnection }

    /// Runs `body` inside a savepoint, which is rolled back if it throws.
    func savepoint(_ body: () throws -> Void) throws {
      try database.inSavepoint {
        try body()
        return .commit
      }
    }
  }

  /// Runs reads; each statement sees the last commit.
  func read<R>(_ body: (Connection) throws -> R) throws -> R {
    custom?.lock.lock()
    defer { custom?.lock.unlock() }
    try checkStage()
    return try explainingErrors {
      try Self.translatingErrors(of: name) {
        try database.unsafeReentrantRead { try body(Connection(database: $0)) }
      }
    }
  }

  /// Runs several reads in one snapshot, unaffected by commits of other connections.
  func readSnapshot<R>(_ body: (Connection) throws -> R) throws -> R {
    try read { connection in
      if connection.database.isInsideTransaction { return try body(connection) }
      var result: R?
      try connection.database.inTransaction(.deferred) {
        result = try body(connection)
        return .commit
      }
      guard let result else { throw SwiftDataError.storeFailure }
      return result
    }
  }

  /// Runs a save while no other context reads or writes a custom store, from its preparation to its
  /// end; at once in stores of SQLite.
  func lockingCustomStore<R>(_ save: () throws -> R) rethrows -> R {
    custom?.lock.lock()
    defer { custom?.lock.unlock() }
    return try save()
  }

  /// Writes in one transaction, which is rolled back if `body` throws.
  func write<R>(_ body: (Connection) throws -> R) throws -> R {
    guard allowsSave else {
      throw SwiftDataError.storeIsReadOnly.withMessage(
        "\(name) was opened for reading only (allowsSave is false).")
    }
    custom?.lock.lock()
    defer { custom?.lock.unlock() }
    try checkStage()
    return try explainingErrors {
      try writerLock.locked(timeout: lockTimeout, store: name) {
        try writeLocked(body)
      }
    }
  }

  /// Runs `body`; if it fails because another program has migrated the store, throws that error
  /// instead.
  private func explainingErrors<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as SwiftDataError where error != .storeWasMigrated {
      // An unreadable store fails for another reason.
      if stage == nil, let migrated = try? database.unsafeReentrantRead(migrated) { throw migrated }
      throw error
    }
  }

  /// Throws if another program has migrated the store since it was opened.
  func checkMigrations(_ connection: Connection) throws {
    if stage == nil, let error = try migrated(connection.database) { throw error }
  }

  private func migrated(_ database: Database) throws -> SwiftDataError? {
    let statement = try database.cachedStatement(sql: HistorySQL.migrations)
    if try Int64.fetchOne(statement) == migrations { return nil }
    let version = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'version'")
    return SwiftDataError.storeWasMigrated.withMessage(
      "Another program has migrated \(name) to version \(version ?? "?") of its models, but this "
        + "container has the previous models: nothing was written. Make a new ModelContainer "
        + "with the new models, or end this program and start its new version.")
  }

  private func writeLocked<R>(_ body: (Connection) throws -> R) throws -> R {
    try Self.translatingErrors(of: name) {
      try database.unsafeReentrantWrite { database in
        try checkFileIdentity(Connection(database: database))
        var result: R?
        func write() throws -> Database.TransactionCompletion {
          result = try body(Connection(database: database))
          return .commit
        }
        if stage == nil {
          try database.inTransaction(.immediate, write)
        } else {
          try database.inSavepoint(write)
        }
        guard let result else { throw SwiftDataError.storeFailure }
        return result
      }
    }
  }

  /// Throws if the open file is no longer at the store's path, because written data would be lost
  /// when it is closed.
  private func checkFileIdentity(_ connection: Connection) throws {
    var hasMoved: Int32 = 0
    sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved == 0 { return }
    throw SwiftDataError.storeFailure.withMessage(
      "\(name) was removed or replaced while it was open; nothing was saved. Restore the file, or "
        + "make a new ModelContainer, which opens the current file.")
  }

  /// Vacuums the file, so that no deleted data remains on disk.
  func compact() throws {
    try writerLock.locked(timeout: lockTimeout, store: name) {
      try Self.translatingErrors(of: name) {
        _ = try database.writeWithoutTransaction { try Self.compact($0) }
      }
    }
  }

  /// Vacuums like ``compact()``, on a connection without a transaction.
  ///
  /// - Returns: False if other connections still read the log, so that it keeps its size.
  static func compact(_ database: Database) throws -> Bool {
    try database.execute(sql: "VACUUM")
    do {
      _ = try database.checkpoint(.truncate)
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }

  /// Runs `body` and translates GRDB's errors for the store with that name.
  static func translatingErrors<R>(of name: String, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw SwiftDataError(error, store: name)
    }
  }

  /// Runs `body` and translates GRDB's and file errors; not for closures of the program, whose
  /// errors are its own.
  static func translatingFileErrors<R>(of name: String, _ body: () throws -> R) throws -> R {
    do {
      return try translatingErrors(of: name, body)
    } catch let error as CocoaError {
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "\(name) can't be opened: \(error.localizedDescription) "
          + "Check that its folder exists and may be written.")
    }
  }
}
