// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Observation
import Synchronization

/// Counts new transactions in the history of a container's stores.
///
/// ```swift
/// let observer = try HistoryObserver(authors: ["importer"], modelContainer: container)
/// withObservationTracking {
///   show(observer.eventCounter)
/// } onChange: {
///   print("the importer has saved")
/// }
/// ```
///
/// Fetch the transactions with ``ModelContext/fetchHistory(_:)``. Saves of other processes count
/// too.
public final class HistoryObserver: Observable, Sendable {
  /// The container.
  public let modelContainer: ModelContainer
  /// The models whose changes count; empty for all.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; empty for all.
  public let authors: Set<String>

  private struct State {
    var counter = 0
    /// The last examined transaction of each store.
    var positions: [Int64]
    var tokens: [StoreObservers.Token] = []
  }

  private let registrar = ObservationRegistrar()
  private let state: Mutex<State>
  private let work: CoalescingObserver

  /// Observes history after some tokens, given by store identifier; without a token, from now on.
  ///
  /// Transactions after the tokens count at once. Throws ``SwiftDataError/historyTokenExpired`` if
  /// some of them have been deleted.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(historyTokens, observedModels, authors, modelContainer, isolation)
  }

  private init(
    _ historyTokens: [String: any HistoryToken]?, _ observedModels: [any PersistentModel.Type],
    _ authors: Set<String>, _ container: ModelContainer, _ isolation: (any Actor)?
  ) throws {
    modelContainer = container
    self.observedModels = observedModels
    self.authors = authors
    work = CoalescingObserver(
      CoalescingObserver.schedule(on: isolation) ?? { HistoryObserver.queue.async(execute: $0) })
    let stores = container.core.stores
    state = Mutex(State(positions: try stores.map { try $0.store.generation() }))
    for (index, open) in stores.enumerated() {
      guard let token = historyTokens?[open.store.identifier] as? DefaultHistoryToken else {
        continue
      }
      _ = try open.store.fetchHistory(.first(after: token))
      state.withLock { $0.positions[index] = token.position(in: open.store.identifier) }
    }
    work.attach(self) { $0.checkHistory() }
    for open in stores {
      let entities = observedEntities(open.store.layout)
      if !observedModels.isEmpty && entities.isEmpty { continue }
      let token = try open.observers.observe(observedModels.isEmpty ? nil : entities) {
        [work] _ in work.signal()
      }
      state.withLock { $0.tokens.append(token) }
    }
    // Transactions that were committed before the observation began.
    checkHistory()
  }

  /// The entities of the observed models, including subclasses.
  private func observedEntities(_ layout: StoreLayout) -> Set<Int> {
    Set(observedModels.compactMap(layout.index(of:)).flatMap { layout.families[$0] })
  }

  private static let queue = DispatchQueue(label: "SwiftData.HistoryObserver")

  /// The number of times that matching transactions were found.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.counter }
  }

  /// Checks the history for matching transactions and notifies observers.
  private func checkHistory() {
    var isNew = false
    for (index, open) in modelContainer.core.stores.enumerated() {
      let entities = observedEntities(open.store.layout)
      if !observedModels.isEmpty && entities.isEmpty { continue }
      let last = state.withLock { $0.positions[index] }
      do {
        let found = try open.store.hasHistory(
          after: last, of: observedModels.isEmpty ? nil : entities, by: authors)
        state.withLock { $0.positions[index] = Swift.max($0.positions[index], found.last) }
        if found.exists { isNew = true }
      } catch {
        // A program that fetches the history gets the error.
        isNew = true
      }
    }
    if !isNew { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) {
      state.withLock { $0.counter += 1 }
    }
  }
}

extension HistoryDescriptor where TransactionType == DefaultHistoryTransaction {
  /// The first transaction after a token.
  fileprivate static func first(after token: DefaultHistoryToken) -> Self {
    var descriptor = Self(predicate: #Predicate { $0.token > token })
    descriptor.fetchLimit = 1
    return descriptor
  }
}
