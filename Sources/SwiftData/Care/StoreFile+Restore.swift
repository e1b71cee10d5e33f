// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Puts a backup in the place of the store, which nobody may have open.
  ///
  /// The backup is checked first and is not changed. What was in the store stays until the backup is
  /// there: it is one transaction of SQLite, so that a process that is killed leaves either the old
  /// store or the new one, whole. A store that is too damaged for that is kept beside under another
  /// name. With the history of the backup all tokens of history expire, since what came after it has
  /// not been; keys that were handed out since are not used again.
  ///
  /// Throws a ``SwiftDataError`` that says why nothing was restored.
  package func restore(from backup: URL, replacing: Bool = false) throws -> BackupReport {
    let backup = StoreFile(backup, lockTimeout: lockTimeout)
    guard backup.url != url else {
      throw SwiftDataError.storeFailure.saying(
        "\(name) can't be restored from itself. Choose its backup.")
    }
    try requireNoFolder()
    let found = try backup.check()
    if let problem = found.problems.first {
      throw SwiftDataError.storeIsCorrupt.saying(
        "The backup \(backup.name) is not sound, so that nothing was restored: \(problem)")
    }
    guard replacing || !isThere else {
      throw SwiftDataError.storeFailure.saying(
        "\(name) is there already. Say that it may be replaced, or restore to another file.")
    }
    try FileLock.refuseOpenStore(self)
    try FileStep.makeFolder(url.deletingLastPathComponent())
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      try translatingErrors { try Restoring(backup, to: self).run() }
    }
  }
}

/// One restore under way.
private struct Restoring {
  private let backup: StoreFile
  private let target: StoreFile
  /// The backup as it is going to be.
  private let copy: DatabaseCopy
  /// Notes the files of the old store and the new one, so that after a kill the next opening of the
  /// store removes those that it does not name.
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
      return target.isThere ? try replace() : try fill()
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Copies the backup beside the store, with its files among the store's: a file's name is never
  /// used for another content.
  private func prepare() throws -> Set<String> {
    let queue = try backup.open()
    defer { try? queue.close() }
    return try queue.read { database in
      let named = try StoreFile.namedFiles(database)
      batch.noteObsolete(named.sorted())
      for name in named.sorted() where try !backup.files.copy(name, to: target.files) {
        throw SwiftDataError.storeIsCorrupt.saying(
          "The external file \(name) of the backup \(backup.name) is missing; nothing was restored."
        )
      }
      try copy.write(from: database)
      return named
    }
  }

  /// Where there is no store.
  private func fill() throws -> BackupReport {
    guard FileStep.size(target.url, "-wal") == 0 else {
      throw SwiftDataError.storeFailure.saying(
        "\(target.name)-wal holds changes of a store that is not there. Put the store back or move "
          + "the log away, and try again.")
    }
    let named = try prepare()
    try Used.noteUnknown(in: copy.partial)
    for suffix in ["-wal", "-shm"] { FileStep.remove(target.url, suffix) }
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
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw FileLock.isOpen(target, "another program")
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: return try replaceDamaged()
      default: throw error
      }
    }
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { try overwrite($0) }
  }

  /// Writes the backup over the content of a store, in one transaction.
  private func overwrite(_ database: Database) throws -> BackupReport {
    do {
      try database.inTransaction(.exclusive) {
        _ = try StoreState.format(of: database, target.name, newest: nil)
        return .commit
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw FileLock.isOpen(target, "another program")
    }
    if let directory = target.files.directory {
      batch.noteObsolete(FileStep.names(in: directory))
    }
    let named = try prepare()
    // What can't be read of a damaged store can't be taken into account.
    if let used = try? Used(database) {
      try used.note(in: copy.partial)
    } else {
      try Used.noteUnknown(in: copy.partial)
    }
    let queue = try DatabaseQueue(path: copy.partial.path(percentEncoded: false))
    try queue.read { try $0.backup(to: database) }
    try queue.close()
    copy.discard()
    target.removeFiles(except: named)
    _ = try? database.checkpoint(.truncate)
    return target.backupReport(missing: [])
  }

  /// Puts the backup in the place of a file that SQLite can't open, which is kept.
  private func replaceDamaged() throws -> BackupReport {
    let lock = try FileLock(target)
    _ = try prepare()
    try Used.noteUnknown(in: copy.partial)
    let kept = (1...).lazy.map { number in
      let suffix = number == 1 ? "-damaged" : "-damaged-\(number)"
      return target.url.deletingLastPathComponent().appending(
        path: target.url.lastPathComponent + suffix)
    }.first { !FileStep.exists($0) && !FileStep.exists($0, "-wal") }
    guard let kept else { throw SwiftDataError.storeFailure }
    try FileStep.link(target.url, to: kept)
    // Before the new database is there, which it would be taken for the log of.
    if FileStep.exists(target.url, "-wal") {
      try FileStep.rename(target.url, "-wal", to: kept, "-wal")
    }
    FileStep.remove(target.url, "-shm")
    try copy.publish()
    withExtendedLifetime(lock) {}
    var report = target.backupReport(missing: [])
    report.damaged = kept
    return report
  }
}

/// The numbers that a store has handed out.
private struct Used {
  private let identifier: String?
  private let last: [String: Int64]

  init(_ database: Database) throws {
    identifier = try StoreFile.identifier(database)
    let rows = try Row.fetchAll(database, sql: "SELECT entity, last FROM _cairn_sequence")
    last = Dictionary(
      rows.map { ($0[0] as String, $0[1] as Int64) }, uniquingKeysWith: { first, _ in first })
  }

  /// Keeps an earlier state of the same store from handing them out again.
  func note(in partial: URL) throws {
    let queue = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try queue.write { database in
      guard try StoreFile.identifier(database) == identifier else {
        return try Self.noteUnknown(database)
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

  /// More numbers than a store has handed out since its backup, if the store itself can't be asked.
  private static let leap: Int64 = 1 << 20

  /// Keeps a store that is not there any more, of which this is a backup, from handing out a number
  /// that it may have handed out.
  static func noteUnknown(in partial: URL) throws {
    let queue = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try queue.write { try noteUnknown($0) }
    try queue.close()
  }

  private static func noteUnknown(_ database: Database) throws {
    let tables = try String.fetchAll(
      database,
      sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
        + "AND name NOT GLOB '_cairn*' AND name NOT GLOB 'sqlite_*'")
    for table in tables {
      try database.execute(
        sql: "INSERT INTO _cairn_sequence (entity, last) VALUES (?1, ?2) "
          + "ON CONFLICT (entity) DO UPDATE SET last = last + ?2", arguments: [table, leap])
    }
    // The number of a change has that of its transaction in its upper half.
    let last = try Int64.fetchOne(database, sql: HistorySQL.last) ?? 0
    try expire(database, after: max(1, min(leap, (Int64(Int32.max) - last) / 2)))
  }

  /// Lets all tokens expire, those of so many transactions to come too.
  private static func expire(_ database: Database, after count: Int64) throws {
    try database.execute(
      sql: "UPDATE _cairn_sequence SET last = last + ? WHERE entity = ''", arguments: [count])
    let now = try Int64.fetchOne(database, sql: HistorySQL.last) ?? 0
    try database.execute(sql: HistorySQL.setPurged, arguments: [now])
  }
}
