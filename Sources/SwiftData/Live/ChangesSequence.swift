// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The changes that saves make to some models; see ``ModelContainer/changes(of:coalescing:)``. (Not
/// in Apple's framework.)
///
/// ```swift
/// let changes = container.changes(of: [Trip.self], coalescing: .milliseconds(200))
/// for try await change in changes where !change.deleted.isEmpty {
///   print("deleted", change.deleted.count)
/// }
/// ```
public struct ChangesSequence: AsyncSequence, Sendable {
  /// The changes since the last element.
  public typealias Element = ModelChanges

  let container: ModelContainer
  let models: [any PersistentModel.Type]
  let delay: Duration

  /// Starts an observation.
  public func makeAsyncIterator() -> Iterator {
    Iterator(Result { try Observation(container, models) }, delay)
  }

  /// Observes until the iterator is released, its task is cancelled, or the store can't be read.
  public struct Iterator: AsyncIteratorProtocol {
    /// The changes since the last element.
    public typealias Element = ModelChanges

    private var observation: Result<Observation, any Error>?
    private let delay: Duration

    fileprivate init(_ observation: Result<Observation, any Error>, _ delay: Duration) {
      self.observation = observation
      self.delay = delay
    }

    /// The next changes; nil after the task is cancelled.
    public mutating func next() async throws -> ModelChanges? {
      do {
        while let observation = try observation?.get() {
          await observation.buffer.wait()
          if delay > .zero { try? await Task.sleep(for: delay) }
          if Task.isCancelled { break }
          let changes = try observation.drain()
          if !changes.isEmpty { return changes }
        }
        observation = nil
        return nil
      } catch {
        observation = nil
        throw error
      }
    }
  }
}

@available(*, unavailable)
extension ChangesSequence.Iterator: Sendable {}

/// An observation of some models in a container's stores.
private final class Observation: Sendable {
  /// A store and its observed entities; nil for all.
  private struct ObservedStore: Sendable {
    let store: Store
    let entities: Set<Int>?
  }

  let buffer = ChangeBuffer()
  private let stores: [ObservedStore]
  private let tokens: [StoreObservers.Token]

  init(_ container: ModelContainer, _ models: [any PersistentModel.Type]) throws {
    let opened = container.core.stores
    for model in models where !opened.contains(where: { $0.store.layout.index(of: model) != nil }) {
      throw SwiftDataError.notInSchema(model)
    }
    stores = opened.map { open in
      let layout = open.store.layout
      let entities = models.compactMap(layout.index(of:)).flatMap { layout.families[$0] }
      return ObservedStore(
        store: open.store, entities: models.isEmpty ? nil : Set(entities))
    }
    tokens = try zip(opened, stores).enumerated().compactMap { [buffer] index, pair in
      let (open, observed) = pair
      if observed.entities?.isEmpty == true { return nil }
      return try open.observers.observe(observed.entities, inOrder: true) {
        buffer.append($0, from: index)
      }
    }
  }

  /// Removes the collected changes and returns them as one element.
  func drain() throws -> ModelChanges {
    guard let commits = buffer.drain() else {
      // The changes may be unknown because the store can no longer be read; throw that error.
      for store in stores.map(\.store) { try store.read { try store.checkMigrations($0) } }
      return ModelChanges(isEverything: true)
    }
    var merged = ModelChanges()
    for (index, changes) in commits {
      merged.add(changes, of: stores[index].entities, in: stores[index].store)
    }
    return merged
  }
}

/// The changes of one or more saves, with each model once. (Not in Apple's framework.)
///
/// ```swift
/// for try await changes in container.changes(of: [Trip.self]) {
///   if changes.isEverything {
///     show(try context.fetch(FetchDescriptor<Trip>()))
///   } else {
///     show(changes.updated)
///   }
/// }
/// ```
///
/// The value contains no models and can be sent across isolation domains; a context fetches the
/// models by their identifiers.
public struct ModelChanges: Sendable {
  /// The new models.
  public private(set) var inserted: Set<PersistentIdentifier> = []
  /// Models that existed before and have saved property changes.
  public private(set) var updated: Set<PersistentIdentifier> = []
  /// The deleted models.
  public private(set) var deleted: Set<PersistentIdentifier> = []
  /// Whether any model may have changed, because the individual changes are unknown.
  ///
  /// This is the case after the store was erased, and after more changes than are retained.
  public let isEverything: Bool

  init(isEverything: Bool = false) { self.isEverything = isEverything }

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !isEverything
  }

  /// Adds the changes of a later commit for some entities; nil for all.
  mutating func add(_ changes: SavedChanges, of entities: Set<Int>?, in store: Store) {
    func identifiers(_ entity: Int, _ keys: some Sequence<Int64>) -> [PersistentIdentifier] {
      if let entities, !entities.contains(entity) { return [] }
      let name = store.layout.entities[entity].name
      return keys.map {
        store.persistentIdentifier($0, name)
      }
    }
    for (entity, keys) in changes.inserted { inserted.formUnion(identifiers(entity, keys)) }
    for (entity, updates) in changes.updated {
      let identifiers = identifiers(entity, updates.map(\.key))
      updated.formUnion(identifiers.lazy.filter { [inserted] in !inserted.contains($0) })
    }
    for (entity, keys) in changes.deleted {
      for identifier in identifiers(entity, keys) {
        updated.remove(identifier)
        // A model that was inserted and deleted in between is omitted.
        if inserted.remove(identifier) == nil { deleted.insert(identifier) }
      }
    }
  }
}
