// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets one thread of the process write a store's file at a time, first come, first served.
///
/// SQLite's own lock works between processes. Within one it would have the connections of several
/// containers try again and again, and the unlucky ones give up.
final class WriterLock: Sendable {
  private struct Known {
    weak var lock: WriterLock?
  }

  private static let locks = Mutex<[String: Known]>([:])

  /// The lock of a file; one of its own for a store in memory.
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

  /// True if somebody in this process has the lock of a file, as every open store has.
  static func isInUse(_ url: URL) -> Bool {
    let path = url.linkTarget.path(percentEncoded: false)
    return locks.withLock { $0[path]?.lock != nil }
  }

  private let semaphore = DispatchSemaphore(value: 1)
  /// The thread that writes; 0 if none does.
  private let owner = Atomic<UInt>(0)

  /// Runs `body` alone.
  ///
  /// Throws ``SwiftDataError/storeIsLocked`` if others write for longer than `timeout` seconds, and
  /// at once if this very thread does.
  func locked<R>(timeout: Double, store name: String, _ body: () throws -> R) throws -> R {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) == thread {
      throw SwiftDataError.storeIsLocked.saying(
        "\(name) is being written by another context in a transaction { } that this call is part "
          + "of. Save when it has ended, or use its context.")
    }
    guard semaphore.wait(timeout: .now() + timeout) == .success else {
      throw SwiftDataError.storeIsLocked.saying(
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
