// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What saves change of some models; see ``ModelContainer/changes(of:coalescing:)``. (Not in Apple's
/// framework.)
public struct ChangesSequence: AsyncSequence, Sendable {
  /// What was changed since the last element.
  public typealias Element = ModelChanges

  let container: ModelContainer
  let models: [any PersistentModel.Type]
  let delay: Duration

  /// Begins to observe.
  public func makeAsyncIterator() -> Iterator {
    Iterator(Result { try Observation(container, models) }, delay)
  }

  /// Observes until it goes, its task is cancelled, or the store can't be read.
  public struct Iterator: AsyncIteratorProtocol {
    /// What was changed since the last element.
    public typealias Element = ModelChanges

    private var observation: Result<Observation, any Error>?
    private let delay: Duration

    fileprivate init(_ observation: Result<Observation, any Error>, _ delay: Duration) {
      self.observation = observation
      self.delay = delay
    }

    /// The next changes; nil once the task is cancelled.
    public mutating func next() async throws -> ModelChanges? {
      do {
        while let observation = try observation?.get() {
          await observation.box.wait()
          if delay > .zero { try? await Task.sleep(for: delay) }
          if Task.isCancelled { break }
          let changes = try observation.take()
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

/// Some models of a container's stores under observation.
private final class Observation: Sendable {
  /// The entities that count in a store; nil for all.
  private struct Place: Sendable {
    let store: Store
    let entities: Set<Int>?
  }

  let box = NewsBox()
  private let places: [Place]
  private let tokens: [StoreObservers.Token]

  init(_ container: ModelContainer, _ models: [any PersistentModel.Type]) throws {
    let stores = container.core.stores
    for model in models where !stores.contains(where: { $0.store.layout.index(of: model) != nil }) {
      throw SwiftDataError.notInSchema(model)
    }
    places = stores.map { open in
      let layout = open.store.layout
      let entities = models.compactMap(layout.index(of:)).flatMap { layout.families[$0] }
      return Place(store: open.store, entities: models.isEmpty ? nil : Set(entities))
    }
    tokens = try zip(stores, places).enumerated().compactMap { [box] index, pair in
      let (open, place) = pair
      if place.entities?.isEmpty == true { return nil }
      return try open.observers.observe(place.entities, inOrder: true) { box.put($0, from: index) }
    }
  }

  /// What has come together.
  func take() throws -> ModelChanges {
    guard let commits = box.take() else {
      // Perhaps it is not known since the store can't be read any more.
      for place in places { try place.store.read { try place.store.checkMigrations($0) } }
      return ModelChanges(isEverything: true)
    }
    var together = ModelChanges()
    for (index, changes) in commits {
      together.add(changes, of: places[index].entities, in: places[index].store)
    }
    return together
  }
}
