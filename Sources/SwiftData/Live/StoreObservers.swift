// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Those who want to know what is committed to one store.
///
/// A commit of this container's own contexts tells them in its thread, with the rows at hand. Of
/// commits of others a signal comes, and history says which rows. Who does not read the entities
/// that were changed costs a commit nothing.
final class StoreObservers: Sendable {
  typealias Action = @Sendable (StoreNews) -> Void

  /// Ends an observation when it goes.
  final class Token: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  private struct State {
    var actions: [UInt64: Action] = [:]
    /// Those who are to be told of each commit once, in the order of the commits.
    var ordered: Set<UInt64> = []
    var byEntity: [Int: Set<UInt64>] = [:]
    /// Those who want to know everything.
    var all: Set<UInt64> = []
    var nextID: UInt64 = 0
    /// The number of the last commit that they were told of.
    var last: Int64 = 0
    var isScanning = false

    func actions(for news: StoreNews, areOrdered: Bool) -> [Action] {
      ids(for: news).compactMap { ordered.contains($0) == areOrdered ? actions[$0] : nil }
    }

    private func ids(for news: StoreNews) -> Set<UInt64> {
      guard case .changes(let changes) = news else { return Set(actions.keys) }
      var found = all
      for (entity, observers) in byEntity where changes.touches(entity) {
        if found.isEmpty { found = observers } else { found.formUnion(observers) }
      }
      return found
    }
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)
  /// The number of the last commit that this process knows of.
  private let known: Atomic<Int64>
  private let queue = DispatchQueue(label: "SwiftData.StoreObservers")
  private let store: Store

  init(_ store: Store) {
    self.store = store
    known = Atomic((try? store.generation()) ?? 0)
  }

  /// How many there are.
  var observerCount: Int { count.load(ordering: .relaxed) }

  /// Calls `action` after commits that change rows of these entities, all for nil, until the token
  /// goes.
  ///
  /// If it is to be in order, it is told of each commit once, in the order of the commits, perhaps a
  /// little later, and under a lock: it must not come back here.
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
    // Let go of outside the lock: it may hold another token.
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

  /// Told by a context of the container after it has committed.
  func didCommit(_ number: Int64, _ changes: SavedChanges) {
    _ = known.max(number, ordering: .relaxed)
    if observerCount == 0 { return }
    let (actions, hasGap) = state.withLock { state in
      let hasGap = number > state.last + 1
      if number == state.last + 1 {
        state.last = number
        // Before anybody can tell of a later one.
        for action in state.actions(for: .changes(changes), areOrdered: true) {
          action(.changes(changes))
        }
      }
      return (state.actions(for: .changes(changes), areOrdered: false), hasGap)
    }
    for action in actions { action(.changes(changes)) }
    // Others have committed in between.
    if hasGap { scan() }
  }

  /// Told after everything was deleted.
  func didErase() {
    let actions = state.withLock { Array($0.actions.values) }
    for action in actions { action(.everything) }
  }

  /// Whether others have committed since this process last looked.
  func hasNews() -> Bool {
    guard let current = try? store.generation() else { return false }
    return known.max(current, ordering: .relaxed).oldValue < current
  }

  /// Finds out what others have committed, and tells of it, soon.
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
      let found: (news: StoreNews, last: Int64)?
      do {
        found = try store.news(after: last)
      } catch {
        // They find out why when they read.
        found = (.everything, last)
      }
      guard let found else { return }
      let actions: [Action]? = state.withLock { state in
        // Own commits that were told of meanwhile are among those that were found.
        if state.last != last { return found.last <= state.last ? [] : nil }
        state.last = Swift.max(last, found.last)
        for action in state.actions(for: found.news, areOrdered: true) { action(found.news) }
        return state.actions(for: found.news, areOrdered: false)
      }
      guard let actions else { continue }
      for action in actions { action(found.news) }
      return
    }
  }
}
