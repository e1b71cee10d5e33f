// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A fetch that a context requests from its store.
///
/// ```swift
/// func trips(in store: DefaultStore, editing state: EditingState) throws -> [DefaultSnapshot] {
///   let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
///   return try store.fetch(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
///     .fetchedSnapshots
/// }
/// ```
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The condition, order and limits.
  public let descriptor: FetchDescriptor<T>
  /// The identity of the context.
  public let editingState: EditingState

  /// Creates a request, for example to test a store.
  public init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// The snapshots that a store returns for a fetch.
///
/// ```swift
/// func page(
///   of trips: [DefaultSnapshot], for request: DataStoreFetchRequest<Trip>
/// ) -> DataStoreFetchResult<Trip, DefaultSnapshot> {
///   let rest = trips.dropFirst(request.descriptor.fetchOffset ?? 0)
///   return DataStoreFetchResult(
///     descriptor: request.descriptor,
///     fetchedSnapshots: Array(rest.prefix(request.descriptor.fetchLimit ?? .max)))
/// }
/// ```
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The snapshots that match, in order.
  public let fetchedSnapshots: [SnapshotType]
  /// The snapshots of related models, which the context then need not request.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates the result of a fetch.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// The changes that a context requests to save.
///
/// ```swift
/// func deletions(
///   of request: DataStoreSaveChangesRequest<DefaultSnapshot>
/// ) -> [PersistentIdentifier] {
///   request.deleted.map(\.persistentIdentifier)
/// }
/// ```
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The new models, with temporary identifiers.
  public let inserted: [SnapshotType]
  /// The changed models, with all their values.
  ///
  /// A model is changed if a relationship has changed at either end.
  public let updated: [SnapshotType]
  /// The deleted models, including those that a delete rule reached, with their last values.
  public let deleted: [SnapshotType]
  /// The identity of the context.
  public let editingState: EditingState

  /// Creates a request, for example to test a store.
  public init(
    inserted: [SnapshotType], updated: [SnapshotType], deleted: [SnapshotType],
    editingState: EditingState
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// The result of a save of a store.
///
/// ```swift
/// func result(
///   of request: DataStoreSaveChangesRequest<DefaultSnapshot>, in store: String
/// ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
///   var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
///   for snapshot in request.inserted {
///     let temporary = snapshot.persistentIdentifier
///     identifiers[temporary] = try PersistentIdentifier.identifier(
///       for: store, entityName: temporary.entityName, primaryKey: UUID().uuidString)
///   }
///   return DataStoreSaveChangesResult(for: store, remappedIdentifiers: identifiers)
/// }
/// ```
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The permanent identifiers of the new models, by their temporary identifiers.
  ///
  /// A new model whose unique values a stored model has may get the identifier of that model, which
  /// it then represents.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The models with other values than in the request, which the context loads.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The position in the store's history after the save.
  public let historyToken: (any HistoryToken)?

  /// Creates the result of a save.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    historyToken = nil
  }

  /// Creates the result of a save of a store with a history.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }
}

/// A deletion of all matching models that a context requests from its store.
///
/// ```swift
/// func deletesAll<T>(_ request: DataStoreBatchDeleteRequest<T>) -> Bool {
///   request.predicate == nil && request.includeSubclasses
/// }
/// ```
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The condition; nil for all models.
  ///
  /// Foundation declares predicates Sendable.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses match too.
  public let includeSubclasses: Bool
  /// The identity of the context.
  public let editingState: EditingState

  /// Creates a request, for example to test a store.
  public init(predicate: Predicate<T>?, includeSubclasses: Bool, editingState: EditingState) {
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}
