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

/// The changes of one or more commits to a store.
enum StoreChanges: Sendable {
  /// The changed rows.
  case changes(SavedChanges)
  /// The changed rows are unknown.
  case everything

  /// Whether the changes include rows of one of the entities; nil means all entities.
  func concerns(_ entities: Set<Int>?) -> Bool {
    guard case .changes(let changes) = self, let entities else { return true }
    return entities.contains { changes.touches($0) }
  }
}

extension SavedChanges {
  /// Whether the changes include rows of an entity.
  func touches(_ entity: Int) -> Bool {
    inserted[entity] != nil || updated[entity] != nil || deleted[entity] != nil
  }

  /// The entities of the changed rows.
  var entities: Set<Int> { Set(inserted.keys).union(updated.keys).union(deleted.keys) }
}
