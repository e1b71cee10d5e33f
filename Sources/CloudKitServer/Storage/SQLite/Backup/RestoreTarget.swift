// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The target file of a restore, locked exclusively for the lifetime of the object.
final class RestoreTarget {
  private let file: URL
  /// The existing database; nil if the file is missing or cannot be opened.
  private let old: DatabaseQueue?
  private let isDamaged: Bool
  /// The last epoch of the file's history.
  let epoch: UInt64

  init(_ file: URL) throws {
    self.file = file
    let path = file.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else {
      (old, isDamaged, epoch) = (nil, false, 0)
      return
    }
    var opened: DatabaseQueue?
    var (damaged, last) = (false, UInt64(0))
    do {
      var configuration = Configuration()
      configuration.label = "cairn.cloud.restore"
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      last = try queue.writeWithoutTransaction { db in
        // SQLite then holds an exclusive lock from the first access.
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
        try db.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
        return try RestoredHistory.epoch(db)
      }
      opened = queue
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw BackupError.inUse(path)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: damaged = true
      default: throw StorageError(error)
      }
    }
    (old, isDamaged, epoch) = (opened, damaged, last)
  }

  /// Replaces the old database atomically, even if the process is killed.
  func replace(with copy: DatabaseQueue, at partial: URL) throws {
    if let old {
      // The copy is one transaction of the old file.
      try copy.backup(to: old)
      try copy.close()
      try old.close()
      return
    }
    try copy.close()
    let path = file.path(percentEncoded: false)
    if isDamaged {
      let kept = path + ".damaged-\(Int(Date().timeIntervalSince1970))"
      for suffix in ["-wal", "-shm", "-journal", ""]
      where FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.moveItem(atPath: path + suffix, toPath: kept + suffix)
      }
    }
    // An orphaned log must not be applied to the new file.
    BackupLocation.removeDatabase(file)
    try BackupLocation.replace(file, with: partial)
  }
}
