// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Replaces the store, which no process may have open, with a backup.
  ///
  /// The backup is checked first and is not changed. It is written in one SQLite transaction, so
  /// that a killed process leaves either the complete old store or the complete new one. A store
  /// that is too damaged for that is renamed and kept. All history tokens expire, because the
  /// transactions after the backup are gone; keys that were assigned since are not used again.
  ///
  /// - Parameters:
  ///   - backup: The file of the backup.
  ///   - replacing: Whether an existing store may be replaced.
  /// - Returns: The sizes of the restored store.
  /// - Throws: A ``SwiftDataError`` with the reason; nothing was restored then.
  package func restore(from backup: URL, replacing: Bool = false) throws -> BackupReport {
    let backup = StoreFile(backup, lockTimeout: lockTimeout)
    guard backup.url != url else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) can't be restored from itself. Choose its backup.")
    }
    try requireNoFolder()
    let found = try backup.check()
    if let problem = found.problems.first {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "The backup \(backup.name) is not sound, so nothing was restored: \(problem)")
    }
    guard replacing || !exists else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) already exists. Allow replacing it, or restore to another file.")
    }
    try FileLock.requireClosed(self)
    try FileSystem.makeFolder(url.deletingLastPathComponent())
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      try translatingErrors { try RestoreOperation(backup, to: self).run() }
    }
  }

  /// Throws ``SwiftDataError/storeIsLocked`` if a process has the store open, so that it can't be
  /// replaced.
  package func requireUnused() throws {
    guard exists else { return }
    try requireNoFolder()
    try FileLock.requireClosed(self)
    try translatingErrors {
      do {
        let queue = try open(forWriting: true, exclusive: true)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { database in
          try database.inTransaction(.exclusive) { .rollback }
        }
      } catch let error as DatabaseError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: throw FileLock.openError(self, "another program")
        // SQLite can't lock a damaged file.
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: _ = try FileLock(self)
        default: throw error
        }
      }
    }
  }
}

/// One running restore.
private struct RestoreOperation {
  private let backup: StoreFile
  private let target: StoreFile
  /// The copy of the backup that becomes the store.
  private let copy: DatabaseCopy
  /// The journal of the old and new store's files.
  ///
  /// After a kill, the next opening of the store removes the unreferenced files.
  private let batch: ExternalFiles.Batch

  init(_ backup: StoreFile, to target: StoreFile) {
    self.backup = backup
    self.target = target
    copy = DatabaseCopy(to: target.url)
    batch = ExternalFiles.Batch(target.files)
  }

  func run() throws -> BackupReport {
    defer { withExtendedLifetime(batch) {} }
    do {
      return target.exists ? try replace() : try fill()
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Copies the backup beside the store, and its files into the store's folder.
  ///
  /// File names don't collide, because a name is never reused for another content.
  private func prepare() throws -> Set<String> {
    let queue = try backup.open()
    defer { try? queue.close() }
    return try queue.read { database in
      let named = try StoreFile.namedFiles(database)
      batch.recordObsolete(named.sorted())
      for name in named.sorted() where try !backup.files.copy(name, to: target.files) {
        throw SwiftDataError.storeIsCorrupt.withMessage(
          "The external file \(name) of the backup \(backup.name) is missing; nothing was restored."
        )
      }
      try copy.write(from: database)
      return named
    }
  }

  /// Restores to a location without a store.
  private func fill() throws -> BackupReport {
    guard FileSystem.size(target.url, "-wal") == 0 else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(target.name)-wal holds changes of a store that does not exist. Put the store back "
          + "or move the log away, and try again.")
    }
    let named = try prepare()
    try AssignedNumbers.skipAhead(in: copy.partial)
    for suffix in ["-wal", "-shm"] { FileSystem.remove(target.url, suffix) }
    try copy.publish()
    target.removeFiles(except: named)
    return target.backupReport(missing: [])
  }

