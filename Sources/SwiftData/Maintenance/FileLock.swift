// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// An exclusive lock on a database file, until it is deallocated.
///
/// It works even if the file is too damaged for SQLite to lock it.
///
/// It locks SQLite's own lock bytes: each process that has the database open holds some of them,
/// and each process that opens it waits for them.
final class FileLock {
  /// The range of SQLite's lock bytes (see its os.h).
  private static let bytes: Range<Int64> = 0x4000_0000..<0x4000_0200
  private let lock: AdvisoryLock

  /// Locks a file; throws ``SwiftDataError/storeIsLocked`` if another process has it open.
  ///
  /// Call ``requireClosed(_:)`` first: to open and close the file would release the locks of this
  /// process's own connections.
  init(_ file: StoreFile) throws {
    do {
      lock = try AdvisoryLock(opening: file.name, O_RDWR)
    } catch {
      throw SwiftDataError.storeIsReadOnly.withMessage(
        "\(file.name) can't be written (\(error.message)). Check its permissions.")
    }
    guard (try? lock.acquireIfAvailable(.exclusive, bytes: Self.bytes)) == true else {
      throw Self.openError(file, "another program")
    }
  }

  /// Throws an error if a container of this process has the store open.
  ///
  /// Waits up to one second for it to close, because a file watcher may hold the store a moment
  /// longer than its container.
  static func requireClosed(_ file: StoreFile) throws {
    for _ in 0..<100 where WriterLock.isInUse(file.url) { Thread.sleep(forTimeInterval: 0.01) }
    if WriterLock.isInUse(file.url) { throw openError(file, "this program") }
  }

  static func openError(_ file: StoreFile, _ owner: String) -> SwiftDataError {
    SwiftDataError.storeIsLocked.withMessage(
      "\(file.name) can't be replaced while it is open in \(owner). Quit that program and try "
        + "again; nothing was changed.")
  }
}
