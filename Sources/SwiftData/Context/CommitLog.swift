// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the contexts of one container have saved lately, for the others to take over.
final class CommitLog: Sendable {
  struct Commit: Sendable {
    /// The commit's number in the store.
    let generation: Int64
    /// The core of the context.
    let author: ObjectIdentifier
    let changes: SavedChanges
  }

  private struct State {
    var commits: [Commit] = []
    var modelCount = 0
    var contexts = 0
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  /// How much is kept; a context that is further behind reads everything anew.
  private static let commitLimit = 256
  private static let modelLimit = 200_000

  private let state = Mutex(State())

  /// True if there is but one context, so that nobody wants to know.
  var hasOneContext: Bool { state.withLock { $0.contexts < 2 } }

  func enter() { state.withLock { $0.contexts += 1 } }

  func leave(_ core: ObjectIdentifier) {
    state.withLock { state in
      state.contexts -= 1
      state.listeners[core] = nil
    }
  }

  /// Calls `action` after each commit of another context.
  func listen(_ core: ObjectIdentifier, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[core] = action }
  }

  /// Notes a commit and tells the other contexts.
  func add(_ commit: Commit) {
    let listeners = state.withLock { state in
      let count = commit.changes.count
      if count > Self.modelLimit {
        // Others will find a gap, and read everything anew.
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
    for tell in listeners { tell() }
  }

  /// Tells all contexts that there are commits of which nothing else is known.
  func tellAll() {
    for tell in state.withLock({ Array($0.listeners.values) }) { tell() }
  }

  /// The commits with these numbers; nil if one is not known.
  func commits(_ generations: ClosedRange<Int64>) -> [Commit]? {
    state.withLock { state in
      let found = state.commits.filter { generations.contains($0.generation) }
        .sorted { $0.generation < $1.generation }
      return found.count == generations.count ? found : nil
    }
  }
}
