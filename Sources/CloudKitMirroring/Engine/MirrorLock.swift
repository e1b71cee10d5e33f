// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SwiftData
import Synchronization
import SystemSupport

/// Ensures that only one process at a time mirrors a store.
///
/// The lock is an advisory lock on a file next to the store. It ends with the process, even after a
/// crash. The file contains the process ID.
package final class MirrorLock: Sendable {
  /// Nil for an in-memory store, which no other process can open.
  private let path: String?
  /// The lock while it is held.
  private let held = Mutex<AdvisoryLock?>(nil)

  /// Creates the lock for the store of a configuration.
  package init(_ configuration: ModelConfiguration) {
    path =
      configuration.isStoredInMemoryOnly
      ? nil : configuration.url.path(percentEncoded: false) + "-sync.lock"
  }

  /// Tries to acquire the lock until ``release()``; false if another process holds it.
  ///
  /// - Throws: A ``SwiftDataError`` if the file can't be created.
  package func take() throws -> Bool {
    guard let path else { return true }
    return try held.withLock { held in
      if held != nil { return true }
      do throws(SystemError) {
        // Open read-only: opening for writing signals the holder.
        let lock = try AdvisoryLock(opening: path, O_RDONLY | O_CREAT)
        guard try lock.acquireIfAvailable(.exclusive) else { return false }
        Self.writeNumber(path)
        held = lock
        return true
      } catch {
        throw Self.failure(path, error)
      }
    }
  }

  /// Writes the process ID, which is only displayed: without it, messages are less specific.
  private static func writeNumber(_ path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }

  // MARK: Signals

  /// Signals the holder of the lock to check for requests.
  package func knock() {
    guard let path else { return }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    if file >= 0 { close(file) }
  }

  /// Calls `action` on each signal, until the returned value is released.
  package func listen(_ action: @escaping @Sendable () -> Void) -> (any Sendable)? {
    path.map { FileWatch.shared.watch(URL(filePath: $0), action) }
  }

  /// True between ``take()`` and ``release()``.
  package var isHeld: Bool { path == nil || held.withLock { $0 != nil } }

  /// Releases the lock.
  package func release() {
    held.withLock { $0 = nil }
  }

  /// The ID of the process that mirrors the store; nil if there is none or it is unknown.
  package var holder: Int32? {
    guard let path, let file = try? AdvisoryLock(opening: path, O_RDONLY) else { return nil }
    // Without a lock, the file has the ID of a process that has ended.
    if (try? file.acquireIfAvailable(.shared)) == true { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = file.withDescriptor { pread($0, &bytes, bytes.count, 0) }
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0.isNumber })
  }

  private static func failure(_ path: String, _ error: SystemError) -> SwiftDataError {
    .storeFailure.withMessage(
      "\(path) can't be locked, so that only one program at a time syncs the store "
        + "(\(error.message)).")
  }
}
