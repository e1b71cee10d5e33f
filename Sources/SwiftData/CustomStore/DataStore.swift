// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A store that a program implements for its models.
///
/// A context converts models to snapshots, which a store fetches and saves. The guide
/// <doc:CustomStores> develops a store in a JSON file.
///
/// ```swift
/// func rename(_ store: some DataStore, in context: ModelContext) throws {
///   let trips = try context.fetch(FetchDescriptor<Trip>())
///   for trip in trips { trip.name += " (\(store.identifier))" }
///   try context.save()
/// }
/// ```
///
/// A container creates one store for each configuration and calls it from one thread at a time. A
/// store's methods must not use a context of the same container.
public protocol DataStore: AnyObject {
  /// The type of the store's configuration.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The type of the store's snapshots.
  associatedtype Snapshot: DataStoreSnapshot

  /// Opens the store, or creates it.
  ///
  /// The container sets the schema of the configuration before the call.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// The configuration that opened the store.
  var configuration: Configuration { get }
  /// The store's identifier in persistent identifiers, the same each time the store is opened.
  var identifier: String { get }
  /// The models of the store.
  var schema: Schema { get }

  /// Fetches the snapshots that match a descriptor, in its order and limits.
  ///
  /// - Throws: ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` to
  ///   let the context evaluate that part of the descriptor.
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
  where T: PersistentModel

  /// Returns the number of models that match a descriptor.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel

  /// Fetches the identifiers of the models that match a descriptor, in its order and limits.
  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel

  /// Writes the changes of a context atomically, and returns the identifiers of the new models.
  ///
  /// If the method throws, the context keeps its changes, and ``ModelContext/save()`` throws the
  /// same error.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>

  /// Deletes all models.
  ///
  /// The default implementation throws ``DataStoreError/unsupportedFeature``.
  func erase() throws

  /// Prepares for the requests of a context.
  ///
  /// The default implementation does nothing.
  func initializeState(for editingState: EditingState)

  /// Discards the state of a context that was deallocated.
  ///
  /// The default implementation does nothing.
  func invalidateState(for editingState: EditingState)

  /// Returns the snapshots of some models that the store has in memory.
  ///
  /// A context calls the method to load single models, and fetches the missing ones. The default
  /// implementation returns an empty dictionary.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Counts the result of ``fetch(_:)``.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    try fetch(request).fetchedSnapshots.count
  }

  /// Returns the identifiers of the result of ``fetch(_:)``.
  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Throws ``DataStoreError/unsupportedFeature``.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns an empty dictionary.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that deletes all matching models in one operation.
///
/// ```swift
/// try context.delete(model: Place.self, where: #Predicate { $0.name.isEmpty })
/// try context.save()
/// ```
///
/// ``ModelContext/delete(model:where:includeSubclasses:)`` on a model without relationships calls
/// the operation at the next save, if the context has no other changes.
public protocol DataStoreBatching: DataStore {
  /// Deletes the models that match a request.
  ///
  /// - Throws: ``DataStoreError/preferInMemoryFilter`` to receive the models in a request to save.
  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}
