// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The store of a ``ModelConfiguration``: a SQLite database.
///
/// A container reads and writes the database of a `ModelConfiguration` directly. A program uses this
/// class to reach the same database through snapshots, for example in a store that combines several
/// others:
///
/// ```swift
/// func snapshots(_ configuration: ModelConfiguration, for state: EditingState) throws -> [DefaultSnapshot] {
///   let store = try DefaultStore(configuration)
///   let request = DataStoreFetchRequest(descriptor: FetchDescriptor<Trip>(), editingState: state)
///   return try store.fetch(request).fetchedSnapshots
/// }
/// ```
///
/// The database assigns the identifiers of a save. Delete rules, unique constraints and the
/// history apply as for a context.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The type of the configuration.
  public typealias Configuration = ModelConfiguration
  /// The type of the snapshots.
  public typealias Snapshot = DefaultSnapshot
  /// The type of the transactions in the history.
  public typealias HistoryType = DefaultHistoryTransaction
  /// The type of the positions in the history.
  public typealias TokenType = DefaultHistoryToken

  /// The configuration's name.
  public final let name: String
  /// The models of the store.
  public final let schema: Schema
  /// The configuration that opened the store.
  public final let configuration: ModelConfiguration
  private let container: ModelContainer

  /// Opens the database of a configuration, or creates it.
  ///
  /// The configuration must have a schema. Throws ``SwiftDataError/loadIssueModelContainer`` if it
  /// has none or if the database can't be opened.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "The configuration \"\(configuration.name)\" has no schema: set the models of the store.")
    }
    self.configuration = configuration
    self.schema = schema
    name = configuration.name
    container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan, configurations: [configuration])
    SnapshotModels.register(schema.models)
    SnapshotModels.register(schema.models, store: container.core.stores[0].store.identifier)
  }

  /// The store's identifier in persistent identifiers.
  public final var identifier: String { container.core.stores[0].store.identifier }

  private func context(_ state: EditingState? = nil) -> ModelContext {
    let context = ModelContext(container)
    context.author = state?.author
    return context
  }

  private func snapshot(_ model: any PersistentModel) -> DefaultSnapshot {
    DefaultSnapshot(model.persistentModelID, SnapshotValues(of: model))
  }

  // MARK: Fetching

  /// Fetches the snapshots that match, and the snapshots of prefetched relationships.
  public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel {
    let models = try context().fetch(request.descriptor)
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    let description = ModelDescription.of(T.self)
    for keyPath in request.descriptor.relationshipKeyPathsForPrefetching {
      guard let index = description.index(of: keyPath),
        let relationship = description.relationship(at: index)
      else { continue }
      for model in models {
        for target in relationship.access.load(in: model, index: index)
        where related[target.persistentModelID] == nil {
          related[target.persistentModelID] = snapshot(target)
        }
      }
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: models.map(snapshot),
      relatedSnapshots: related)
  }

  /// Returns the number of models that match.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    try context().fetchCount(request.descriptor)
  }

  /// Fetches the identifiers of the models that match.
  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  where T: PersistentModel {
    try context().fetchIdentifiers(request.descriptor)
  }

  /// Returns the snapshots of the models that exist.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let context = context()
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for identifier in persistentIdentifiers {
      let model = context.model(for: identifier)
      ContextCore.fulfillIfNeeded(model)
      if model.modelContext != nil { found[identifier] = snapshot(model) }
    }
    return found
  }

  // MARK: Saving

  /// Writes the changes in one transaction.
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    let context = context(request.editingState)
    var writer = SnapshotWriter(context)
    for snapshot in request.inserted { try writer.insert(snapshot) }
    for snapshot in request.inserted + request.updated { try writer.write(snapshot) }
    for snapshot in request.deleted { writer.delete(snapshot.persistentIdentifier) }
    try context.save()
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: writer.identifiers)
  }

  /// Deletes the models that match, and applies their delete rules.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    let context = context(request.editingState)
    try context.delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try context.save()
  }

  /// Permanently deletes all models.
  public func erase() throws { try container.erase() }

  /// Does nothing: the database keeps no state of a context.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing: the database keeps no state of a context.
  public func invalidateState(for editingState: EditingState) {}

  // MARK: History

  /// The type of the store's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Fetches the transactions that match a descriptor.
  public func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  {
    try context().fetchHistory(descriptor)
  }

  /// Deletes the transactions that match a descriptor.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try context().deleteHistory(descriptor)
  }
}

