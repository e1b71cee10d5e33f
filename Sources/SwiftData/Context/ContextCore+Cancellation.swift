// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// The task of a running fetch, whose cancellation interrupts SQLite.
final class FetchCancellation {
  private let task: UnsafeCurrentTask
  /// True while Swift code of the program runs, which may read other rows on the same connection.
  var isPaused = false
  private(set) var wasInterrupted = false

  init(_ task: UnsafeCurrentTask) { self.task = task }

  /// The number of SQLite's instructions between two checks: about 0.1 ms.
  static let instructions: Int32 = 10_000

  fileprivate func shouldInterrupt() -> Bool {
    if isPaused || !task.isCancelled { return false }
    wasInterrupted = true
    return true
  }
}

extension ContextCore {
  /// Runs a fetch of the program, which the cancellation of the current task interrupts.
  ///
  /// Throws `CancellationError` if the task was cancelled while SQLite was searching. A fetch that
  /// needs less than 10,000 of SQLite's instructions is not interrupted.
  func cancellable<R>(_ body: () throws -> R) throws -> R {
    try use("a fetch") { try cancellableFetch(body) }
  }

  private func cancellableFetch<R>(_ body: () throws -> R) throws -> R {
    if cancellation != nil { return try body() }
    return try withUnsafeCurrentTask { task in
      guard let task else { return try body() }
      let cancellation = FetchCancellation(task)
      self.cancellation = cancellation
      defer { self.cancellation = nil }
      do {
        return try body()
      } catch {
        throw cancellation.wasInterrupted ? CancellationError() : error
      }
    }
  }

  /// Runs `body` on a connection, and interrupts its statement when the task of the fetch is
  /// cancelled.
  func readInterruptibly<R>(_ body: (Store.Connection) throws -> R) throws -> R {
    guard let cancellation else { return try read(body) }
    return try read { connection in
      sqlite3_progress_handler(
        connection.handle, FetchCancellation.instructions,
        { context in
          guard let context else { return 0 }
          let cancellation = Unmanaged<FetchCancellation>.fromOpaque(context)
            .takeUnretainedValue()
          return cancellation.shouldInterrupt() ? 1 : 0
        }, Unmanaged.passUnretained(cancellation).toOpaque())
      defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
      return try withExtendedLifetime(cancellation) { try body(connection) }
    }
  }

  /// Runs code of the program during a fetch, whose own reads are not interrupted.
  func pausingCancellation<R>(_ body: () throws -> R) rethrows -> R {
    guard let cancellation else { return try body() }
    cancellation.isPaused = true
    defer { cancellation.isPaused = false }
    return try body()
  }
}
