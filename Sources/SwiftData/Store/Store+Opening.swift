// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
import Synchronization

extension Store {
  /// The length in bytes to which SQLite cuts the log of a store that had grown longer, as by a large
  /// save, when it begins to write it anew.
  static let logLimit = 16 << 20

  static func open(_ url: URL?, allowsSave: Bool, lockTimeout: Double) throws -> any DatabaseWriter
  {
    let patience = Patience(seconds: lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { patience.waits(tries: $0) }
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
      try database.execute(sql: "PRAGMA journal_size_limit = \(logLimit)")
    }
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    let path = url.path(percentEncoded: false)
    try StoreFile(url).requireNoFolder()
    if !allowsSave {
      guard FileStep.exists(url) else {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "There is no store at \(path), and none may be made (allowsSave is false). Choose another "
            + "file, or open it for writing first.")
      }
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try openPool(path, configuration, patience)
  }

  /// A pool of connections, or where another program holds the write lock just now, a single one.
  ///
  /// GRDB writes when it opens a pool on a file that no other connection has open, which would wait
  /// for that program to end, even if this one only wants to read.
  private static func openPool(
    _ path: String, _ configuration: Configuration, _ patience: Patience
  ) throws -> any DatabaseWriter {
    do {
      return try patience.shortened { try DatabasePool(path: path, configuration: configuration) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// A single connection for a migration, which checks foreign keys itself.
  static func openForMigration(_ url: URL, lockTimeout: Double) throws -> DatabaseQueue {
    let patience = Patience(seconds: lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { patience.waits(tries: $0) }
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    return try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  /// What is known of a store that is being opened.
  struct Opening {
    let layout: StoreLayout
    let url: URL?
    let name: String
    let allowsSave: Bool
    let lockTimeout: Double
    let lock: WriterLock
    let migration: StoreMigration
    let history: ModelConfiguration.History

    /// Makes the tables of a new store, or brings those of an old one to the models.
    func prepare(_ database: any DatabaseWriter) throws -> StoreState.Opened {
      let text = StoredSchema.text(of: layout)
      switch try state(database, text) {
      case .ready(let opened):
        removeLeftOverBackup(database, text)
        return opened
      case .empty:
        guard allowsSave else {
          throw SwiftDataError.loadIssueModelContainer.saying(
            "\(name) is empty and may not be written (allowsSave is false).")
        }
        try database.write { database in
          // Another process may have been faster.
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
        throw SwiftDataError.loadIssueModelContainer.saying(
          "\(name) has to be migrated to the models and may not be written (allowsSave is false): "
            + "open it once for writing. Nothing in it was changed.")
      }
      try lock.locked(timeout: lockTimeout, store: name) { try migrator.run() }
      return try prepare(database)
    }

    /// Removes the backup of a migration that was killed after its commit.
    private func removeLeftOverBackup(_ database: any DatabaseWriter, _ text: String) {
      guard allowsSave, let url, StoreBackup.exists(for: url) else { return }
      // With the write lock, so that no migration is under way that may still need it.
      try? lock.locked(timeout: lockTimeout, store: name) {
        try database.write { database in
          guard case .ready = try StoreState(database, text, migration, name) else { return }
          StoreBackup.removeLeftOver(of: url)
        }
      }
    }
  }
}

/// How long a connection waits for a lock.
private final class Patience: Sendable {
  private let seconds: Double
  private let isShort = Atomic<Bool>(false)

  init(seconds: Double) { self.seconds = seconds }

  /// Sleeps before the next try; false if it was long enough.
  func waits(tries: Int) -> Bool {
    // An eighth of a millisecond, twice as long each time until it is 64, and 64 from then on: most writers
    // are soon done.
    let pause = Double(1 << Swift.min(tries, 9)) / 8000
    let slept =
      (Double(1 << Swift.min(tries, 9)) - 1) / 8000 + Double(Swift.max(0, tries - 9)) * 0.064
    if slept >= (isShort.load(ordering: .relaxed) ? Swift.min(0.1, seconds) : seconds) {
      return false
    }
    Thread.sleep(forTimeInterval: pause)
    return true
  }

  /// Runs something that is not worth a long wait.
  func shortened<R>(_ body: () throws -> R) rethrows -> R {
    isShort.store(true, ordering: .relaxed)
    defer { isShort.store(false, ordering: .relaxed) }
    return try body()
  }
}
