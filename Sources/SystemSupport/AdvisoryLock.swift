// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An advisory lock on an open file, until it is deallocated.
///
/// The lock belongs to the open file: it excludes other processes, and other instances in this
/// process. It ends with the process, even after a crash.
package final class AdvisoryLock: Sendable {
  /// The access of other holders.
  package enum Mode: Sendable {
    /// Other shared locks are possible.
    case shared
    /// No other lock is possible.
    case exclusive
  }

  private let descriptor: Int32

  /// Opens a file without locking it.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - flags: The flags of `open(2)`, such as `O_RDWR | O_CREAT`. `O_CLOEXEC` is added.
  ///   - permissions: The permissions of a file that is created.
  /// - Throws: The error of `open(2)`.
  package init(opening path: String, _ flags: Int32, permissions: mode_t = 0o600)
    throws(SystemError)
  {
    let descriptor = open(path, flags | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Runs `body` with the file's descriptor; the lock is held at least until `body` returns.
  package func withDescriptor<Result, Failure>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(descriptor)
  }

  // MARK: The whole file

  /// Locks the file; waits for other holders.
  package func acquire(_ mode: Mode) throws(SystemError) {
    if try !lock(mode, 0) { throw SystemError(EWOULDBLOCK) }
  }

  /// Locks the file, or returns false if another holder excludes it.
  package func acquireIfAvailable(_ mode: Mode) throws(SystemError) -> Bool {
    try lock(mode, LOCK_NB)
  }

  private func lock(_ mode: Mode, _ options: Int32) throws(SystemError) -> Bool {
    let operation = mode == .shared ? LOCK_SH : LOCK_EX
    while flock(descriptor, operation | options) != 0 {
      switch SystemError.last {
      case SystemError(EINTR): continue
      case SystemError(EWOULDBLOCK): return false
      case let error: throw error
      }
    }
    return true
  }

  // MARK: A range of bytes

  /// Locks a range of bytes, or returns false if another holder excludes it.
  ///
  /// The lock excludes the record locks of `fcntl(2)`, such as SQLite's, of all processes, and it
  /// is independent of locks on the whole file. The file must be open for reading if the mode is
  /// shared, and for writing if it is exclusive.
  package func acquireIfAvailable(_ mode: Mode, bytes: Range<Int64>) throws(SystemError) -> Bool {
    var lock = flock()
    lock.l_type = Int16(mode == .shared ? F_RDLCK : F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.lowerBound)
    lock.l_len = off_t(bytes.count)
    guard fcntl(descriptor, Self.setRecordLock, &lock) != 0 else { return true }
    switch SystemError.last {
    case SystemError(EAGAIN), SystemError(EACCES): return false
    case let error: throw error
    }
  }

  /// `F_OFD_SETLK`, which not every C library declares: a record lock that belongs to the open file
  /// and not to the process.
  private static var setRecordLock: Int32 {
    #if canImport(Darwin)
      90
    #else
      37
    #endif
  }
}
