// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom store of a container, with the rows of the models that contexts have used.
///
/// The rows are in a SQLite database in memory, the row cache. Contexts work on these rows as on
/// the rows of a SQLite store. A fetch writes the snapshots of the custom store to the cache first, and
/// a save passes the written rows to the custom store before the cache commits them.
///
/// All members require ``lock``, which every read and write of the cache holds.
class CustomStore: @unchecked Sendable {
  /// The identity and values of a model.
  struct Row {
    let identifier: PersistentIdentifier
    let values: SnapshotValues
  }

  /// The result of a save.
  struct Saved {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var reregistered: [Row] = []
    var token: (any HistoryToken)?
  }

  /// The rows of a save for the custom store.
  struct Changes {
    var inserted: [Row] = []
    var updated: [Row] = []
    var deleted: [Row] = []
  }

  let lock = NSRecursiveLock()
  /// The name in error messages.
  let name: String
  let identifier: String
  let layout: StoreLayout
  private(set) weak var cacheStorage: Store?
  /// The keys and identifiers of each table, by root entity; other entities have none.
  let tables: [KeyTable]
  /// The entity that was looked up last, since rows of one entity usually follow each other.
  var lastEntity: (name: String, entity: Int, root: Int)?
  /// The to-many relationships whose targets the cache does not reflect yet.
  var pendingTargets: [RelationshipKey: PendingTargets] = [:]
  /// ``pendingTargets`` before the running transaction.
  var formerTargets: [RelationshipKey: PendingTargets]?
  var codecs: [SnapshotCodec?]
  /// Rows of the running transaction that the custom store does not have yet, by root entity.
  var unsent: [Int: Set<Int64>] = [:]
  /// The last values of rows that the running save deletes.
  var deletedRows: [Row] = []
  /// The position in the custom store's history after the last save.
  var historyToken: (any HistoryToken)?
  private var states: [ObjectIdentifier: EditingState] = [:]

  /// A to-many relationship of a row.
  struct RelationshipKey: Hashable {
    let root: Int
    let key: Int64
    let property: Int
  }

  /// The targets of a to-many relationship that the cache does not reflect yet.
  enum PendingTargets {
    /// All targets, in order.
    case listed([PersistentIdentifier])
    /// The targets without rows; the others are in the cache.
    case remaining([PersistentIdentifier])
    /// The snapshot has no value for the relationship.
    case unspecified
  }

  /// A requested deletion of all matching rows.
  struct BatchDeletion {
    let keys: Set<Int64>
    let root: Int
    let run: (EditingState) throws -> Bool
  }

  /// The last deletion of all matching rows that each context has requested.
  var batchDeletions: [ObjectIdentifier: BatchDeletion] = [:]

  init(name: String, identifier: String, layout: StoreLayout) {
    self.name = name
    self.identifier = identifier
    self.layout = layout
    codecs = layout.entities.map { _ in nil }
    tables = layout.entities.map { _ in KeyTable() }
  }

  /// Sets the row cache, once.
  func attach(_ store: Store) { cacheStorage = store }

  func locked<R>(_ body: () throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// The row cache.
  func cache() throws -> Store {
    guard let cacheStorage else {
      throw SwiftDataError.missingModelContext.withMessage(
        "The container of \(name) was released.")
    }
    return cacheStorage
  }

  func codec(_ entity: Int) -> SnapshotCodec {
    if let known = codecs[entity] { return known }
    let codec = SnapshotCodec(entity, layout)
    codecs[entity] = codec
    return codec
  }

  // MARK: Contexts

  /// Registers a context.
  func begin(_ core: ContextCore, _ state: EditingState) {
    locked {
      states[ObjectIdentifier(core)] = state
      initializeState(for: state)
    }
  }

  /// Unregisters a context that is being released.
  func end(_ core: ContextCore) {
    locked {
      batchDeletions[ObjectIdentifier(core)] = nil
      guard let state = states.removeValue(forKey: ObjectIdentifier(core)) else { return }
      invalidateState(for: state)
    }
  }

  func state(of core: ContextCore) -> EditingState {
    var state = states[ObjectIdentifier(core)] ?? EditingState()
    state.author = core.author
    return state
  }

  // MARK: The custom store

  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ state: EditingState) throws
    -> (fetched: [Row], related: [Row])
  { throw DataStoreError.unsupportedFeature }

  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ state: EditingState)
    throws -> Int
  { throw DataStoreError.unsupportedFeature }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier] { throw DataStoreError.unsupportedFeature }

  func cachedRows(_ identifiers: [PersistentIdentifier], _ state: EditingState) throws -> [Row] {
    []
  }

  func save(_ changes: Changes, _ core: ContextCore) throws -> Saved {
    throw DataStoreError.unsupportedFeature
  }

  /// Deletes all matching models; false if the store has no batch operations.
  func deleteBatch<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, includesSubclasses: Bool, _ state: EditingState
  ) throws -> Bool { false }

  func eraseStore() throws { throw DataStoreError.unsupportedFeature }

  func initializeState(for state: EditingState) {}

  func invalidateState(for state: EditingState) {}

  /// The transactions of the custom store; nil if it has none of the type.
  func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
    nil
  }

  /// Deletes transactions of the custom store; false if it has none of the type.
  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
    false
  }
}
