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
///
/// With a section key path, ``sections`` divides the results by the values of a property:
///
/// ```swift
/// let trips = try ResultsObserver<Trip, String>(
///   sortBy: [SortDescriptor(\.startDate)], sectionBy: \.country, modelContext: context)
/// for section in trips.sections ?? SectionedResults() { show(section.title, section) }
/// ```
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context of the results.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private var descriptor: FetchDescriptor<Element>
  private var current: FetchResultsCollection<Element>
  private var keys: [Int64]
  private let sectioning: Sectioning<Element, SectionTitle>?
  /// The sections of the results; empty without a section key path.
  private var layout: SectionLayout<SectionTitle>
  private let work: CoalescingObserver
  private var token: StoreObservers.Token?
  private static var batchSize: Int { 256 }

  init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, SectionTitle>?,
    _ context: ModelContext, _ isolation: (any Actor)?
  ) throws {
    let descriptor = sectioning?.sorting(descriptor) ?? descriptor
    modelContext = context
    self.sectioning = sectioning
    self.descriptor = descriptor
    let core = context.core(of: Element.self)
    work = CoalescingObserver(core.schedule ?? CoalescingObserver.schedule(on: isolation))
    // Before the fetch, so that a commit during the fetch makes its result stale.
    token = try Self.observe(descriptor, context, work)
    (keys, current, layout) = try Self.fetch(descriptor, sectioning, core, work)
    work.attach(self) { $0.react() }
    core.pendingChangeObservers.append(work)
  }

  // MARK: Results

  /// The models that match, in order.
  public var results: FetchResultsCollection<Element> {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    return current
  }

  /// The sections of ``results``, in the order of their first models; nil without a section key
  /// path.
  ///
  /// A model whose title changes moves to another section, and observers are notified.
  public var sections: SectionedResults<Element, SectionTitle>? {
    refreshIfStale()
    registrar.access(self, keyPath: \.sections)
    return sectioning.map { _ in SectionedResults(current, layout) }
  }

  /// The key path of the section titles; nil if the results have no sections.
  public var sectionBy: PartialKeyPath<Element>? { sectioning?.keyPath }

  /// The observed fetch descriptor.
  ///
  /// With a section key path, it sorts by that key path first.
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
  ///
  /// With a section key path, a sort descriptor of that key path is inserted before the others,
  /// unless the first one has it already. A first one in reverse order reverses the sections.
  public var sortBy: [SortDescriptor<Element>] {
    get {
      registrar.access(self, keyPath: \.sortBy)
      return descriptor.sortBy
    }
    set {
      registrar.withMutation(of: self, keyPath: \.sortBy) {
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
          descriptor.sortBy = newValue
          if let sectioning { descriptor = sectioning.sorting(descriptor) }
        }
      }
      descriptorChanged()
    }
  }

  /// The model at an index path of a section and an item; nil if there is none.
  ///
  /// Without a section key path, all models are in section 0.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2 else { return nil }
    let (section, item) = (indexPath[0], indexPath[1])
    let results = results
    if sectioning == nil {
      return section == 0 && results.indices.contains(item) ? results[item] : nil
    }
    registrar.access(self, keyPath: \.sections)
    guard layout.titles.indices.contains(section) else { return nil }
    let range = layout.range(of: section)
    return item >= 0 && item < range.count ? results[range.lowerBound + item] : nil
  }

  /// The index path of a model among the results, as a section and an item; nil for other models.
  ///
  /// The cost is linear in the number of results.
  public func indexPath(for element: Element) -> IndexPath? {
    refreshIfStale()
    registrar.access(self, keyPath: \.results)
    guard element.modelContext == modelContext,
      let offset = keys.firstIndex(of: element._$state.key)
    else { return nil }
    if sectioning == nil { return IndexPath(indexes: [0, offset]) }
    registrar.access(self, keyPath: \.sections)
    let (section, item) = layout.position(of: offset)
    return IndexPath(indexes: [section, item])
  }

  // MARK: Updates

  private func react() {
    if work.isReactingInPlace {
      // In the domain of the change; observers read the results in their own domain.
      registrar.withMutation(of: self, keyPath: \.results) {
        registrar.withMutation(of: self, keyPath: \.sections) {}
      }
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
      let (keys, models, layout) = try Self.fetch(descriptor, sectioning, core, work)
      let isSame = keys == self.keys
      if isSame && layout == self.layout { return }
      registrar.withMutation(of: self, keyPath: \.sections) {
        if isSame {
          self.layout = layout
          return
        }
        registrar.withMutation(of: self, keyPath: \.results) {
          self.keys = keys
          self.layout = layout
          current = models
        }
      }
    } catch {
      // The results stay as they are; the next fetch or save of the context throws the error.
      core.recordLoadError(error)
    }
  }

  private func descriptorChanged() {
    do {
      token = try Self.observe(descriptor, modelContext, work)
    } catch {
      modelContext.core(of: Element.self).recordLoadError(error)
    }
    _ = work.consumeStale()
    refresh()
  }

  /// Signals `work` after each commit that may change the result, until the token is released.
  private static func observe(
    _ descriptor: FetchDescriptor<Element>, _ context: ModelContext, _ work: CoalescingObserver
  ) throws -> StoreObservers.Token? {
    let entities = try context.core(of: Element.self).entitiesRead(by: descriptor)
    return try context.observers(of: Element.self)?.observe(entities) { _ in work.signal() }
  }

  /// Fetches, and tracks the properties of unsaved models that the result depends on.
  private static func fetch(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning<Element, SectionTitle>?,
    _ core: ContextCore, _ work: CoalescingObserver
  ) throws -> ContextCore.Sections<Element, SectionTitle> {
    func fetch() throws -> ContextCore.Sections<Element, SectionTitle> {
      if let sectioning {
        return try core.fetchSections(descriptor, by: sectioning, batchSize: batchSize)
      }
      let (keys, models) = try core.fetchWithKeys(descriptor, batchSize: batchSize)
      return (keys, models, SectionLayout())
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
    try self.init(fetchDescriptor, nil, modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
      ModelContext(modelContainer), isolation)
  }
}

@available(*, unavailable)
extension ResultsObserver: Sendable {}
