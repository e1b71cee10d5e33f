// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The results of a fetch after each save that changes them; see
/// ``ModelContainer/results(of:coalescing:)``. (Not in Apple's framework.)
///
/// ```swift
/// let results = container.results(of: FetchDescriptor<Trip>(), coalescing: .milliseconds(200))
/// for try await update in results { print(update.identifiers.count) }
/// ```
public struct ResultsSequence<Model: PersistentModel>: AsyncSequence, Sendable {
  /// The results at one moment.
  public typealias Element = ResultsUpdate<Model>

  let container: ModelContainer
  let descriptor: FetchDescriptor<Model>
  let delay: Duration

  /// Starts an observation.
  public func makeAsyncIterator() -> Iterator {
    Iterator(container: container, descriptor: descriptor, delay: delay)
  }

  /// Observes until the iterator is released, its task is cancelled, or a fetch throws.
  public struct Iterator: AsyncIteratorProtocol {
    /// The results at one moment.
    public typealias Element = ResultsUpdate<Model>

    private enum Phase {
      case waiting(ModelContainer, FetchDescriptor<Model>)
      case running(LiveFetch<Model>)
      case ended
    }

    private var phase: Phase
    private let delay: Duration

    init(container: ModelContainer, descriptor: FetchDescriptor<Model>, delay: Duration) {
      phase = .waiting(container, descriptor)
      self.delay = delay
    }

    /// The next results that differ; nil after the task is cancelled.
    public mutating func next() async throws -> ResultsUpdate<Model>? {
      do {
        switch phase {
        case .waiting(let container, let descriptor):
          let fetch = try LiveFetch(container, descriptor)
          phase = .running(fetch)
          return try await fetch.first()
        case .running(let fetch):
          while true {
            await fetch.buffer.wait()
            if delay > .zero { try? await Task.sleep(for: delay) }
            if Task.isCancelled { break }
            if let update = try await fetch.update() { return update }
          }
          phase = .ended
          return nil
        case .ended: return nil
        }
      } catch {
        phase = .ended
        throw error
      }
    }
  }
}

@available(*, unavailable)
extension ResultsSequence.Iterator: Sendable {}

/// Fetches the keys of one live fetch repeatedly.
actor LiveFetch<Model: PersistentModel> {
  /// Commits that are not yet reflected in the results.
  nonisolated let buffer = ChangeBuffer()
  private nonisolated let executor = QueueExecutor()
  private let core: ContextCore
  private let descriptor: FetchDescriptor<Model>
  private let entity: Int
  private let token: StoreObservers.Token
  private var keys: [Int64] = []
  /// The entities of the results by key, if the table has rows of several entities.
  private var entities: [Int64: Int] = [:]

  init(_ container: ModelContainer, _ descriptor: FetchDescriptor<Model>) throws {
    let stores = container.core.stores
    guard let open = stores.first(where: { $0.store.layout.index(of: Model.self) != nil }),
      let entity = open.store.layout.index(of: Model.self)
    else { throw SwiftDataError.notInSchema(Model.self) }
    let core = ContextCore(container: container.core, store: open.store, commits: open.commits)
    self.descriptor = descriptor
    self.entity = entity
    token = try open.observers.observe(try core.entitiesRead(by: descriptor), inOrder: true) {
      [buffer] in
      buffer.append($0)
    }
    self.core = core
  }

  /// A queue of its own, so that disk access blocks no thread of Swift's cooperative pool.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The initial results.
  func first() throws -> ResultsUpdate<Model> {
    _ = buffer.drain()
    keys = try fetch()
    let all = identifiers(keys)
    return ResultsUpdate(identifiers: all, inserted: all, removed: [], moved: [], changed: [])
  }

  /// The new results if they differ from the last ones; otherwise nil.
  func update() throws -> ResultsUpdate<Model>? {
    let commits = buffer.drain()
    if commits?.isEmpty == true { return nil }
    let old = keys
    keys = try fetch()
    let difference = ResultsDifference(from: old, to: keys)
    let changed = changed(commits, old)
    if old == keys && changed.isEmpty { return nil }
    let update = ResultsUpdate<Model>(
      identifiers: identifiers(keys), inserted: identifiers(difference.inserted),
      removed: identifiers(difference.removed), moved: identifiers(difference.moved),
      changed: identifiers(changed))
    for key in difference.removed { entities[key] = nil }
    return update
  }

  private func changed(_ commits: [ChangeBuffer.Commit]?, _ old: [Int64]) -> [Int64] {
    var updated: Set<Int64> = []
    for (_, changes) in commits ?? [] {
      for entity in core.store.layout.families[entity] {
        updated.formUnion((changes.updated[entity] ?? []).map(\.key))
      }
    }
    if commits != nil && updated.isEmpty { return [] }
    let old = Set(old)
    return keys.filter { old.contains($0) && (commits == nil || updated.contains($0)) }
  }

  private func fetch() throws -> [Int64] {
    let keys = try fetchKeys()
    let store = core.store
    guard store.layout.families[entity].count > 1 else { return keys }
    let new = keys.filter { entities[$0] == nil }
    if new.isEmpty { return keys }
    let found = try store.read { try store.entities(of: new, entity: entity, $0) }
    entities.merge(found) { $1 }
    return keys
  }

  private func fetchKeys() throws -> [Int64] {
    if let keys = try core.fetchKeys(descriptor) { return keys }
    // The predicate or order needs Swift: load the models and release them afterwards.
    var plain = descriptor
    plain.relationshipKeyPathsForPrefetching = []
    defer { core.tearDown() }
    return try core.fetch(plain).map { $0._$state.key }
  }

  private func identifiers(_ keys: [Int64]) -> [PersistentIdentifier] {
    let store = core.store
    return keys.map { key in
      store.persistentIdentifier(key, store.layout.entities[entities[key] ?? entity].name)
    }
  }
}

/// Runs the jobs of an actor one after another on a queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "SwiftData.LiveFetch")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
