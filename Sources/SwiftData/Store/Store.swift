// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import GRDBSQLite
import Synchronization

/// One SQLite database with the tables of a layout.
///
/// GRDB owns connections, the pool of readers, transactions and waiting for locks; rows are bound
/// and read through SQLite's C functions on GRDB's statements.
package final class Store: Sendable {
  let layout: StoreLayout
  let statements: [EntitySQL]
  /// The statements of the to-many relationships, by entity and property.
  private let relationshipStatements: [[RelationshipSQL?]]
  /// How references to a row of each entity are led over to another.
  let incoming: [IncomingSQL]
  /// The relationships of each entity whose number of targets has bounds.
  let bounds: [[CountSQL]]
  /// Whether the targets of each relationship can lead back to their owner through relationships
  /// that hold their targets, by entity and property.
  private let cycles: [[Bool]]
  private let holders: [[(entity: Int, relationship: ModelDescription.Relationship)]]
  /// The to-one relationships of each entity whose rows have a place among their siblings.
  let moves: [[Move]]
  /// What is asked for with each model that is saved, by entity.
  private let traits: [Traits]
  let externalFiles: ExternalFiles
  let allowsSave: Bool
  /// The name in errors: the file's path, or "in memory".
  let name: String
  /// Names this store in persistent identifiers.
  let identifier: String
  /// How often it had been migrated when it was opened.
  let migrations: Int64
  /// The names of its entities by those that they had before migrations.
  let renamed: [String: String]
  /// Writes the history; nil if the store is only read.
  let recorder: HistoryRecorder?
  let historySchemas = HistorySchemas()
  private let database: any DatabaseWriter
  /// One writer at a time in this process, also if several containers have the store open.
  private let writerLock: WriterLock
  /// How many seconds a write waits for others.
  private let lockTimeout: Double
  /// For the store of a stage of a migration: whether the stage is over.
  private let stage: StageState?

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

  /// The store as the models of one stage of a migration see it, inside the migration's transaction.
  convenience init(
    migrating layout: StoreLayout, name: String, opened: StoreState.Opened,
    database: any DatabaseWriter, files: ExternalFiles, recorder: HistoryRecorder?
  ) {
    self.init(
      layout, name, opened, database, files, WriterLock.of(nil), recorder, allowsSave: true,
      lockTimeout: 0, stage: StageState())
  }

  private init(
    _ layout: StoreLayout, _ name: String, _ opened: StoreState.Opened,
    _ database: any DatabaseWriter,
    _ externalFiles: ExternalFiles, _ writerLock: WriterLock, _ recorder: HistoryRecorder?,
    allowsSave: Bool, lockTimeout: Double, stage: StageState?
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
    let statements = layout.entities.indices.map { EntitySQL(entity: $0, in: layout) }
    self.statements = statements
    relationshipStatements = layout.entities.map { entity in
      entity.properties.map { property in
        property.destination.flatMap { layout.index(of: $0.type) }
          .flatMap { RelationshipSQL(property, target: statements[$0]) }
      }
    }
    incoming = layout.entities.map { IncomingSQL(to: $0, in: layout) }
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
        mayHoldItself: cycles[entity].contains(true), movesRows: !moves[entity].isEmpty)
    }
  }

  /// Whether a stage of a migration is over, so that its models lead nowhere.
  private final class StageState: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  /// Ends the use of a stage's store: its models are of no use any more.
  func close() { stage?.isOver.store(true, ordering: .relaxed) }

  /// Throws for a model or context that outlives the stage of a migration which it was made for.
  private func checkStage() throws {
    guard let stage, stage.isOver.load(ordering: .relaxed) else { return }
    throw SwiftDataError.missingModelContext.saying(
      "A model or context of a migration's stage of \(name) was used after it: take what you need "
        + "out of it in the stage, as values.")
  }

  private struct Traits {
    let hasToMany: Bool
    let mayHoldItself: Bool
    let movesRows: Bool
  }

  /// How a row gets the last place when it goes over to another owner.
  struct Move {
    let property: Int
    /// Returns the key of the owner that the row had.
    let sql: String
    /// The to-many relationship at the other end.
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

  /// The to-many relationships without an inverse that lead to an entity, with their owners.
  func oneWayHolders(of entity: Int) -> [(
    entity: Int, relationship: ModelDescription.Relationship
  )] {
    holders[entity]
  }

  func mayHoldItself(entity: Int, property: Int) -> Bool { cycles[entity][property] }

  func mayHoldItself(entity: Int) -> Bool { traits[entity].mayHoldItself }

  func hasToManyRelationships(entity: Int) -> Bool { traits[entity].hasToMany }

  /// True if rows of an entity can go over to another owner.
  func movesRows(entity: Int) -> Bool { traits[entity].movesRows }

  /// True if some entity has a to-many relationship.
  var hasToManyRelationships: Bool { traits.contains(where: \.hasToMany) }

  // MARK: Access

  /// A connection, valid inside the call that it was given to.
  struct Connection {
    fileprivate let database: Database

    /// The prepared statement of a text; prepared once a connection.
    func statement(_ sql: String) throws -> OpaquePointer {
      let statement = try database.cachedStatement(sql: sql).sqliteStatement
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      return statement
    }

    /// The same for a statement that is used while another of the same text may be running.
    func ownStatement(_ sql: String) throws -> Statement { try database.makeStatement(sql: sql) }

    var handle: OpaquePointer? { database.sqliteConnection }

    /// Runs `body` inside a savepoint, which is rolled back if it throws.
    func savepoint(_ body: () throws -> Void) throws {
      try database.inSavepoint {
        try body()
        return .commit
      }
    }
  }

  /// Reads; each statement sees what was committed last.
  func read<R>(_ body: (Connection) throws -> R) throws -> R {
    try checkStage()
    return try explainingErrors {
      try Self.translatingErrors(of: name) {
        try database.unsafeReentrantRead { try body(Connection(database: $0)) }
      }
    }
  }

  /// Reads by several statements that see the same, whatever others commit meanwhile.
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

  /// Writes in one transaction, which is rolled back if `body` throws.
  func write<R>(_ body: (Connection) throws -> R) throws -> R {
    guard allowsSave else {
      throw SwiftDataError.storeIsReadOnly.saying(
        "\(name) was opened for reading only (allowsSave is false).")
    }
    try checkStage()
    return try explainingErrors {
      try writerLock.locked(timeout: lockTimeout, store: name) {
        try writeLocked(body)
      }
    }
  }

  /// Runs `body`, and if it fails since another program has migrated the store, says so.
  private func explainingErrors<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as SwiftDataError where error != .storeWasMigrated {
      // A store that can't be read any more fails for another reason.
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
    return SwiftDataError.storeWasMigrated.saying(
      "Another program has migrated \(name) to version \(version ?? "?") of its models, and this "
        + "container still has those from before: nothing was written. Make a new ModelContainer "
        + "with the new models, or end this program and start its new version.")
  }

  private func writeLocked<R>(_ body: (Connection) throws -> R) throws -> R {
    try Self.translatingErrors(of: name) {
      try database.unsafeReentrantWrite { database in
        try checkPlace(Connection(database: database))
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

  /// Throws if the open file is not the one at the store's path any more: what is written into it
  /// would be lost when it is closed.
  private func checkPlace(_ connection: Connection) throws {
    var hasMoved: Int32 = 0
    sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved == 0 { return }
    throw SwiftDataError.storeFailure.saying(
      "\(name) was removed or replaced while it was open; nothing was saved. Put the file back, or "
        + "make a new ModelContainer, which opens the file that is there now.")
  }

  /// Rewrites the file without what was deleted, so that nothing of it stays on the disk.
  func compact() throws {
    try writerLock.locked(timeout: lockTimeout, store: name) {
      try Self.translatingErrors(of: name) {
        _ = try database.writeWithoutTransaction { try StoreFile.compact($0) }
      }
    }
  }

  /// Runs `body`, and says what GRDB's errors mean for the store with that name.
  static func translatingErrors<R>(of name: String, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw SwiftDataError(error, store: name)
    }
  }

  /// The same, also for errors of files and folders; not where somebody else's code runs, whose errors
  /// are its own.
  static func translatingFileErrors<R>(of name: String, _ body: () throws -> R) throws -> R {
    do {
      return try translatingErrors(of: name, body)
    } catch let error as CocoaError {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) can't be opened: \(error.localizedDescription) "
          + "Check that its folder exists and may be written.")
    }
  }
}

