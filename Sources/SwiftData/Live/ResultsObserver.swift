// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// An observable fetch result that is kept up to date.
///
/// ```swift
/// let trips = try ResultsObserver<Trip, Never>(
///   sortBy: [SortDescriptor(\.startDate)], modelContext: context)
/// withObservationTracking {
///   show(trips.results)
/// } onChange: {
///   print("the trips have changed")
/// }
/// ```
///
/// The results reflect unsaved changes of the observer's own context and commits of other contexts
/// and processes. The observer belongs to the isolation domain in which it was created, as its
/// context does. Observers of ``results`` are notified when a model is inserted, removed or moved;
/// a model notifies observers of its own properties. Saves of entities that the fetch does not read
/// cost nothing.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context of the results.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private var descriptor: FetchDescriptor<Element>
  private var current: FetchResultsCollection<Element>
  private var keys: [Int64]
  private let work: CoalescingObserver
  private var token: StoreObservers.Token?
  private static var batchSize: Int { 256 }

  private init(
    _ descriptor: FetchDescriptor<Element>, _ context: ModelContext, _ isolation: (any Actor)?
  ) throws {
    modelContext = context
    self.descriptor = descriptor
    let core = context.core(of: Element.self)
    work = CoalescingObserver(core.schedule ?? CoalescingObserver.schedule(on: isolation))
    (keys, current) = try Self.fetch(descriptor, core, work)
    work.attach(self) { $0.react() }
    core.pendingChangeObservers.append(work)
    try observe()
    // Commits between the fetch and the observation.
    work.signal()
  }

  // MARK: Results

  /// The models that match, in order.
  public var results: FetchResultsCollection<Element> {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    return current
  }

  /// The observed fetch descriptor.
  public var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return descriptor
  }

  /// The predicate; setting it fetches again.
  public var filterBy: Predicate<Element>? {
    get {
      registrar.access(self, keyPath: \.filterBy)
      return descriptor.predicate
    }
    set {
      registrar.withMutation(of: self, keyPath: \.filterBy) {
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
          descriptor.predicate = newValue
        }
      }
      descriptorChanged()
    }
  }

  /// The sort order; setting it fetches again.
  public var sortBy: [SortDescriptor<Element>] {
    get {
      registrar.access(self, keyPath: \.sortBy)
      return descriptor.sortBy
    }
    set {
      registrar.withMutation(of: self, keyPath: \.sortBy) {
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
          descriptor.sortBy = newValue
        }
      }
      descriptorChanged()
    }
  }

  /// The model at an index path of the section, which is 0, and the item; nil if there is none.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, indexPath[0] == 0 else { return nil }
    let results = results
    return results.indices.contains(indexPath[1]) ? results[indexPath[1]] : nil
  }

  /// The index path of a model among the results: the section, which is 0, and the item; nil for
  /// other models.
  public func indexPath(for element: Element) -> IndexPath? {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    guard element.modelContext == modelContext else { return nil }
    return keys.firstIndex(of: element._$state.key).map { IndexPath(indexes: [0, $0]) }
  }

  // MARK: Updates

  private func react() {
    if work.isReactingInPlace {
      // In the domain of the change; observers read the results in their own domain.
      registrar.withMutation(of: self, keyPath: \.results) {}
    } else {
      refreshIfStale()
    }
  }

  private func refreshIfStale() {
    if work.consumeStale() { refresh() }
  }

  private func refresh() {
    let core = modelContext.core(of: Element.self)
    do {
      let (keys, models) = try Self.fetch(descriptor, core, work)
      if keys == self.keys { return }
      registrar.withMutation(of: self, keyPath: \.results) {
        self.keys = keys
        current = models
      }
    } catch {
      // The results stay as they are; the next fetch or save of the context throws the error.
      core.recordLoadError(error)
    }
  }

  private func descriptorChanged() {
    do { try observe() } catch { modelContext.core(of: Element.self).recordLoadError(error) }
    _ = work.consumeStale()
    refresh()
  }

  private func observe() throws {
    let entities = try modelContext.core(of: Element.self).entitiesRead(by: descriptor)
    token = try modelContext.observers(of: Element.self)?.observe(entities) { [work] _ in
      work.signal()
    }
  }

  /// Fetches, and tracks the properties of unsaved models that the result depends on.
  private static func fetch(
    _ descriptor: FetchDescriptor<Element>, _ core: ContextCore, _ work: CoalescingObserver
  ) throws -> (keys: [Int64], models: FetchResultsCollection<Element>) {
    func fetch() throws -> (keys: [Int64], models: FetchResultsCollection<Element>) {
      try core.fetchWithKeys(descriptor, batchSize: batchSize)
    }
    if !core.hasChanges { return try fetch() }
    return try withObservationTracking {
      Result { try fetch() }
    } onChange: {
      work.signal()
    }.get()
  }
}

extension ResultsObserver where SectionTitle == Never {
  /// Observes the results of a descriptor in a context.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), ModelContext(modelContainer),
      isolation)
  }
}

@available(*, unavailable)
extension ResultsObserver: Sendable {}
