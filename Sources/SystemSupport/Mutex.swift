// Cairn
// SPDX-License-Identifier: Apache-2.0

#if THREAD_SANITIZER
  /// A replacement for `Synchronization.Mutex` in Thread Sanitizer builds.
  ///
  /// `Synchronization.Mutex` waits on a futex inside a library that the sanitizer does not
  /// instrument, which causes false reports of races. This type has the same interface and uses a
  /// lock that the sanitizer knows. Each module names it `Mutex` in such builds, by a type alias
  /// that hides the type of `Synchronization`; other builds use that type.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Unchecked, since the value is accessed only while the lock is held.

    private final class Storage {
      // A property would be accessed by two threads at once, which the sanitizer reports.
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      var value: Value

      init(_ value: consuming Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
      }

      deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
      }
    }

    private let storage: Storage

    package init(_ value: consuming sending Value) { storage = Storage(value) }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(storage.lock)
      defer { pthread_mutex_unlock(storage.lock) }
      return try body(&storage.value)
    }
  }
#endif
