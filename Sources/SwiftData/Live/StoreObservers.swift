// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The observers of commits to one store.
///
/// A commit of this container's own contexts calls the observers on its thread, with the changed
/// rows. Other commits are announced by a signal, and their rows are read from the history.
/// Observers of unchanged entities cost a commit nothing.
final class StoreObservers: Sendable {
  typealias Action = @Sendable (StoreChanges) -> Void

  /// Ends an observation when it is released.
  final class Token: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  private struct State {
    var actions: [UInt64: Action] = [:]
    /// Observers that receive each commit once, in commit order.
    var ordered: Set<UInt64> = []
    var byEntity: [Int: Set<UInt64>] = [:]
    /// Observers of all entities.
    var all: Set<UInt64> = []
    var nextID: UInt64 = 0
    /// The number of the last reported commit.
    var last: Int64 = 0
    var isScanning = false

    func actions(for changes: StoreChanges, areOrdered: Bool) -> [Action] {
      ids(for: changes).compactMap { ordered.contains($0) == areOrdered ? actions[$0] : nil }
    }

    private func ids(for committed: StoreChanges) -> Set<UInt64> {
      guard case .changes(let changes) = committed else { return Set(actions.keys) }
      var found = all
      for (entity, observers) in byEntity where changes.touches(entity) {
        if found.isEmpty { found = observers } else { found.formUnion(observers) }
      }
      return found
    }
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)
  /// The number of the last commit known to this process.
  private let known: Atomic<Int64>
  private let queue = DispatchQueue(label: "SwiftData.StoreObservers")
  private let store: Store

  init(_ store: Store) {
    self.store = store
    known = Atomic((try? store.generation()) ?? 0)
  }

  /// The number of observers.
  var observerCount: Int { count.load(ordering: .relaxed) }

  /// Calls `action` after commits that change rows of some entities (nil for all) until the token
  /// is released.
  ///
  /// With `inOrder`, the action receives each commit once and in commit order, possibly a little
  /// later. It is then called under a lock and must not call back into this object.
  func observe(_ entities: Set<Int>?, inOrder isOrdered: Bool = false, _ action: @escaping Action)
    throws -> Token
  {
    let current = try store.generation()
    let id = state.withLock { state in
      if state.actions.isEmpty { state.last = current }
      state.nextID += 1
      state.actions[state.nextID] = action
      if isOrdered { state.ordered.insert(state.nextID) }
      if let entities {
        for entity in entities { state.byEntity[entity, default: []].insert(state.nextID) }
      } else {
        state.all.insert(state.nextID)
      }
      count.store(state.actions.count, ordering: .relaxed)
      return state.nextID
    }
    return Token { [weak self] in self?.end(id, entities) }
  }

  private func end(_ id: UInt64, _ entities: Set<Int>?) {
    // Released outside the lock, because the action may retain another token.
    let action = state.withLock { state in
      for entity in entities ?? [] {
        state.byEntity[entity]?.remove(id)
        if state.byEntity[entity]?.isEmpty == true { state.byEntity[entity] = nil }
      }
      state.all.remove(id)
      state.ordered.remove(id)
      let action = state.actions.removeValue(forKey: id)
      count.store(state.actions.count, ordering: .relaxed)
      return action
    }
    withExtendedLifetime(action) {}
  }

  // MARK: Commits

  /// Reports a commit of one of the container's contexts.
  func didCommit(_ number: Int64, _ changes: SavedChanges) {
    _ = known.max(number, ordering: .relaxed)
    if observerCount == 0 { return }
    let (actions, hasGap) = state.withLock { state in
      let hasGap = number > state.last + 1
      if number == state.last + 1 {
        state.last = number
        // Before a later commit can be reported.
        for action in state.actions(for: .changes(changes), areOrdered: true) {
          action(.changes(changes))
        }
      }
      return (state.actions(for: .changes(changes), areOrdered: false), hasGap)
    }
    for action in actions { action(.changes(changes)) }
    // Other containers or processes have committed in between.
    if hasGap { scan() }
  }

  /// Reports that all rows were deleted.
  func didErase() {
    let actions = state.withLock { Array($0.actions.values) }
    for action in actions { action(.everything) }
  }

  /// Whether other containers or processes have committed since this process last checked.
  func hasNewCommits() -> Bool {
    guard let current = try? store.generation() else { return false }
    return known.max(current, ordering: .relaxed).oldValue < current
  }

  /// Schedules a scan for commits of other containers and processes, which is reported to the
  /// observers.
  func scan() {
    if observerCount == 0 { return }
    let isWaiting = state.withLock { state in
      defer { state.isScanning = true }
      return state.isScanning
    }
    if isWaiting { return }
    queue.async { [weak self] in self?.runScan() }
  }

  private func runScan() {
    while true {
      let last = state.withLock { state in
        state.isScanning = false
        return state.last
      }
      let found: (changes: StoreChanges, last: Int64)?
      do {
        found = try store.storeChanges(after: last)
      } catch {
        // The observers get the error when they read.
        found = (.everything, last)
      }
      guard let found else { return }
      let actions: [Action]? = state.withLock { state in
        // Own commits that were reported meanwhile are included in the scan result.
        if state.last != last { return found.last <= state.last ? [] : nil }
        state.last = Swift.max(last, found.last)
        for action in state.actions(for: found.changes, areOrdered: true) { action(found.changes) }
        return state.actions(for: found.changes, areOrdered: false)
      }
      guard let actions else { continue }
      for action in actions { action(found.changes) }
      return
    }
  }
}
