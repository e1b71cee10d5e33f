// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  // MARK: Models

  /// The models that match, in the requested order.
  ///
  /// The result reflects unsaved changes of this context unless
  /// ``FetchDescriptor/includePendingChanges`` is false. Models are loaded completely, or only the
  /// ``FetchDescriptor/propertiesToFetch``; relationships load on access.
  ///
  /// The cancellation of the current task interrupts a long fetch, which then throws
  /// `CancellationError`. So do the other fetching methods. The context and its pending changes stay
  /// as they are.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let core = core(of: T.self)
    return try core.cancellable { try core.fetch(descriptor) }
  }

  /// The models that match, loaded `batchSize` at a time on access.
  ///
  /// The result reflects unsaved changes as in ``fetch(_:)``; Apple's framework refuses them here.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<T>
  {
    let core = core(of: T.self)
    return try core.cancellable { try core.fetch(descriptor, batchSize: batchSize) }
  }

  /// The number of models that match, counted by the store where possible.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let core = core(of: T.self)
    return try core.cancellable { try core.fetchCount(descriptor) }
  }

  /// Calls `block` for each model that matches, loading `batchSize` at a time.
  ///
  /// ```swift
  /// try context.enumerate(FetchDescriptor<Trip>(), batchSize: 1_000) { trip in
  ///   trip.name = trip.name.trimmingCharacters(in: .whitespaces)
  /// }
  /// try context.save()
  /// ```
  ///
  /// The matching models are determined at the start; a model that is deleted during the
  /// enumeration is skipped. Unless `allowEscapingMutations` is true, a batch that leaves unsaved
  /// changes in a context that had none ends the enumeration with
  /// ``SwiftDataError/modelValidationFailure``. Save in the block, so that memory holds one batch,
  /// or allow it. The changes remain pending.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    try core(of: T.self).enumerate(fetch, batchSize: batchSize, allowEscapingMutations, block)
  }

  // MARK: Identifiers

  /// The identifiers of the models that match, in the requested order.
  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier]
  {
    let core = core(of: T.self)
    return try core.cancellable { try core.fetchIdentifiers(descriptor) }
  }

  /// The identifiers of the models that match, created `batchSize` at a time on access.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let core = core(of: T.self)
    return try core.cancellable { try core.fetchIdentifiers(descriptor, batchSize: batchSize) }
  }

  /// The model with an identifier if it is in memory in this context.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier)
    -> T?
  {
    core(of: T.self).registeredModel(for: persistentModelID)
  }

  /// The model with an identifier: the one in memory, or a fault that is loaded on access.
  ///
  /// The function always returns a model. An unknown identifier, or one of another store, gives a
  /// model without a context that reads as empty; Apple's framework ends the program when such a
  /// model is read.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    let core =
      cores.first { $0.store.identifier == persistentModelID.storeIdentifier }
      ?? cores.first { $0.store.layout.entity(named: persistentModelID.entityName) != nil }
    return (core ?? cores[0]).model(for: persistentModelID)
  }
}
