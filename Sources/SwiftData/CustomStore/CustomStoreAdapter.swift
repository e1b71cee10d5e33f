// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A custom store of a certain type.
final class CustomStoreAdapter<Custom: DataStore>: CustomStore, @unchecked Sendable {
  private let custom: Custom

  init(_ custom: Custom, layout: StoreLayout) {
    self.custom = custom
    super.init(
      name: custom.configuration.name, identifier: custom.identifier, layout: layout)
  }

  private func row(_ snapshot: Custom.Snapshot) throws -> Row {
    if let snapshot = snapshot as? DefaultSnapshot {
      return Row(identifier: snapshot.persistentIdentifier, values: snapshot.values)
    }
    let identifier = snapshot.persistentIdentifier
    guard let entity = layout.entity(named: identifier.entityName) else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(name) returned a snapshot of \(identifier.entityName), which is not among its models. "
          + "Return snapshots of the models in its schema.")
    }
    return Row(
      identifier: identifier,
      values: try SnapshotValues(snapshot, ModelDescription.of(entity.type)))
  }

  override func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> (fetched: [Row], related: [Row]) {
    let result = try custom.fetch(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    return (
      try result.fetchedSnapshots.map(row), try result.relatedSnapshots.values.map(row)
    )
  }

  override func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int {
    try custom.fetchCount(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
  }

  override func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier] {
    try custom.fetchIdentifiers(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
  }

  override func cachedRows(_ identifiers: [PersistentIdentifier], _ state: EditingState) throws
    -> [Row]
  {
    try custom.cachedSnapshots(for: identifiers, editingState: state).values.map(row)
  }

  // MARK: Saving

  override func save(_ changes: Changes, _ core: ContextCore) throws -> Saved {
    func snapshots(_ rows: [Row]) -> [Custom.Snapshot] { rows.map { snapshot($0, core) } }
    let result = try custom.save(
      DataStoreSaveChangesRequest(
        inserted: snapshots(changes.inserted), updated: snapshots(changes.updated),
        deleted: snapshots(changes.deleted), editingState: state(of: core)))
    return Saved(
      remapped: result.remappedIdentifiers,
      reregistered: try result.snapshotsToReregister.values.map(row), token: result.historyToken)
  }

  private func snapshot(_ row: Row, _ core: ContextCore) -> Custom.Snapshot {
    if Custom.Snapshot.self == DefaultSnapshot.self,
      let snapshot = DefaultSnapshot(row.identifier, row.values) as? Custom.Snapshot
    {
      return snapshot
    }
    func make<Model: PersistentModel>(_ type: Model.Type) -> Custom.Snapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return Custom.Snapshot(
        from: SnapshotBackingData<Model>(row.identifier, row.values, core),
        relatedBackingDatas: &related)
    }
    return make(row.values.description.type)
  }

  override func deleteBatch<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, includesSubclasses: Bool, _ state: EditingState
  ) throws -> Bool {
    guard let custom = custom as? any DataStoreBatching else { return false }
    do {
      try custom.delete(
        DataStoreBatchDeleteRequest(
          predicate: predicate, includeSubclasses: includesSubclasses, editingState: state))
      return true
    } catch DataStoreError.preferInMemoryFilter {
      return false
    } catch DataStoreError.unsupportedFeature {
      return false
    }
  }

  override func eraseStore() throws { try custom.erase() }

  override func initializeState(for state: EditingState) { custom.initializeState(for: state) }

  override func invalidateState(for state: EditingState) { custom.invalidateState(for: state) }

  // MARK: History

  override func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws
    -> [T]?
  {
    func fetch<Provider: HistoryProviding>(_ provider: Provider) throws -> [T]? {
      guard let known = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
      return try provider.fetchHistory(known) as? [T]
    }
    guard let provider = custom as? any HistoryProviding else { return nil }
    return try fetch(provider)
  }

  override func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws
    -> Bool
  {
    func delete<Provider: HistoryProviding>(_ provider: Provider) throws -> Bool {
      guard let known = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
        return false
      }
      try provider.deleteHistory(known)
      return true
    }
    guard let provider = custom as? any HistoryProviding else { return false }
    return try delete(provider)
  }
}
