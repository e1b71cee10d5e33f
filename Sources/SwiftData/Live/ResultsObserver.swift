// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// The results of a fetch, kept up to date.
///
/// ```swift
/// let trips = try ResultsObserver<Trip, Never>(
///   sortBy: [SortDescriptor(\.startDate)], modelContext: context)
/// withObservationTracking { show(trips.results) } onChange: { ... }
/// ```
///
/// They follow unsaved changes of its own context and what other contexts and other processes save.
/// It belongs to the isolation domain that it was made in, as its context does. Observers of
/// ``results`` are told when a model comes, goes, or gets another place; a model itself tells of
/// its properties. Saves of entities that the fetch does not read cost nothing.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context of the results.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private var descriptor: FetchDescriptor<Element>
  private var current: FetchResultsCollection<Element>
  private var keys: [Int64]
  private let work: WorkObserver
  private var token: StoreObservers.Token?
  private static var batchSize: Int { 256 }

  private init(
    _ descriptor: FetchDescriptor<Element>, _ context: ModelContext, _ isolation: (any Actor)?
  ) throws {
    modelContext = context
    self.descriptor = descriptor
    let core = context.core(of: Element.self)
    work = WorkObserver(core.schedule ?? WorkObserver.schedule(on: isolation))
    (keys, current) = try Self.fetch(descriptor, core, work)
    work.attach(self) { $0.react() }
    core.workObservers.append(work)
    try observe()
    // What was committed between the fetch and now.
    work.note()
  }

  // MARK: Results

  /// The models that match, in order.
  public var results: FetchResultsCollection<Element> {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    return current
  }

  /// What is fetched.
  public var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return descriptor
  }

  /// The condition; setting it fetches anew.
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

  /// The order; setting it fetches anew.
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

  /// The model at a place: the section, which is 0, and the item; nil if there is none.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, indexPath[0] == 0 else { return nil }
    let results = results
    return results.indices.contains(indexPath[1]) ? results[indexPath[1]] : nil
  }

  /// The place of a model among the results: the section, which is 0, and the item; nil if it is
  /// not among them.
  public func indexPath(for element: Element) -> IndexPath? {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    guard element.modelContext == modelContext else { return nil }
    return keys.firstIndex(of: element._$state.key).map { IndexPath(indexes: [0, $0]) }
  }

  // MARK: Following

  private func react() {
    if work.isReactingInPlace {
      // In whichever domain: who observes reads the results in its own.
      registrar.withMutation(of: self, keyPath: \.results) {}
    } else {
      refreshIfStale()
    }
  }

  private func refreshIfStale() {
    if work.takeStale() { refresh() }
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
      // The results stay as they are; the context's next fetch or save says why.
      core.noteFailure(error)
    }
  }

  private func descriptorChanged() {
    do { try observe() } catch { modelContext.core(of: Element.self).noteFailure(error) }
    _ = work.takeStale()
    refresh()
  }

  private func observe() throws {
    let entities = try modelContext.core(of: Element.self).entitiesRead(by: descriptor)
    token = try modelContext.observers(of: Element.self)?.observe(entities) { [work] _ in
      work.note()
    }
  }

  /// Fetches, and lets changes of unsaved models that the answer depends on be told.
  private static func fetch(
    _ descriptor: FetchDescriptor<Element>, _ core: ContextCore, _ work: WorkObserver
  ) throws -> (keys: [Int64], models: FetchResultsCollection<Element>) {
    func fetch() throws -> (keys: [Int64], models: FetchResultsCollection<Element>) {
      try core.fetchWithKeys(descriptor, batchSize: batchSize)
    }
    if !core.hasChanges { return try fetch() }
    return try withObservationTracking {
      Result { try fetch() }
    } onChange: {
      work.note()
    }.get()
  }
}

extension ResultsObserver where SectionTitle == Never {
  /// Observes what a descriptor fetches, in a context.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, modelContext, isolation)
  }

  /// Observes what a descriptor fetches, in a context of its own.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a condition, in an order, in a context.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext, isolation)
  }

  /// Observes the models that match a condition, in an order, in a context of its own.
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
