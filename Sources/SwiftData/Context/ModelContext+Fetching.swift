// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  // MARK: Models

  /// The models that match, in the order asked for.
  ///
  /// Unsaved changes of this context count, unless ``FetchDescriptor/includePendingChanges`` is
  /// false. Models are loaded completely, or as far as ``FetchDescriptor/propertiesToFetch`` says;
  /// relationships load when they are read.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try core(of: T.self).fetch(descriptor)
  }

  /// The models that match, loaded `batchSize` at a time as they are reached.
  ///
  /// Unsaved changes count as in ``fetch(_:)``; Apple's framework refuses them here.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<T>
  {
    try core(of: T.self).fetch(descriptor, batchSize: batchSize)
  }

  /// The number of models that match, without loading them where the store can tell.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try core(of: T.self).fetchCount(descriptor)
  }

  /// Calls `block` for each model that matches, loading `batchSize` at a time.
  ///
  /// Which models match is settled at the start; one that is deleted on the way is left out. Unless
  /// `allowEscapingMutations` is true, a batch after which the context has unsaved changes, and had
  /// none before, ends the walk with ``SwiftDataError/modelValidationFailure``: save in the block,
  /// so that memory holds one batch, or allow it. The changes stay.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    try core(of: T.self).enumerate(fetch, batchSize: batchSize, allowEscapingMutations, block)
  }

  // MARK: Identifiers

  /// The identifiers of the models that match, in the order asked for.
  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier]
  {
    try core(of: T.self).fetchIdentifiers(descriptor)
  }

  /// The identifiers of the models that match, made `batchSize` at a time as they are reached.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    try core(of: T.self).fetchIdentifiers(descriptor, batchSize: batchSize)
  }

  /// The model with an identifier if this context has it in memory.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier)
    -> T?
  {
    core(of: T.self).registeredModel(for: persistentModelID)
  }

  /// The model with an identifier: the one in memory, or one that is loaded when it is first read.
  ///
  /// There is always one. An identifier of nothing, or of another store, gives a model that is in
  /// no context and reads as empty; Apple's framework ends the program when such a one is read.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    let core =
      cores.first { $0.store.identifier == persistentModelID.storeIdentifier }
      ?? cores.first { $0.store.layout.entity(named: persistentModelID.entityName) != nil }
    return (core ?? cores[0]).model(for: persistentModelID)
  }
}
