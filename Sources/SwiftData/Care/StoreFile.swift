// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A store as a file, to be cared for without its models: checked, backed up, restored, vacuumed.
///
/// Containers may have it open meanwhile, in this process and in others, and go on writing; only a
/// restore needs the store for itself.
package struct StoreFile: Sendable {
  package let url: URL
  /// How many seconds are waited for others that write.
  let lockTimeout: Double

  package init(_ url: URL, lockTimeout: Double = 5) {
    self.url = url.linkTarget
    self.lockTimeout = lockTimeout
  }

  /// The name in errors.
  var name: String { url.path(percentEncoded: false) }
  var files: ExternalFiles { ExternalFiles(store: url) }
  var isThere: Bool { FileStep.exists(url) }
  /// The bytes of the database and of what is still in its log.
  var size: Int { FileStep.size(url) + FileStep.size(url, "-wal") }

  /// Throws if there is no file.
  func requireFile() throws {
    try requireNoFolder()
    if isThere { return }
    throw SwiftDataError.loadIssueModelContainer.saying("There is no store at \(name).")
  }

  /// Throws for a folder.
  func requireNoFolder() throws {
    if !FileStep.isFolder(url) { return }
    throw SwiftDataError.loadIssueModelContainer.saying(
      "\(name) is a folder, no store. Name the store's file, such as one in it.")
  }

  /// Opens the file with one connection, which is for reading only unless it says otherwise.
  ///
  /// An exclusive connection throws `SQLITE_BUSY` if there is another one, however idle.
  func open(forWriting: Bool = false, exclusive: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = !forWriting
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(lockTimeout)
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
      // Before the first look at the file, so that SQLite locks the whole file.
      if exclusive { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    }
    return try DatabaseQueue(path: name, configuration: configuration)
  }

  /// Runs `body`, and says what SQLite's errors mean for the store.
  func translatingErrors<R>(_ body: () throws -> R) throws -> R {
    try Store.translatingFileErrors(of: name, body)
  }

  /// Throws for a database that is not one of ours, or newer.
  func requireStore(_ database: Database) throws {
    if try StoreState.format(of: database, name) != nil { return }
    throw SwiftDataError.loadIssueModelContainer.saying("\(name) is an empty database, no store.")
  }

  /// The external files that rows name.
  ///
  /// Only columns of external attributes have the type `ANY`; a text in them is a file's name.
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

  /// The identifier of a store; nil if it has lost it.
  static func identifier(_ database: Database) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'identifier'")
  }

  /// What ``Store/compact()`` does, on a connection that has no transaction; false if others are
  /// still reading from the log, so that it keeps its length.
  static func compact(_ database: Database) throws -> Bool {
    try database.execute(sql: "VACUUM")
    do {
      _ = try database.checkpoint(.truncate)
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }
}
