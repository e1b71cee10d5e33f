// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Backs up the store's last committed state with its external files, while other processes may
  /// write.
  ///
  /// The copy is a complete store; its external files are in the hidden folder beside it. It
  /// appears at `target` only after it is complete and checked, and an earlier backup stays intact
  /// until then.
  ///
  /// - Parameters:
  ///   - target: The file of the copy.
  ///   - replacing: Whether an earlier backup may be replaced.
  ///   - onSnapshot: Called before each snapshot is copied, with its number, from 1, and whether
  ///     writers must wait for it.
  /// - Returns: The sizes of the copy, and the missing files.
  /// - Throws: A ``SwiftDataError`` with the reason.
  package func backUp(
    to target: URL, replacing: Bool = false, onSnapshot: (Int, Bool) throws -> Void = { _, _ in }
  ) throws -> BackupReport {
    try requireFile()
    let target = StoreFile(target, lockTimeout: lockTimeout)
    guard target.url != url else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) can't be backed up to itself. Choose another file.")
    }
    try target.requireNoFolder()
    let guarded = try target.prepareReplacement(replacing)
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
      if !target.exists {
        target.removeFiles(except: [])
        target.files.directory.map(FileSystem.removeEmptyFolder)
      }
      throw error
    }
  }

  /// Checks that a backup may be written here; returns the lock that keeps other processes from
  /// opening an existing one.
  private func prepareReplacement(_ isAllowed: Bool) throws -> FileLock? {
    try FileSystem.makeFolder(url.deletingLastPathComponent())
    guard exists else {
      // SQLite would read it as the log of the new database.
      guard FileSystem.size(url, "-wal") == 0 else { throw logIsInTheWay() }
      return nil
    }
    guard isAllowed else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) already exists. Choose another name, or allow replacing it.")
    }
    try FileLock.requireClosed(self)
    // Replaces only a store, and a backup has no log.
    try translatingErrors {
      let queue = try open()
      try queue.read { try requireStore($0) }
      try queue.close()
    }
    let lock = try FileLock(self)
    guard FileSystem.size(url, "-wal") == 0 else { throw logIsInTheWay() }
    for suffix in ["-wal", "-shm"] { FileSystem.remove(url, suffix) }
    return lock
  }

  private func logIsInTheWay() -> SwiftDataError {
    SwiftDataError.storeFailure.withMessage(
      "\(name)-wal holds changes of a store with that name, which is in use or was left by a "
        + "killed program. Choose another name for the backup.")
  }

  /// Copies the files and the database of one snapshot; returns the referenced files, and the
  /// missing ones among them.
  ///
  /// The files are copied first, while the snapshot that references them is held. If a file is
  /// gone, either a writer removed it, and the next snapshot does not reference it, or it is
  /// missing.
  private func copyContent(
    _ copy: DatabaseCopy, to target: ExternalFiles, _ onSnapshot: (Int, Bool) throws -> Void
  ) throws -> (named: Set<String>, missing: [String]) {
    try translatingErrors {
      var copied: Set<String> = []
      var gone: Set<String> = []
      // If writers keep replacing files, the last attempt blocks them.
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

  /// Runs `body` on a snapshot; if it is locked, no commit can follow meanwhile.
  private func snapshot<R>(isLocked: Bool, _ body: (Database) throws -> R) throws -> R {
    let queue = try open()
    defer { try? queue.close() }
    if !isLocked { return try queue.read(body) }
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      // SQLite can't copy from a connection that is writing.
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

  /// Throws an error if the copy is damaged, so that it does not replace an earlier backup.
  private func requireWholeCopy(of original: String) throws {
    let queue = try open()
    defer { try? queue.close() }
    let answer = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard answer != "ok" else { return }
    throw SwiftDataError.storeIsCorrupt.withMessage(
      "\(original) is damaged (\(answer ?? "no answer")), so no backup was written. "
        + "\(DamageReport(path: original)) Restore an earlier backup.")
  }

  /// Removes the external files that a newly published database does not reference.
  func removeFiles(except named: Set<String>) {
    guard let directory = files.directory else { return }
    files.remove(FileSystem.names(in: directory).filter { !named.contains($0) })
  }

  /// The report for a finished copy at this location.
  func backupReport(missing: [String]) -> BackupReport {
    let names = files.directory.map(FileSystem.names(in:)) ?? []
    return BackupReport(
      url: url, databaseBytes: FileSystem.size(url), externalFiles: names.count,
      externalBytes: names.reduce(0) { $0 + files.size($1) }, missingFiles: missing)
  }
}

extension ExternalFiles {
  /// Copies a file to another store's external files; returns false if it is missing.
  func copy(_ name: String, to target: ExternalFiles) throws -> Bool {
    guard let directory, let folder = target.directory else { return false }
    try FileSystem.makeFolder(folder)
    return try FileSystem.copy(directory.appending(path: name), to: folder.appending(path: name))
  }

  /// Returns the size of a file in bytes.
  func size(_ name: String) -> Int {
    directory.map { FileSystem.size($0.appending(path: name)) } ?? 0
  }
}
