// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A store's file, for maintenance without its models: check, backup, restore and vacuum.
///
/// Containers in this and other processes may have it open and write meanwhile, except during a
/// restore.
package struct StoreFile: Sendable {
  package let url: URL
  /// The number of seconds to wait for other writers.
  let lockTimeout: Double

  package init(_ url: URL, lockTimeout: Double = 5) {
    self.url = url.linkTarget
    self.lockTimeout = lockTimeout
  }

  /// The path in error messages.
  var name: String { url.path(percentEncoded: false) }
  var files: ExternalFiles { ExternalFiles(store: url) }
  /// The folder of the external files, which need not exist.
  package var externalFolder: URL? { files.directory }
  var exists: Bool { FileSystem.exists(url) }
  /// The size of the database and its log in bytes.
  var size: Int { FileSystem.size(url) + FileSystem.size(url, "-wal") }

  /// Throws an error if the file does not exist.
  func requireFile() throws {
    try requireNoFolder()
    if exists { return }
    throw SwiftDataError.loadIssueModelContainer.withMessage("There is no store at \(name).")
  }

  /// Throws an error if the URL names a folder.
  func requireNoFolder() throws {
    try Store.requireNoFolder(url)
  }

  /// Opens the file with one connection, which is read-only by default.
  ///
  /// An exclusive connection throws `SQLITE_BUSY` if there is any other connection, even an idle
  /// one.
  func open(forWriting: Bool = false, exclusive: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = !forWriting
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(lockTimeout)
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
      // Set before the first access, so that SQLite locks the whole file.
      if exclusive { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    }
    return try DatabaseQueue(path: name, configuration: configuration)
  }

  /// Runs `body` and translates SQLite's errors.
  func translatingErrors<R>(_ body: () throws -> R) throws -> R {
    try Store.translatingFileErrors(of: name, body)
  }

  /// Throws an error if the database is not a store, or has a newer format.
  func requireStore(_ database: Database) throws {
    if try StoreState.format(of: database, name) != nil { return }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(name) is an empty database, not a store.")
  }

  /// Returns the names of the external files that rows reference.
  ///
  /// Only columns of external attributes have the type `ANY`; a text value in them is a file name.
  static func namedFiles(_ database: Database) throws -> Set<String> {
    var names: Set<String> = []
    for table in try DatabaseStructure(database).tables.values {
      for column in table.columns where column.type == "ANY" {
        let name = SQLFragment.quoted(column.name)
        let rows = try String.fetchCursor(
          database,
          sql:
            "SELECT \(name) FROM \(SQLFragment.quoted(table.name)) WHERE typeof(\(name)) = 'text'"
        )
        while let file = try rows.next() { names.insert(file) }
      }
    }
    return names
  }

  /// Returns the identifier of a store; nil if it is missing.
  static func identifier(_ database: Database) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'identifier'")
  }
}

extension StoreFile {
  /// Rewrites the database to reclaim the space of deleted rows, and empties its log.
  ///
  /// Other processes may read; writers wait. It temporarily needs as much disk space as the
  /// database. Throws ``SwiftDataError/storeIsLocked`` if other processes write for longer than the
  /// timeout; nothing was changed then.
  package func vacuum() throws -> VacuumReport {
    try requireFile()
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      try translatingErrors {
        let before = size
        let queue = try open(forWriting: true)
        let isLogEmptied = try queue.writeWithoutTransaction { database in
          try requireStore(database)
          return try Store.compact(database)
        }
        try queue.close()
        return VacuumReport(bytesBefore: before, bytesAfter: size, isLogEmptied: isLogEmptied)
      }
    }
  }
}
