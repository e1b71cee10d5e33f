// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A schema and the stores that hold its models.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self)
/// let context = ModelContext(container)
/// ```
///
/// A container may be used from any isolation domain; each domain creates its own ``ModelContext``.
/// Several processes may share a store's file.
public final class ModelContainer: Sendable {
  /// The models.
  public var schema: Schema { core.schema }
  /// The plan that migrated the stores, if one was given.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// The configurations of the opened stores.
  ///
  /// The configurations are fixed once the stores are open: the setter has no effect. Create
  /// another container for other stores.
  public var configurations: Set<ModelConfiguration> {
    get { Set(core.stores.filter { $0.store.custom == nil }.map(\.configuration)) }
    set {}
  }
  let core: ContainerCore
  private let mainContextStorage = Mutex<MainContext?>(nil)
  /// The mirrors that sync the stores with remote databases.
  package let storeMirrors: [any StoreMirror]

  init(_ core: ContainerCore) {
    self.core = core
    storeMirrors = []
    core.container = self
  }

  /// Creates a container whose stores are mirrored during its lifetime.
  init(mirroring core: ContainerCore) throws {
    self.core = core
    storeMirrors = try StoreMirroring.start(core)
    core.container = self
  }

  deinit {
    for mirror in storeMirrors { mirror.stop() }
  }

  /// Opens the stores of a schema, and creates missing ones.
  ///
  /// Without a configuration there is one store, the default store. Each of several configurations
  /// is a store for the models of its ``ModelConfiguration/schema``; one without a schema has the
  /// remaining models. Models of different stores can't be related, and the stores are saved one
  /// after another.
  ///
  /// A store that was created for other models is migrated through the stages of the plan. Without
  /// a plan, changes are inferred where possible (see <doc:Migration>).
  ///
  /// A store whose configuration names a CloudKit database is synced with it during the container's
  /// lifetime.
  ///
  /// Throws ``SwiftDataError/loadIssueModelContainer`` or another ``SwiftDataError`` with the
  /// reason if a store can't be opened; the store is then unchanged.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      mirroring: ContainerCore(
        givenSchema, configurations.isEmpty ? [ModelConfiguration()] : configurations,
        migrationPlan))
  }

  /// Opens the stores of a schema, creates missing ones, and reports the progress of a migration.
  ///
  /// Not in Apple's framework. The closure is called on the thread that creates the container,
  /// between the steps of a migration. Without a migration it is not called.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration],
    migrationProgress: @escaping @Sendable (MigrationProgress) -> Void
  ) throws {
    try self.init(
      mirroring: ContainerCore(
        givenSchema, configurations.isEmpty ? [ModelConfiguration()] : configurations,
        migrationPlan, migrationProgress))
  }

  /// Opens the store of a schema, or creates it.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of some models and their related models, or creates it.
  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of some models and their related models, or creates it.
  ///
  /// Not in Apple's framework, which accepts the models one by one or as a ``Schema``.
  public convenience init(
    for forTypes: [any PersistentModel.Type], configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  // MARK: Contents

  /// Permanently deletes all models of all stores and their external files.
  ///
  /// The deletion is atomic: if it throws, everything is unchanged. The disk space is released.
  /// Contexts keep their pending inserts and release other models at their next fetch. Identifiers
  /// are not reused.
  public func erase() throws { try core.erase() }

  /// Deletes all models of all stores like ``erase()``, but ignores errors.
  @available(*, deprecated, renamed: "erase()")
  public func deleteAllData() { try? erase() }

  /// Closes the stores and stops their sync, so that their files can be moved or removed.
  ///
  /// From then on, fetches and saves of all contexts throw
  /// ``SwiftDataError/missingModelContext``, properties that are not in memory read as empty, and
  /// the container has no store identifiers. Unsaved changes can't be saved any more. Saves and
  /// fetches that run on other threads are completed first.
  public func invalidate() {
    for mirror in storeMirrors { mirror.stop() }
    core.invalidate()
  }

  /// The identifier of a configuration's store in persistent identifiers; nil if the container has
  /// no configuration with that name, or was invalidated.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    if core.isInvalidated.load(ordering: .relaxed) { return nil }
    return core.stores.first { $0.configuration.name == name }?.store.identifier
  }

  /// The name of the configuration whose store has an identifier; nil if the container has none, or was
  /// invalidated.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    if core.isInvalidated.load(ordering: .relaxed) { return nil }
    return core.stores.first { $0.store.identifier == identifier }?.configuration.name
  }

  /// The context of the main actor.
  @MainActor public var mainContext: ModelContext {
    mainContextStorage.withLock { storage in
      if let known = storage?.context { return known }
      let context = ModelContext(mainOf: self)
      storage = MainContext(context: context)
      return context
    }
  }

  /// A box for the main actor's context.
  ///
  /// Sendable because only the main actor reads the context.
  private struct MainContext: @unchecked Sendable {
    let context: ModelContext
  }
}

extension ModelContainer: Equatable {
  /// Two containers are equal if they share their opened stores.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.core === rhs.core }
}

extension ModelContainer: CustomDebugStringConvertible {
  /// The models and the stores.
  public var debugDescription: String {
    let stores = core.stores.map(\.configuration.debugDescription).joined(separator: "; ")
    return "ModelContainer of \(schema.debugDescription) (\(stores))"
  }
}
