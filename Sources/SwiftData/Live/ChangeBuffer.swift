// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Buffers the changes of one or more stores until a consumer removes them; the consumer can wait
/// for changes.
///
/// The buffer is bounded: beyond 64 commits it only records that any model may have changed.
final class ChangeBuffer: Sendable {
  /// The maximum number of separate commits.
  private static let limit = 64

  /// A commit to the store with that index.
  typealias Commit = (store: Int, changes: SavedChanges)

  private struct State {
    var changes: [Commit] = []
    var isEverything = false
    var waiter: CheckedContinuation<Void, Never>?
    var isCancelled = false

    var isEmpty: Bool { changes.isEmpty && !isEverything }

    mutating func removeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())

  func append(_ new: StoreChanges, from store: Int = 0) {
    let waiter = state.withLock { state in
      if case .changes(let changes) = new, state.changes.count < Self.limit, !state.isEverything {
        state.changes.append((store, changes))
      } else {
        state.changes = []
        state.isEverything = true
      }
      return state.removeWaiter()
    }
    waiter?.resume()
  }

  /// Removes the buffered commits and returns them in order; nil if any model may have changed.
  func drain() -> [Commit]? {
    state.withLock { state in
      defer {
        state.changes = []
        state.isEverything = false
      }
      return state.isEverything ? nil : state.changes
    }
  }

  /// Returns when there are changes, or at once if the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if !state.isEmpty || state.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        return state.removeWaiter()
      }
      waiter?.resume()
    }
  }
}