  private func replace() throws -> BackupReport {
    let queue: DatabaseQueue
    do {
      queue = try target.open(forWriting: true, exclusive: true)
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw FileLock.openError(target, "another program")
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: return try replaceDamaged()
      default: throw error
      }
    }
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { try overwrite($0) }
  }

  /// Overwrites the content of a store, in one transaction.
  private func overwrite(_ database: Database) throws -> BackupReport {
    do {
      try database.inTransaction(.exclusive) {
        _ = try StoreState.format(of: database, target.name, newest: nil)
        return .commit
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw FileLock.openError(target, "another program")
    }
    if let directory = target.files.directory {
      batch.recordObsolete(FileSystem.names(in: directory))
    }
    let named = try prepare()
    // A damaged store may be unreadable: then skip numbers that it may have assigned.
    if let numbers = try? AssignedNumbers(database) {
      try numbers.reserve(in: copy.partial)
    } else {
      try AssignedNumbers.skipAhead(in: copy.partial)
    }
    let queue = try DatabaseQueue(path: copy.partial.path(percentEncoded: false))
    try queue.read { try $0.backup(to: database) }
    try queue.close()
    copy.discard()
    target.removeFiles(except: named)
    _ = try? database.checkpoint(.truncate)
    return target.backupReport(missing: [])
  }

  /// Replaces a file that SQLite can't open; the file is renamed and kept.
  private func replaceDamaged() throws -> BackupReport {
    let lock = try FileLock(target)
    _ = try prepare()
    try AssignedNumbers.skipAhead(in: copy.partial)
    let kept = (1...).lazy.map { number in
      let suffix = number == 1 ? "-damaged" : "-damaged-\(number)"
      return target.url.deletingLastPathComponent().appending(
        path: target.url.lastPathComponent + suffix)
    }.first { !FileSystem.exists($0) && !FileSystem.exists($0, "-wal") }
    guard let kept else { throw SwiftDataError.storeFailure }
    try FileSystem.link(target.url, to: kept)
    // Move the log first: SQLite would read it as the log of the new database.
    if FileSystem.exists(target.url, "-wal") {
      try FileSystem.rename(target.url, "-wal", to: kept, "-wal")
    }
    FileSystem.remove(target.url, "-shm")
    try copy.publish()
    withExtendedLifetime(lock) {}
    var report = target.backupReport(missing: [])
    report.damaged = kept
    return report
  }
}

/// The numbers that a store has assigned to rows and transactions.
private struct AssignedNumbers {
  private let identifier: String?
  private let last: [String: Int64]

  init(_ database: Database) throws {
    identifier = try StoreFile.identifier(database)
    let rows = try Row.fetchAll(database, sql: "SELECT entity, last FROM _cairn_sequence")
    last = Dictionary(
      rows.map { ($0[0] as String, $0[1] as Int64) }, uniquingKeysWith: { first, _ in first })
  }

  /// Keeps the copy of an earlier state of the store from assigning them again.
  func reserve(in partial: URL) throws {
    let queue = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try queue.write { database in
      guard try StoreFile.identifier(database) == identifier else {
        return try Self.skipAhead(database)
      }
      for (entity, last) in last {
        try database.execute(
          sql: "INSERT INTO _cairn_sequence (entity, last) VALUES (?1, ?2) "
            + "ON CONFLICT (entity) DO UPDATE SET last = max(last, ?2)",
          arguments: [entity, last])
      }
      try Self.expire(database, after: 1)
    }
    try queue.close()
  }

  /// The increment for a store whose numbers can't be read: more than it has assigned since the
  /// backup.
  private static let leap: Int64 = 1 << 20

  /// Keeps the backup of a lost store from assigning numbers that the store may have assigned.
  static func skipAhead(in partial: URL) throws {
    let queue = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try queue.write { try skipAhead($0) }
    try queue.close()
  }

  private static func skipAhead(_ database: Database) throws {
    let tables = try String.fetchAll(
      database,
      sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
        + "AND name NOT GLOB '_cairn*' AND name NOT GLOB 'sqlite_*'")
    for table in tables {
      try database.execute(
        sql: "INSERT INTO _cairn_sequence (entity, last) VALUES (?1, ?2) "
          + "ON CONFLICT (entity) DO UPDATE SET last = last + ?2", arguments: [table, leap])
    }
    // A change's number contains its transaction's number in the upper half.
    let last = try Int64.fetchOne(database, sql: HistorySQL.last) ?? 0
    try expire(database, after: max(1, min(leap, (Int64(Int32.max) - last) / 2)))
  }

  /// Expires all history tokens, including tokens of the next `count` transactions.
  private static func expire(_ database: Database, after count: Int64) throws {
    try database.execute(
      sql: "UPDATE _cairn_sequence SET last = last + ? WHERE entity = ''", arguments: [count])
    try StoreRestoration.record(in: database)
  }
}