/// Applies snapshots to the models of a context.
private struct SnapshotWriter {
  private let context: ModelContext
  private var inserted: [PersistentIdentifier: any PersistentModel] = [:]

  init(_ context: ModelContext) { self.context = context }

  /// The permanent identifiers of the inserted models, by their temporary identifiers.
  var identifiers: [PersistentIdentifier: PersistentIdentifier] {
    inserted.mapValues(\.persistentModelID)
  }

  private func model(_ identifier: PersistentIdentifier) -> any PersistentModel {
    inserted[identifier] ?? context.model(for: identifier)
  }

  /// Inserts a model with the attributes of a snapshot.
  mutating func insert(_ snapshot: DefaultSnapshot) throws {
    func make<T: PersistentModel>(_ type: T.Type) throws -> any PersistentModel {
      let model = T(_$fault: _ModelState())
      try setAttributes(of: model, snapshot)
      context.insert(model)
      return model
    }
    inserted[snapshot.persistentIdentifier] = try make(snapshot.values.description.type)
  }

  private func setAttributes(of model: any PersistentModel, _ snapshot: DefaultSnapshot) throws {
    let access = SnapshotAccess.of(snapshot.values.description)
    for (property, value) in zip(access.properties, snapshot.values.values) {
      guard case .attribute(let attribute) = property else { continue }
      if attribute.set(value, in: model) { continue }
      throw SwiftDataError.modelValidationFailure.withMessage(
        "A snapshot of \(snapshot.values.description.entityName) has no valid value for "
          + "\(attribute.name), which is a \(attribute.type).")
    }
  }

  /// Writes the values of a snapshot to its model.
  func write(_ snapshot: DefaultSnapshot) throws {
    let model = model(snapshot.persistentIdentifier)
    let description = snapshot.values.description
    guard type(of: model) == description.type else { return }
    ContextCore.fulfillIfNeeded(model)
    let isNew = inserted[snapshot.persistentIdentifier] != nil
    for (index, property) in SnapshotAccess.of(description).properties.enumerated() {
      let value = snapshot.values.values[index]
      switch property {
      case .none: break
      case .attribute(let attribute):
        if !isNew { set(description.keyPaths[index], attribute.assignable(value), of: model) }
      case .relationship(let relationship):
        let identifiers =
          (value as? PersistentIdentifier).map { [$0] }
          ?? CustomStore.identifiers(value)
        let targets = identifiers.map(self.model)
        let known = relationship.access.load(in: model, index: index)
        if known.map(ObjectIdentifier.init) == targets.map(ObjectIdentifier.init) { continue }
        set(description.keyPaths[index], targets, of: model, relationship)
      }
    }
  }

  private func set(_ keyPath: AnyKeyPath, _ value: Any?, of model: some PersistentModel) {
    func set<Root: PersistentModel, Value>(_ root: Root, _ type: Value.Type) {
      guard let path = keyPath as? ReferenceWritableKeyPath<Root, Value>,
        let value = value as? Value
      else { return }
      root[keyPath: path] = value
    }
    func open<Value>(_ type: Value.Type) { set(model, type) }
    _openExistential(Swift.type(of: keyPath).valueType, do: open)
  }

  private func set(
    _ keyPath: AnyKeyPath, _ targets: [any PersistentModel], of model: some PersistentModel,
    _ relationship: ModelDescription.Relationship
  ) {
    func list<Target: PersistentModel>(_ type: Target.Type) -> Any? {
      let models = targets.compactMap { $0 as? Target }
      if relationship.isToMany { return models }
      if let target = models.first { return target }
      let none: Target? = nil
      return none as Any
    }
    set(keyPath, list(relationship.target), of: model)
  }

  func delete(_ identifier: PersistentIdentifier) {
    let model = model(identifier)
    func delete<T: PersistentModel>(_ model: T) { context.delete(model) }
    if model.modelContext != nil { delete(model) }
  }
}
