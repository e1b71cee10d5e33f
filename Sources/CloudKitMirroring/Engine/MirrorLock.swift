// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SwiftData
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that one program at a time mirrors a store.
///
/// It is a lock on a file beside the store's, which ends with the process whatever ends that, and in which
/// the number of the process stands.
package final class MirrorLock: Sendable {
  /// Nil for a store in memory, which no other program has.
  private let path: String?
  /// The open file while the lock is held.
  private let held = Mutex<Int32?>(nil)

  /// The lock of the store of a configuration.
  package init(_ configuration: ModelConfiguration) {
    path =
      configuration.isStoredInMemoryOnly
      ? nil : configuration.url.path(percentEncoded: false) + "-sync.lock"
  }

  deinit { release() }

  /// True if nobody else mirrors the store, from now until ``release()``.
  ///
  /// Throws a ``SwiftDataError`` if the file can't be made.
  package func take() throws -> Bool {
    guard let path else { return true }
    return try held.withLock { held in
      if held != nil { return true }
      // Only to be read: to open it for writing is to knock.
      let file = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Self.failure(path) }
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        let number = errno
        if number == EINTR { continue }
        close(file)
        if number == EWOULDBLOCK { return false }
        errno = number
        throw Self.failure(path)
      }
      Self.writeNumber(path)
      held = file
      return true
    }
  }

  /// Writes the number of this process, only to be shown: who finds none says less.
  private static func writeNumber(_ path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }

  // MARK: Asking

  /// Has who holds the lock look what others ask for.
  package func knock() {
    guard let path else { return }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    if file >= 0 { close(file) }
  }

  /// Calls `action` when somebody knocks, until what it returns goes.
  package func listen(_ action: @escaping @Sendable () -> Void) -> (any Sendable)? {
    path.map { FileWatch.shared.watch(URL(filePath: $0), action) }
  }

  /// True between ``take()`` and ``release()``.
  package var isHeld: Bool { path == nil || held.withLock { $0 != nil } }

  /// Lets others mirror the store.
  package func release() {
    held.withLock { held in
      if let file = held { close(file) }
      held = nil
    }
  }

  /// The number of the process that mirrors the store; nil if none does, as far as can be seen.
  package var holder: Int32? {
    guard let path else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // One that nobody holds has the number of somebody who has ended.
    if flock(file, LOCK_SH | LOCK_NB) == 0 { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0.isNumber })
  }

  private static func failure(_ path: String) -> SwiftDataError {
    .storeFailure.saying(
      "\(path), by which one program at a time syncs the store, can't be locked "
        + "(\(String(cString: strerror(errno)))).")
  }
}
