// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
  /// Creates the row cache of a custom store: a database in memory, with the tables of its models.
  ///
  /// The cache has no constraints, because the custom store decides about unique values and because
  /// rows can refer to rows that are not loaded.
  convenience init(caching custom: CustomStore) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    let lock = WriterLock.of(nil)
    let database = try DatabaseQueue(configuration: configuration)
    let (opened, recorder) = try Self.translatingErrors(of: custom.name) {
      let opening = Opening(
        layout: custom.layout, url: nil, name: custom.name, allowsSave: true, lockTimeout: 30,
        lock: lock, migration: StoreMigration(), history: .off)
      let opened = try opening.prepare(database)
      try database.write { database in
        let indexes = try String.fetchAll(
          database,
          sql: "SELECT name FROM sqlite_schema WHERE type = 'index' "
            + "AND sql LIKE 'CREATE UNIQUE INDEX%'")
        for index in indexes {
          try database.execute(sql: "DROP INDEX \(SQLFragment.quoted(index))")
        }
      }
      return (opened, try Self.recorder(database, custom.layout, .off, custom.name))
    }
    self.init(
      custom.layout, custom.name,
      StoreState.Opened(
        identifier: custom.identifier, migrations: opened.migrations, renamed: [:]),
      database, ExternalFiles(store: nil), lock, recorder, allowsSave: true, lockTimeout: 30,
      stage: nil, custom: custom)
    custom.attach(self)
  }
}

extension CustomStore {
  /// Opens the custom store of a configuration.
  static func open(
    _ configuration: any DataStoreConfiguration, _ models: [any PersistentModel.Type],
    _ layout: StoreLayout, _ schema: Schema
  ) throws -> CustomStore {
    SnapshotModels.register(models)
    func open<C: DataStoreConfiguration>(_ configuration: C) throws -> CustomStore {
      var configuration = configuration
      if configuration.schema == nil { configuration.schema = schema }
      let store = try C.Store(configuration, migrationPlan: nil)
      SnapshotModels.register(models, store: store.identifier)
      return CustomStoreAdapter(store, layout: layout)
    }
    return try open(configuration)
  }

  /// The options of a store; a custom store has the default options of a store in memory.
  static func options(of configuration: any DataStoreConfiguration) -> ModelConfiguration {
    if let known = configuration as? ModelConfiguration { return known }
    return ModelConfiguration(
      configuration.name, schema: configuration.schema, isStoredInMemoryOnly: true,
      cloudKitDatabase: .none)
  }
}
