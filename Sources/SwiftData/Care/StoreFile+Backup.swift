// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Copies the store as it was committed last, with its external files, while others go on.
  ///
  /// The copy is a store of its own at `target`, and its external files lie in the hidden folder
  /// beside it. It appears there as a whole when it is complete and was checked. With `replacing`, it
  /// takes the place of an earlier backup, which stays whole until then. `onSnapshot` is called when
  /// the copy of a snapshot begins: with its number, from 1, and whether writers have to wait for it.
  /// Throws a ``SwiftDataError`` that says why there is no backup.
  package func backUp(
    to target: URL, replacing: Bool = false, onSnapshot: (Int, Bool) throws -> Void = { _, _ in }
  ) throws -> BackupReport {
    try requireFile()
    let target = StoreFile(target, lockTimeout: lockTimeout)
    guard target.url != url else {
      throw SwiftDataError.storeFailure.saying(
        "\(name) can't be backed up to itself. Choose another file.")
    }
    try target.requireNoFolder()
    let guarded = try target.prepareToBeReplaced(replacing)
    let copy = DatabaseCopy(to: target.url)
    do {
      let (named, missing) = try copyContent(copy, to: target.files, onSnapshot)
      let copied = StoreFile(copy.partial)
      try copied.translatingErrors { try copied.requireWholeCopy(of: name) }
      try copy.publish()
      withExtendedLifetime(guarded) {}
      target.removeFiles(except: named)
      return target.backupReport(missing: missing)
    } catch {
      copy.discard()
      if !target.isThere {
        target.removeFiles(except: [])
        target.files.directory.map(FileStep.removeEmptyFolder)
      }
      throw error
    }
  }

  /// Throws unless a backup may be put here; returns the lock that keeps others from opening what is
  /// there until then.
  private func prepareToBeReplaced(_ isAllowed: Bool) throws -> FileLock? {
    try FileStep.makeFolder(url.deletingLastPathComponent())
    guard isThere else {
      // It would be taken for the log of what is put beside it.
      guard FileStep.size(url, "-wal") == 0 else { throw logIsInTheWay() }
      return nil
    }
    guard isAllowed else {
      throw SwiftDataError.storeFailure.saying(
        "\(name) is there already. Choose another name, or say that it may be replaced.")
    }
    try FileLock.refuseOpenStore(self)
    // Not what is no store, and a copy of one has no log.
    try translatingErrors {
      let queue = try open()
      try queue.read { try requireStore($0) }
      try queue.close()
    }
    let lock = try FileLock(self)
    guard FileStep.size(url, "-wal") == 0 else { throw logIsInTheWay() }
    for suffix in ["-wal", "-shm"] { FileStep.remove(url, suffix) }
    return lock
  }

  private func logIsInTheWay() -> SwiftDataError {
    SwiftDataError.storeFailure.saying(
      "\(name)-wal holds changes of a store of that name, which is in use or was left by a program "
        + "that was killed. Choose another name for the backup.")
  }

  /// Copies files and database, of the same moment; returns the files that the copy names, and
  /// those of them that are missing.
  ///
  /// The files are copied first, while the snapshot in which they are named is held. A file that is
  /// gone was removed by a writer, and is not named by the next snapshot; or it is missing.
  private func copyContent(
    _ copy: DatabaseCopy, to target: ExternalFiles, _ onSnapshot: (Int, Bool) throws -> Void
  ) throws -> (named: Set<String>, missing: [String]) {
    try translatingErrors {
      var copied: Set<String> = []
      var gone: Set<String> = []
      // Writers that replace files all the time have to wait once.
      for (index, isLocked) in [false, false, false, false, true].enumerated() {
        let named = try snapshot(isLocked: isLocked) { database -> Set<String>? in
          try requireStore(database)
          let named = try Self.namedFiles(database)
          try onSnapshot(index + 1, isLocked)
          let nowGone = try named.subtracting(copied).filter { name in
            if try files.copy(name, to: target) {
              copied.insert(name)
              return false
            }
            return true
          }
          defer { gone = nowGone }
          guard isLocked || nowGone.isSubset(of: gone) else { return nil }
          try copy.write(from: database)
          return named
        }
        if let named { return (named, gone.sorted()) }
      }
      return ([], [])
    }
  }

  /// Runs `body` on a snapshot, which nobody can follow with another commit if it is locked.
  private func snapshot<R>(isLocked: Bool, _ body: (Database) throws -> R) throws -> R {
    let queue = try open()
    defer { try? queue.close() }
    if !isLocked { return try queue.read(body) }
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      // SQLite copies from no connection that is writing itself.
      let lock = try open(forWriting: true)
      defer { try? lock.close() }
      return try lock.writeWithoutTransaction { database in
        var result: R?
        try database.inTransaction(.immediate) {
          result = try queue.read(body)
          return .rollback
        }
        guard let result else { throw SwiftDataError.storeFailure }
        return result
      }
    }
  }

  /// Throws for a copy of a damaged store: it must not take the place of an earlier backup.
  private func requireWholeCopy(of original: String) throws {
    let queue = try open()
    defer { try? queue.close() }
    let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard answer != "ok" else { return }
    throw SwiftDataError.storeIsCorrupt.saying(
      "\(original) is damaged (\(answer ?? "no answer")), so that no backup was made. "
        + "\(DamageReport(path: original)) Restore an earlier backup.")
  }

  /// Removes external files that a database which was just put here does not name.
  func removeFiles(except named: Set<String>) {
    guard let directory = files.directory else { return }
    files.remove(FileStep.names(in: directory).filter { !named.contains($0) })
  }

  /// What lies here after a copy.
  func backupReport(missing: [String]) -> BackupReport {
    let names = files.directory.map(FileStep.names(in:)) ?? []
    return BackupReport(
      url: url, databaseBytes: FileStep.size(url), externalFiles: names.count,
      externalBytes: names.reduce(0) { $0 + files.size($1) }, missingFiles: missing)
  }
}

extension ExternalFiles {
  /// Copies a file to another store's; false if it is missing.
  func copy(_ name: String, to target: ExternalFiles) throws -> Bool {
    guard let directory, let folder = target.directory else { return false }
    try FileStep.makeFolder(folder)
    return try FileStep.copy(directory.appending(path: name), to: folder.appending(path: name))
  }

  /// The bytes of a file.
  func size(_ name: String) -> Int {
    directory.map { FileStep.size($0.appending(path: name)) } ?? 0
  }
}
