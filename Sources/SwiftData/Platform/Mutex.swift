// Cairn
// SPDX-License-Identifier: Apache-2.0

#if THREAD_SANITIZER
  import Foundation

  /// A replacement for `Synchronization.Mutex` in Thread Sanitizer builds.
  ///
  /// `Synchronization.Mutex` waits on a futex inside a library that the sanitizer does not
  /// instrument, which causes false reports of races. This type has the same interface and uses a
  /// lock that the sanitizer knows.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private final class Storage {
      var value: Value
      init(_ value: Value) { self.value = value }
    }

    private let lock = NSLock()
    private let storage: Storage

    package init(_ value: sending Value) { storage = Storage(value) }

    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      nonisolated(unsafe) var value = storage.value
      defer { storage.value = value }
      nonisolated(unsafe) let result = try body(&value)
      return result
    }
  }
#endif
