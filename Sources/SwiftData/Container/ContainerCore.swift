// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a container and its contexts share.
///
/// Contexts hold this and not the container, which holds the main context: so both go when nobody
/// uses them.
final class ContainerCore: Sendable {
  /// One configuration, and the store that was opened by it.
  struct OpenStore: Sendable {
    let configuration: ModelConfiguration
    let store: Store
    /// What the contexts have saved lately.
    let commits: CommitLog
    /// Those who want to know what is saved, by whomever.
    let observers: StoreObservers
    fileprivate let signal: ChangeSignal?
  }

  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// At least one, in the order of the configurations.
  let stores: [OpenStore]
  private let containerStorage = Mutex(WeakContainer())

  /// The models of one version and the stores that they lie in while a migration is under way.
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
    _ schema: Schema, _ configurations: [ModelConfiguration],
    _ plan: (any SchemaMigrationPlan.Type)? = nil,
    _ report: (@Sendable (MigrationProgress) -> Void)? = nil
  ) throws {
    self.schema = schema
    migrationPlan = plan
    for configuration in configurations { try configuration.validate() }
    try plan.map(MigrationPath.check)
    for configuration in configurations where configuration.cloudKitContainerIdentifier != nil {
      try StoreMirroring.provider?.validate(schema, configuration)
    }
    let models = try ModelDistribution(schema, configurations).models
    // Each layout first: what is wrong with a model is found before a file is made.
    let layouts = try models.map { try StoreLayout(models: $0, of: schema) }
    let migration = StoreMigration(
      version: Self.version(of: schema, plan), plan: plan,
      isOneOfSeveral: configurations.count > 1, report: report)
    stores = try zip(configurations, layouts).map { configuration, layout in
      let url = configuration.isStoredInMemoryOnly ? nil : configuration.url.linkTarget
      let store = try Store(
        layout: layout, url: url, allowsSave: configuration.allowsSave,
        lockTimeout: configuration.lockTimeout, history: configuration.history,
        migration: migration)
      return OpenStore(
        configuration: configuration, store: store, commits: CommitLog(),
        observers: StoreObservers(store), signal: url.map { ChangeSignal(store: $0) })
    }
    for store in stores {
      let (commits, observers) = (store.commits, store.observers)
      store.signal?.start(isNews: { observers.hasNews() }) { [weak self] in
        guard let self else { return }
        _ = observers.hasNews()
        commits.tellAll()
        observers.scan()
        guard let container else { return }
        NotificationCenter.default.post(name: ModelContainer.remoteChange, object: container)
      }
    }
  }

  /// The version of a schema, which a plan knows if its maker did not say it.
  private static func version(of schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?)
    -> Schema.Version
  {
    let models = Set(schema.models.map(ObjectIdentifier.init))
    let same = plan?.schemas.map(Schema.init(versionedSchema:)).filter {
      Set($0.models.map(ObjectIdentifier.init)) == models
    }
    guard let last = same?.last?.version else { return schema.version }
    let isKnown = same?.contains { $0.version == schema.version } == true
    return schema.isVersioned && isKnown ? schema.version : last
  }

  /// The container, while somebody holds it.
  var container: ModelContainer? {
    get { containerStorage.withLock { $0.container } }
    set { containerStorage.withLock { $0.container = newValue } }
  }

  /// Deletes the rows of all tables and what they name.
  func erase() throws {
    for open in stores {
      try open.store.erase()
      open.commits.tellAll()
      open.observers.didErase()
      open.signal?.send()
    }
  }

  /// Told by a context after it has committed to a store.
  func didCommit(_ store: Store, _ number: Int64, _ changes: SavedChanges) {
    guard let open = stores.first(where: { $0.store === store }) else { return }
    open.signal?.send()
    open.observers.didCommit(number, changes)
  }

  /// Of how many models a save of a store names the identifiers at most.
  func identifierLimit(_ store: Store) -> Int {
    stores.first { $0.store === store }?.configuration.identifierLimit ?? .max
  }

  private struct WeakContainer {
    weak var container: ModelContainer?
  }
}