extension SwiftDataError {
  /// What an error of SQLite means, and what to do.
  init(_ error: DatabaseError, store name: String) {
    let reason = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .storeIsLocked.saying(
        "\(name) is locked: another program has been writing it for too long. "
          + "Wait for it to end, or end it, and try again; nothing was changed.")
    case .SQLITE_FULL:
      self = .storeIsFull.saying(
        "There is no room left on the disk of \(name). Make room and try again; "
          + "what was saved before is unharmed.")
    case .SQLITE_READONLY:
      self = .storeIsReadOnly.saying(
        "\(name) can't be written (\(reason)). Check the permissions of the file and its folder.")
    case .SQLITE_IOERR:
      self = .storeFailure.saying(
        "Reading or writing \(name) failed (\(reason)). Check the disk, its free space and the "
          + "permissions of the file's folder; what was saved before is unharmed.")
    case .SQLITE_CANTOPEN:
      self = .loadIssueModelContainer.saying(
        "\(name) can't be opened (\(reason)). Check that its folder exists and that the file, "
          + "and the -wal and -shm files beside it, may be read and written.")
    case .SQLITE_NOTADB:
      self = .loadIssueModelContainer.saying(
        "\(name) is not a SQLite database. Choose another file; it was not changed.")
    case .SQLITE_CORRUPT:
      self = .storeIsCorrupt.saying(
        "\(name) is damaged (\(reason)); nothing in it was changed. \(DamageReport(path: name)) "
          + "Copy it and the -wal file beside it to a safe place, then restore a backup or try "
          + "\"sqlite3 FILE .recover\".")
    case .SQLITE_ERROR
    where reason.hasPrefix("no such table") || reason.hasPrefix("no such column"):
      self = .storeIsCorrupt.saying(
        "\(name) lacks a part (\(reason)): another program has changed its tables. Restore a "
          + "backup; nothing was changed.")
    default:
      self = .storeFailure.saying("\(name): \(reason) (SQLite code \(error.extendedResultCode)).")
    }
  }
}
