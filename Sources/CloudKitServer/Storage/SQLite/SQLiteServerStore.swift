// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// The storage of the server's data in one SQLite file.
///
/// Reads run on their own connections, concurrently with the writer. Pending writes are committed
/// together. A write is on disk once the call returns.
package final class SQLiteServerStore: ServerStorage {
  /// The timeout in seconds for locks of other processes.
  private static let busySeconds = 10
  /// The size in bytes from which a log is truncated: four times the size of a checkpoint.
  private static let largeLog = 64 << 20

  let pool: DatabasePool
  private let writer: SQLiteWriter
  private let signals = NotificationSignals()

  /// The migrations, in order; a released migration and its name never change.
  private static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
    ("zones and records", SQLiteRecordTables.createTables),
    ("accounts", SQLiteAccountStorage.createTables),
    ("assets", SQLiteAssetTables.createTables),
    ("subscriptions and notifications", SQLitePushTables.createTables),
    ("upkeep", SQLiteMaintenanceTables.createTables),
    ("quotas", SQLiteQuotaTables.createTables),
    ("zones made anew", SQLiteZoneTables.addFormerZones),
    ("first numbers of zones", SQLiteZoneTables.addFirstPositions),
  ]

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in Self.migrations {
      migrator.registerMigration(migration.name) { try migration.apply($0) }
    }
    return migrator
  }

  /// Opens the file, and creates it and its folder if they do not exist.
  ///
  /// - throws: ``StorageError``.
  package init(_ file: URL) throws {
    do {
      try PrivateFolder.make(file.deletingLastPathComponent())
      if !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
        // Accessible only for its owner; SQLite gives the log the same permissions.
        _ = FileManager.default.createFile(
          atPath: file.path(percentEncoded: false), contents: nil,
          attributes: [.posixPermissions: 0o600])
      }
      var configuration = Configuration()
      configuration.label = "cairn.cloud"
      configuration.foreignKeysEnabled = true
      configuration.maximumReaderCount = 8
      configuration.busyMode = .timeout(Double(Self.busySeconds))
      configuration.prepareDatabase { db in
        // 32 MB per connection. No memory mapping, which turns disk errors into signals.
        try db.execute(sql: "PRAGMA cache_size = -32000")
      }
      pool = try DatabasePool(path: file.path(percentEncoded: false), configuration: configuration)
      let migrator = Self.migrator
      if try pool.read(migrator.hasBeenSuperseded) {
        throw StorageError.newer(file.lastPathComponent)
      }
      try migrator.migrate(pool)
      try pool.writeWithoutTransaction { db in
        // GRDB's pool sets NORMAL, which can lose acknowledged writes at a power failure.
        // Checkpoints at 16 MB instead of 4 MB write pages that many batches change only once.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
      }
    } catch {
      throw StorageError(error)
    }
    writer = SQLiteWriter(pool) { [signals] in signals.send($0) }
    writer.purge()
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws -> Value
  ) async throws -> Value {
    do {
      return try await pool.read { try body(SQLiteTransaction($0)) }
    } catch let error as DatabaseError {
      throw StorageError(error)
    }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageWriter) throws -> Value
  ) async throws -> Value {
    try await writer.write { try body($0) }
  }

  package func watchNotifications(
    _ body: @escaping @Sendable (Set<Int64>?) -> Void
  ) throws -> any NotificationWatch {
    do {
      return try SQLiteNotificationWatch(pool.path, signals, body)
    } catch {
      throw StorageError(error)
    }
  }

  package func releaseLog() async throws -> Bool {
    let log = pool.path + "-wal"
    let attributes = try? FileManager.default.attributesOfItem(atPath: log)
    guard let size = attributes?[.size] as? Int, size > Self.largeLog else { return false }
    return try await pool.writeWithoutTransaction { db in
      // Does not wait for readers of the log: a later call truncates it.
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Self.busySeconds * 1_000)") }
      do {
        try db.checkpoint(.passive)
        try db.checkpoint(.truncate)
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return false
      } catch {
        throw StorageError(error)
      }
    }
  }

  /// Waits for pending writes and closes the file; further calls fail.
  package func close() async throws {
    try await writer.close()
    // Afterwards a copy of the file alone is complete, unless another process reads the log.
    _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    do {
      try pool.close()
    } catch {
      throw StorageError(error)
    }
  }

  package func secret(_ name: String) async throws -> [UInt8] {
    try await writer.write { transaction in
      if let secret = try transaction.secret(name) { return secret }
      var generator = SystemRandomNumberGenerator()
      let secret = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try transaction.addSecret(secret, named: name)
      return secret
    }
  }
}
