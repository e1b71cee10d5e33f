// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
import Synchronization

extension Store {
  /// The length in bytes to which SQLite truncates a longer write-ahead log when it restarts the
  /// log.
  static let logLimit = 16 << 20
  /// The number of pages in the write-ahead log from which a commit copies them to the database.
  ///
  /// Each copy waits twice for the disk. With SQLite's default of 1,000 pages, an import of many
  /// files may wait for longer than it computes. 3,000 pages are less than ``logLimit``.
  private static let checkpointPages = 3_000

  static func open(_ url: URL?, allowsSave: Bool, lockTimeout: Double) throws -> any DatabaseWriter
  {
    let patience = BusyHandler(seconds: lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { patience.waits(tries: $0) }
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
      try database.execute(sql: "PRAGMA journal_size_limit = \(logLimit)")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
    }
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    let path = url.path(percentEncoded: false)
    try requireNoFolder(url)
    if !allowsSave {
      guard FileSystem.exists(url) else {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "There is no store at \(path), and none is created (allowsSave is false). Choose another "
            + "file, or open it for writing first.")
      }
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try openPool(path, configuration, patience)
  }

  /// Throws an error if the URL of a store names a folder.
  static func requireNoFolder(_ url: URL) throws {
    if !FileSystem.isFolder(url) { return }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(url.path(percentEncoded: false)) is a folder, not a store. Pass the path of the store's "
        + "file.")
  }

  /// A pool of connections, or a single connection if another program holds the write lock.
  ///
  /// GRDB writes when it opens a pool on a file without other connections. That would wait for the
  /// other program, even if this program only reads.
  private static func openPool(
    _ path: String, _ configuration: Configuration, _ patience: BusyHandler
  ) throws -> any DatabaseWriter {
    do {
      return try patience.shortened { try DatabasePool(path: path, configuration: configuration) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// A single connection for a migration, which checks foreign keys itself.
  static func openForMigration(_ url: URL, lockTimeout: Double) throws -> DatabaseQueue {
    let patience = BusyHandler(seconds: lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { patience.waits(tries: $0) }
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    return try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  /// The parameters of a store that is being opened.
  struct Opening {
    let layout: StoreLayout
    let url: URL?
    let name: String
    let allowsSave: Bool
    let lockTimeout: Double
    let lock: WriterLock
    let migration: StoreMigration
    let history: ModelConfiguration.History

    /// Creates the tables of a new store, or migrates an existing store to the models.
    func prepare(_ database: any DatabaseWriter) throws -> StoreState.Opened {
      let text = StoredSchema.text(of: layout)
      switch try state(database, text) {
      case .ready(let opened):
        removeLeftOverBackup(database, text)
        try updateDerivedIndexes(database)
        return opened
      case .empty:
        guard allowsSave else {
          throw SwiftDataError.loadIssueModelContainer.withMessage(
            "\(name) is empty and can't be written (allowsSave is false). "
              + "Open it once for writing.")
        }
        try database.write { database in
          // Another process may have created them first.
          guard case .empty = try StoreState(database, text, migration, name) else { return }
          try StoreState.create(database, layout, text, migration.version)
        }
        return try prepare(database)
      case .different(let known):
        return try migrate(database, known, text)
      }
    }

    private func state(_ database: any DatabaseWriter, _ text: String) throws -> StoreState {
      try database.read { try StoreState($0, text, migration, name) }
    }

    private func migrate(_ database: any DatabaseWriter, _ known: StoreState.Known, _ text: String)
      throws -> StoreState.Opened
    {
      guard let url else { return known.opened }
      let migrator = StoreMigrator(
        url: url, name: name, layout: layout, text: text, migration: migration,
        lockTimeout: lockTimeout, history: history)
      guard allowsSave else {
        if try !database.read({ try migrator.isNeeded(known, $0) }) { return known.opened }
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "\(name) needs a migration to the models and can't be written (allowsSave is false): "
            + "open it once for writing. Nothing in it was changed.")
      }
      try lock.locked(timeout: lockTimeout, store: name) { try migrator.run() }
      return try prepare(database)
    }

    /// Creates the content of indexes again that another build or another language has written.
    private func updateDerivedIndexes(_ database: any DatabaseWriter) throws {
      let indexes = DerivedIndexes(layout)
      if try database.read(indexes.areCurrent) { return }
      guard allowsSave else {
        // A sort without its index is only slower.
        if try database.read(indexes.hasCurrentTerms) { return }
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "\(name) has full-text indexes of another version of this library and can't be written "
            + "(allowsSave is false): open it once for writing. Nothing in it was changed.")
      }
      try lock.locked(timeout: lockTimeout, store: name) {
        try database.write { database in
          // Another process may have created them first.
          if try !indexes.areCurrent(database) { try indexes.update(database) }
        }
      }
    }

    /// Removes the backup of a migration that was killed after its commit.
    private func removeLeftOverBackup(_ database: any DatabaseWriter, _ text: String) {
      guard allowsSave, let url, StoreBackup.exists(for: url) else { return }
      // With the write lock, so that no running migration needs the backup.
      try? lock.locked(timeout: lockTimeout, store: name) {
        try database.write { database in
          guard case .ready = try StoreState(database, text, migration, name) else { return }
          StoreBackup.removeLeftOver(of: url)
        }
      }
    }
  }
}

/// A busy handler with a time limit.
private final class BusyHandler: Sendable {
  private let seconds: Double
  private let isShort = Atomic<Bool>(false)

  init(seconds: Double) { self.seconds = seconds }

  /// Sleeps before the next try; false when the time limit is reached.
  func waits(tries: Int) -> Bool {
    // 1/8 ms, doubled on each try up to 64 ms, because most writers finish soon.
    let pause = Double(1 << Swift.min(tries, 9)) / 8000
    let slept =
      (Double(1 << Swift.min(tries, 9)) - 1) / 8000 + Double(Swift.max(0, tries - 9)) * 0.064
    if slept >= (isShort.load(ordering: .relaxed) ? Swift.min(0.1, seconds) : seconds) {
      return false
    }
    Thread.sleep(forTimeInterval: pause)
    return true
  }

  /// Runs `body` with a time limit of at most 0.1 s.
  func shortened<R>(_ body: () throws -> R) rethrows -> R {
    isShort.store(true, ordering: .relaxed)
    defer { isShort.store(false, ordering: .relaxed) }
    return try body()
  }
}
