// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// Serializes the writes of a process's threads to a store's file, in FIFO order.
///
/// SQLite's own lock works between processes. Within one process, the connections of several
/// containers would poll for it, and some would time out.
final class WriterLock: Sendable {
  private struct Known {
    weak var lock: WriterLock?
  }

  private static let locks = Mutex<[String: Known]>([:])

  /// The lock of a file; a new lock for a store in memory.
  static func of(_ url: URL?) -> WriterLock {
    guard let url else { return WriterLock() }
    let path = url.linkTarget.path(percentEncoded: false)
    return locks.withLock { locks in
      if let known = locks[path]?.lock { return known }
      locks = locks.filter { $0.value.lock != nil }
      let lock = WriterLock()
      locks[path] = Known(lock: lock)
      return lock
    }
  }

  /// True if the lock of a file exists in this process, as for every open store.
  static func isInUse(_ url: URL) -> Bool {
    let path = url.linkTarget.path(percentEncoded: false)
    return locks.withLock { $0[path]?.lock != nil }
  }

  private let semaphore = DispatchSemaphore(value: 1)
  /// The writing thread; 0 if there is none.
  private let owner = Atomic<UInt>(0)

  /// True inside of a write by the calling thread.
  var isOwnedByThisThread: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Runs `body` exclusively.
  ///
  /// Throws ``SwiftDataError/storeIsLocked`` if other threads write for longer than `timeout`
  /// seconds, and at once if this thread is already writing.
  func locked<R>(timeout: Double, store name: String, _ body: () throws -> R) throws -> R {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) == thread {
      throw SwiftDataError.storeIsLocked.withMessage(
        "\(name) is being written by another context, in a transaction { } that contains this "
          + "call. Save after the transaction, or use its context.")
    }
    guard semaphore.wait(timeout: .now() + timeout) == .success else {
      throw SwiftDataError.storeIsLocked.withMessage(
        "\(name) is locked: another context of this program has been writing it for over "
          + "\(timeout.formatted()) seconds. Let its transaction end, and try again; nothing was "
          + "changed.")
    }
    owner.store(thread, ordering: .relaxed)
    defer {
      owner.store(0, ordering: .relaxed)
      semaphore.signal()
    }
    return try body()
  }
}
