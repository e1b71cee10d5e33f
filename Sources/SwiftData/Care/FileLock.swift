// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps all programs from using a database file, also one that is too damaged for SQLite to lock
/// it, until it goes.
///
/// It holds SQLite's own lock bytes, as its connections do: whoever has the database open holds some
/// of them, and whoever opens it waits for them.
final class FileLock {
  /// Where SQLite's lock bytes begin, and how many they are (see its os.h).
  private static let bytes: (start: off_t, count: off_t) = (0x4000_0000, 512)
  private let descriptor: Int32

  /// Throws ``SwiftDataError/storeIsLocked`` if another process has the file open.
  ///
  /// To be called after ``refuseOpenStore(_:)``: opening and closing the file ends the locks of this
  /// process's own connections to it.
  init(_ file: StoreFile) throws {
    let descriptor = open(file.name, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SwiftDataError.storeIsReadOnly.saying(
        "\(file.name) can't be written (\(String(cString: strerror(errno)))). Check its permissions."
      )
    }
    self.descriptor = descriptor
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = Self.bytes
    guard fcntl(descriptor, Self.set, &lock) == 0 else {
      throw Self.isOpen(file, "another program")
    }
  }

  /// Throws if a container of this process has the store open.
  ///
  /// Waits up to a second for it to be closed: what watches its files may hold it for a moment after
  /// its container has gone.
  static func refuseOpenStore(_ file: StoreFile) throws {
    for _ in 0..<100 where WriterLock.isInUse(file.url) { Thread.sleep(forTimeInterval: 0.01) }
    if WriterLock.isInUse(file.url) { throw isOpen(file, "this program") }
  }

  deinit { close(descriptor) }

  /// `F_OFD_SETLK`: a lock that belongs to the descriptor and not to the process.
  private static let set: Int32 = 37

  static func isOpen(_ file: StoreFile, _ who: String) -> SwiftDataError {
    SwiftDataError.storeIsLocked.saying(
      "\(file.name) is open in \(who), and can't be replaced under its hands. End it and try "
        + "again; nothing was changed.")
  }
}
