// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An exclusive lock on a database file, until it is deallocated.
///
/// It works even if the file is too damaged for SQLite to lock it.
///
/// It locks SQLite's own lock bytes: each process that has the database open holds some of them,
/// and each process that opens it waits for them.
final class FileLock {
  /// The range of SQLite's lock bytes (see its os.h).
  private static let bytes: (start: off_t, count: off_t) = (0x4000_0000, 512)
  private let descriptor: Int32

  /// Locks a file; throws ``SwiftDataError/storeIsLocked`` if another process has it open.
  ///
  /// Call ``requireClosed(_:)`` first: to open and close the file would release the locks of this
  /// process's own connections.
  init(_ file: StoreFile) throws {
    let descriptor = open(file.name, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SwiftDataError.storeIsReadOnly.withMessage(
        "\(file.name) can't be written (\(String(cString: strerror(errno)))). Check its "
          + "permissions.")
    }
    self.descriptor = descriptor
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = Self.bytes
    guard fcntl(descriptor, Self.set, &lock) == 0 else {
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

  deinit { close(descriptor) }

  /// `F_OFD_SETLK`: a lock that belongs to the descriptor and not to the process.
  private static let set: Int32 = 37

  static func openError(_ file: StoreFile, _ owner: String) -> SwiftDataError {
    SwiftDataError.storeIsLocked.withMessage(
      "\(file.name) can't be replaced while it is open in \(owner). Quit that program and try "
        + "again; nothing was changed.")
  }
}
