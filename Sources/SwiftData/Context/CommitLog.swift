// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The latest commits of a container's contexts, from which the other contexts update their models.
final class CommitLog: Sendable {
  struct Commit: Sendable {
    /// The commit's number in the store.
    let generation: Int64
    /// The core of the context that saved.
    let author: ObjectIdentifier
    let changes: SavedChanges
  }

  private struct State {
    var commits: [Commit] = []
    var modelCount = 0
    var contexts = 0
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  /// The number of commits that the log keeps; a context that is further behind invalidates all its
  /// models.
  private static let commitLimit = 256
  private static let modelLimit = 200_000

  private let state = Mutex(State())

  /// True if the container has only one context, so that no other context needs its commits.
  var hasOneContext: Bool { state.withLock { $0.contexts < 2 } }

  func addContext() { state.withLock { $0.contexts += 1 } }

  func removeContext(_ core: ObjectIdentifier) {
    state.withLock { state in
      state.contexts -= 1
      state.listeners[core] = nil
    }
  }

  /// Calls `action` after each commit of another context.
  func listen(_ core: ObjectIdentifier, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[core] = action }
  }

  /// Appends a commit and notifies the other contexts.
  func append(_ commit: Commit) {
    let listeners = state.withLock { state in
      let count = commit.changes.count
      if count > Self.modelLimit {
        // The other contexts find a gap and invalidate all their models.
        state.commits = []
        state.modelCount = 0
      } else {
        state.commits.append(commit)
        state.modelCount += count
        while state.commits.count > Self.commitLimit || state.modelCount > Self.modelLimit {
          state.modelCount -= state.commits.removeFirst().changes.count
        }
      }
      return state.listeners.filter { $0.key != commit.author }.values
    }
    for notify in listeners { notify() }
  }

  /// Notifies all contexts of commits whose changes are unknown.
  func notifyAll() {
    for notify in state.withLock({ Array($0.listeners.values) }) { notify() }
  }

  /// The commits with these numbers; nil if one of them is missing.
  func commits(_ generations: ClosedRange<Int64>) -> [Commit]? {
    state.withLock { state in
      let found = state.commits.filter { generations.contains($0.generation) }
        .sorted { $0.generation < $1.generation }
      return found.count == generations.count ? found : nil
    }
  }
}
