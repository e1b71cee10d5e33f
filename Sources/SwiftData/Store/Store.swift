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
  /// The `user_version` of databases that this code writes.
  private static let formatVersion: Int32 = 1
  /// The row of `_cairn_sequence` that counts the commits; no entity has an empty name.
  static let generationKey = ""
  /// The `application_id` of our databases: "CRSD".
  private static let applicationID: Int32 = 0x4352_5344

  let layout: StoreLayout
  let statements: [EntitySQL]
  /// The statements of the to-many relationships, by entity and property.
  private let relationshipStatements: [[RelationshipSQL?]]
  /// How references to a row of each entity are led over to another.
  let incoming: [IncomingSQL]
  /// Whether the targets of each relationship can lead back to their owner through relationships
  /// that hold their targets, by entity and property.
  private let cycles: [[Bool]]
  private let holders: [[(entity: Int, relationship: ModelDescription.Relationship)]]
  /// The to-one relationships of each entity whose rows have a place among their siblings.
  let moves: [[Move]]
  let externalFiles: ExternalFiles
  let allowsSave: Bool
  /// The name in errors: the file's path, or "in memory".
  let name: String
  /// Names this store in persistent identifiers.
  let identifier: String
  private let database: any DatabaseWriter

  package init(layout: StoreLayout, url: URL?, allowsSave: Bool) throws {
    self.layout = layout
    self.allowsSave = allowsSave
    statements = layout.entities.map { EntitySQL(entity: $0) }
    relationshipStatements = layout.entities.map { entity in
      entity.properties.map { property in
        property.destination.flatMap { layout.entity(named: $0.entity) }
          .flatMap { RelationshipSQL(property, target: $0) }
      }
    }
    incoming = layout.entities.map { IncomingSQL(to: $0, in: layout) }
    cycles = layout.cycles()
    holders = layout.oneWayHolders()
    moves = zip(layout.entities, statements).map { entity, statements in
      entity.properties.compactMap { property in
        statements.move(property).map { Move(property: property.index, sql: $0) }
      }
    }
    name = url?.path(percentEncoded: false) ?? "in memory"
    externalFiles = ExternalFiles(
      directory: url.map {
        $0.deletingLastPathComponent().appending(
          path: ".\($0.lastPathComponent)-external", directoryHint: .isDirectory)
      })
    let name = name
    (database, identifier) = try Self.translatingErrors(of: name) {
      let database = try Self.open(url, allowsSave: allowsSave)
      let identifier = try Self.prepare(database, layout, name, allowsSave: allowsSave)
      return (database, identifier)
    }
    if allowsSave { try removeLeftOverFiles() }
  }

  // MARK: Opening

  private static func open(_ url: URL?, allowsSave: Bool) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    let path = url.path(percentEncoded: false)
    if !allowsSave {
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try DatabasePool(path: path, configuration: configuration)
  }

  /// Makes the tables of a new store, or checks those of an old one; returns its identifier.
  private static func prepare(
    _ database: any DatabaseWriter, _ layout: StoreLayout, _ name: String, allowsSave: Bool
  ) throws -> String {
    let schema = SchemaSQL(layout: layout).statements
    if let known = try database.read({ try existing($0, schema, name) }) { return known }
    guard allowsSave else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) is empty and may not be written (allowsSave is false).")
    }
    return try database.write { database in
      // Another process may have been faster.
      if let known = try existing(database, schema, name) { return known }
      let identifier = UUID().uuidString
      for statement in schema { try database.execute(sql: statement) }
      try database.execute(
        sql: """
          CREATE TABLE _cairn_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
          CREATE TABLE _cairn_sequence (entity TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
          """)
      let insert = "INSERT INTO _cairn_metadata (key, value) VALUES (?, ?)"
      try database.execute(sql: insert, arguments: ["identifier", identifier])
      try database.execute(
        sql: insert, arguments: ["schema", schema.joined(separator: ";\n")])
      try database.execute(
        sql: "INSERT INTO _cairn_sequence (entity, last) VALUES (?, 0)",
        arguments: [generationKey])
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA user_version = \(formatVersion)")
      return identifier
    }
  }

  /// The identifier of a store that has our tables; nil for an empty database.
  private static func existing(_ database: Database, _ schema: [String], _ name: String) throws
    -> String?
  {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
      if tables == 0 { return nil }
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) is a SQLite database of another program. Choose another file; nothing in it "
          + "was changed.")
    }
    guard version <= formatVersion else {
      throw SwiftDataError.backwardMigration.saying(
        "\(name) was written by a newer version (store format \(version); this program reads up "
          + "to \(formatVersion)). Update the program; nothing in the store was changed.")
    }
    let select = "SELECT value FROM _cairn_metadata WHERE key = ?"
    let stored = try String.fetchOne(database, sql: select, arguments: ["schema"]) ?? ""
    guard stored == schema.joined(separator: ";\n") else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "The models differ from those that \(name) was made for: "
          + SchemaDifference(stored: stored.components(separatedBy: ";\n"), wanted: schema)
          .description
          + " Open it with the models that it was made for, or move the file away to start anew; "
          + "nothing in it was changed.")
    }
    guard
      let identifier = try String.fetchOne(database, sql: select, arguments: ["identifier"])
    else {
      throw SwiftDataError.storeIsCorrupt.saying(
        "\(name) has lost its identifier: restore it from a backup.")
    }
    return identifier
  }

  /// How a row gets the last place when it goes over to another owner.
  struct Move {
    let property: Int
    let sql: String
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

  func mayHoldItself(entity: Int) -> Bool { cycles[entity].contains(true) }

  func hasToManyRelationships(entity: Int) -> Bool {
    relationshipStatements[entity].contains { $0 != nil }
  }

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

  /// Reads from a snapshot.
  func read<R>(_ body: (Connection) throws -> R) throws -> R {
    try Self.translatingErrors(of: name) {
      try database.unsafeReentrantRead { try body(Connection(database: $0)) }
    }
  }

  /// Writes in one transaction, which is rolled back if `body` throws.
  func write<R>(_ body: (Connection) throws -> R) throws -> R {
    guard allowsSave else {
      throw SwiftDataError.storeIsReadOnly.saying(
        "\(name) was opened for reading only (allowsSave is false).")
    }
    return try Self.translatingErrors(of: name) {
      try database.unsafeReentrantWrite { database in
        var result: R?
        try database.inTransaction(.immediate) {
          result = try body(Connection(database: database))
          return .commit
        }
        guard let result else { throw SwiftDataError.storeFailure }
        return result
      }
    }
  }

  /// Rewrites the file without what was deleted, so that nothing of it stays on the disk.
  func compact() throws {
    try Self.translatingErrors(of: name) {
      try database.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try? database.checkpoint(.truncate)
      }
    }
  }

  /// Runs `body`, and says what GRDB's errors mean for the store with that name.
  static func translatingErrors<R>(of name: String, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw SwiftDataError(error, store: name)
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
        "\(name) is locked: another program has been writing it for over 30 seconds. "
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
    default:
      self = .storeFailure.saying("\(name): \(reason) (SQLite code \(error.extendedResultCode)).")
    }
  }
}
