// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the news of one or more stores until somebody takes them, who may wait for some.
///
/// However much there is, it holds little: the rows of a few commits, and then only that everything
/// may be other.
final class NewsBox: Sendable {
  /// How many commits are kept apart.
  private static let limit = 64

  /// What was committed to the store with that number.
  typealias Commit = (store: Int, changes: SavedChanges)

  private struct State {
    var changes: [Commit] = []
    var isEverything = false
    var waiter: CheckedContinuation<Void, Never>?
    var isCancelled = false

    var isEmpty: Bool { changes.isEmpty && !isEverything }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())

  func put(_ news: StoreNews, from store: Int = 0) {
    let waiter = state.withLock { state in
      if case .changes(let changes) = news, state.changes.count < Self.limit, !state.isEverything {
        state.changes.append((store, changes))
      } else {
        state.changes = []
        state.isEverything = true
      }
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// What has come, in order, and lets go of it; nil if everything may be other.
  func take() -> [Commit]? {
    state.withLock { state in
      defer {
        state.changes = []
        state.isEverything = false
      }
      return state.isEverything ? nil : state.changes
    }
  }

  /// Returns when something has come, or at once if the task is cancelled.
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
        return state.takeWaiter()
      }
      waiter?.resume()
    }
  }
}
