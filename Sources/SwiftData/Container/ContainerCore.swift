// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The state that a container shares with its contexts.
///
/// Contexts retain this object and not the container, which retains the main context, so that there
/// is no retain cycle.
final class ContainerCore: Sendable {
  /// A configuration and the store that was opened with it.
  struct OpenStore: Sendable {
    let configuration: ModelConfiguration
    let store: Store
    /// The latest commits of the contexts.
    let commits: CommitLog
    /// The observers of all commits, including those of other processes.
    let observers: StoreObservers
    fileprivate let signal: ChangeSignal?
  }

  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// At least one, in the order of the configurations.
  let stores: [OpenStore]
  /// The fetched model types that the schema lacks.
  let unlistedFetches = UnlistedFetches()
  let isInvalidated = Atomic<Bool>(false)
  private let containerStorage = Mutex(WeakContainer())

  /// A container of stores during a migration stage, with the models of one version.
  init(migrating schema: Schema, _ stores: [Store]) {
    self.schema = schema
    migrationPlan = nil
    self.stores = stores.map {
      OpenStore(
        configuration: ModelConfiguration(isStoredInMemoryOnly: true), store: $0,
        commits: CommitLog(), observers: StoreObservers($0), signal: nil)
    }
  }

  init(
    _ schema: Schema, _ given: [any DataStoreConfiguration],
    _ plan: (any SchemaMigrationPlan.Type)? = nil,
    _ report: (@Sendable (MigrationProgress) -> Void)? = nil
  ) throws {
    self.schema = schema
    migrationPlan = plan
    for configuration in given { try configuration.validate() }
    let configurations = given.map(CustomStore.options).map(StoreMirroring.resolve)
    try plan.map(MigrationPath.check)
    for configuration in configurations where configuration.cloudKitContainerIdentifier != nil {
      try StoreMirroring.provider?.validate(schema, configuration)
    }
    let models = try ModelDistribution(schema, configurations).models
    // All layouts first, so that an invalid model is found before a file is created.
    let layouts = try models.map { try StoreLayout(models: $0, of: schema) }
    let migration = StoreMigration(
      version: Self.version(of: schema, plan), plan: plan,
      isOneOfSeveral: configurations.count > 1, report: report)
    stores = try configurations.indices.map { index in
      let (configuration, layout) = (configurations[index], layouts[index])
      if !(given[index] is ModelConfiguration) {
        let custom = try CustomStore.open(given[index], models[index], layout, schema)
        let store = try Store(caching: custom)
        return OpenStore(
          configuration: configuration, store: store, commits: CommitLog(),
          observers: StoreObservers(store), signal: nil)
      }
      let url = configuration.isStoredInMemoryOnly ? nil : configuration.url.linkTarget
      let store = try Store(
        layout: layout, url: url, allowsSave: configuration.allowsSave,
        lockTimeout: configuration.lockTimeout, history: configuration.history,
        migration: migration)
      return OpenStore(
        configuration: configuration, store: store, commits: CommitLog(),
        observers: StoreObservers(store), signal: url.map { ChangeSignal(store: $0) })
    }
    try checkIdentifiers()
    for store in stores {
      let (commits, observers) = (store.commits, store.observers)
      store.signal?.start(hasNewCommits: { observers.hasNewCommits() }) { [weak self] in
        guard let self else { return }
        _ = observers.hasNewCommits()
        commits.notifyAll()
        observers.scan()
        // Found by its log, because a capture of the store would retain its own signal.
        guard let open = stores.first(where: { $0.commits === commits }) else { return }
        postRemoteChange(open, isOwn: false)
      }
    }
  }

  /// The version of a schema, taken from the plan if the schema has none.
  private static func version(of schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?)
    -> Schema.Version
  {
    let models = Set(schema.models.map(ObjectIdentifier.init))
    // Most versions have other models: the descriptions of these are not made.
    let candidates = plan?.schemas.filter { version in
      version.models.allSatisfy { models.contains(ObjectIdentifier($0)) }
    }
    let same = candidates?.map(Schema.init(versionedSchema:)).filter {
      Set($0.models.map(ObjectIdentifier.init)) == models
    }
    guard let last = same?.last?.version else { return schema.version }
    let isKnown = same?.contains { $0.version == schema.version } == true
    return schema.isVersioned && isKnown ? schema.version : last
  }

  /// The container, while it exists.
  var container: ModelContainer? {
    get { containerStorage.withLock { $0.container } }
    set { containerStorage.withLock { $0.container = newValue } }
  }

  /// Deletes the rows of all tables and their external files.
  func erase() throws {
    for open in stores {
      try open.store.custom?.erase()
      try open.store.erase()
      open.commits.notifyAll()
      open.observers.didErase()
      open.signal?.send()
      postRemoteChange(open, isOwn: true)
    }
  }

  /// Closes the stores; all further reads and writes throw.
  func invalidate() {
    isInvalidated.store(true, ordering: .relaxed)
    for open in stores {
      open.signal?.stop()
      open.store.invalidate()
    }
  }

  /// Reports a commit of a context to a store.
  func didCommit(_ store: Store, _ number: Int64, _ changes: SavedChanges) {
    guard let open = stores.first(where: { $0.store === store }) else { return }
    open.signal?.send()
    open.observers.didCommit(number, changes)
  }

  /// Posts ``ModelContainer/remoteChange`` for a commit of a context.
  func postRemoteChange(_ store: Store, _ number: Int64) {
    guard let open = stores.first(where: { $0.store === store }) else { return }
    postRemoteChange(open, number, isOwn: true)
  }

  /// The maximum number of identifiers in a save notification of a store.
  func identifierLimit(_ store: Store) -> Int {
    stores.first { $0.store === store }?.configuration.identifierLimit ?? .max
  }

  /// Whether a store is synced with a remote database.
  func isMirrored(_ store: Store) -> Bool {
    stores.first { $0.store === store }?.configuration.cloudKitContainerIdentifier != nil
  }

  private struct WeakContainer {
    weak var container: ModelContainer?
  }
}
