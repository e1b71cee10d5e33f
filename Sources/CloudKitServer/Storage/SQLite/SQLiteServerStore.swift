// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// The server's data in one SQLite file.
///
/// What `read` does runs on connections of their own beside the writer; what `write` does is gathered and
/// committed together with whatever else waits. A call that has returned is on the disk.
package final class SQLiteServerStore: ServerStorage {
  /// Seconds to wait for another process.
  private static let busySeconds = 10
  /// Bytes of a log that is worth to be given back: four times what a checkpoint is due at.
  private static let largeLog = 64 << 20

  let pool: DatabasePool
  private let writer: SQLiteWriter
  private let signals = NotificationSignals()

  /// What is stored, by concern: each brings its tables in a migration that never changes again.
  private static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
    ("zones and records", SQLiteRecordTables.createTables),
    ("accounts", SQLiteAccountStorage.createTables),
    ("assets", SQLiteAssetTables.createTables),
    ("subscriptions and notifications", SQLitePushTables.createTables),
    ("upkeep", SQLiteUpkeepTables.createTables),
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

  /// Opens the file, and makes it and its folder if they are not there.
  ///
  /// - throws: ``StorageError``.
  package init(_ file: URL) throws {
    do {
      try PrivateFolder.make(file.deletingLastPathComponent())
      if !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
        // Its owner's alone; the log gets the same permissions.
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
        // 32 MB for each connection. No memory mapping: there a broken disk is a signal, not an error.
        try db.execute(sql: "PRAGMA cache_size = -32000")
      }
      pool = try DatabasePool(path: file.path(percentEncoded: false), configuration: configuration)
      let migrator = Self.migrator
      if try pool.read(migrator.hasBeenSuperseded) {
        throw StorageError.newer(file.lastPathComponent)
      }
      try migrator.migrate(pool)
      try pool.writeWithoutTransaction { db in
        // GRDB's pool says NORMAL, with which what was acknowledged can be lost when the power fails. A
        // checkpoint each 16 MB, not 4: pages that many batches write go into the file once.
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
      // Nobody is to wait for readers of the log: then it is done another time.
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

  /// Waits for what was begun, and closes the file; further calls fail.
  package func close() async throws {
    try await writer.close()
    // The file alone is then all there is to copy, unless another process reads the log.
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
