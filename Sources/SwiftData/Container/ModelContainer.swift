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
/// A container may be used from any isolation domain; each domain makes a ``ModelContext`` of its
/// own from it. Processes may share a store's file.
public final class ModelContainer: Sendable {
  /// Posted with the container as object after another has saved to its store: another container
  /// of this program, or one of another.
  ///
  /// It comes on a thread of the framework's.
  public static let remoteChange = Notification.Name("SwiftData.ModelContainer.remoteChange")

  /// The models.
  public var schema: Schema { core.schema }
  /// The plan by which the stores were migrated, if one was given.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// How the stores were opened.
  ///
  /// They stay as they were opened: setting it changes nothing. Make another container for other
  /// stores.
  public var configurations: Set<ModelConfiguration> {
    get { Set(core.stores.map(\.configuration)) }
    set {}
  }
  let core: ContainerCore
  private let mainContextStorage = Mutex<MainContext?>(nil)
  /// What keeps the stores in step with databases elsewhere.
  package let storeMirrors: [any StoreMirror]

  init(_ core: ContainerCore) {
    self.core = core
    storeMirrors = []
    core.container = self
  }

  /// The container that a program makes, whose stores are mirrored as long as it is there.
  private init(mirroring core: ContainerCore) throws {
    self.core = core
    storeMirrors = try StoreMirroring.start(core)
    core.container = self
  }

  deinit {
    for mirror in storeMirrors { mirror.stop() }
  }

  /// Opens the stores of a schema, made if they are not there.
  ///
  /// Without a configuration there is one store, the default one. Each of several configurations is
  /// a store of its own for the models of its ``ModelConfiguration/schema``; one without a schema
  /// takes the rest. Models of different stores can't be related, and are saved one store after
  /// another.
  ///
  /// A store that was made for other models is migrated: through the stages of the plan, and without
  /// one as far as the changes can be inferred (see <doc:Migration>).
  ///
  /// A store whose configuration names a CloudKit database is kept in step with it as long as the
  /// container is there.
  ///
  /// Throws ``SwiftDataError/loadIssueModelContainer`` or another ``SwiftDataError`` that says why
  /// a store can't be opened; it is then unchanged.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      mirroring: ContainerCore(
        givenSchema, configurations.isEmpty ? [ModelConfiguration()] : configurations,
        migrationPlan))
  }

  /// Opens the stores of a schema, made if they are not there, and says how far a migration is.
  ///
  /// Not in Apple's framework. The function is called where the container is made, between the
  /// steps of a migration; if none is needed, it is not called.
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

  /// Opens the store of a schema, made if it is not there.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of some models and those that they relate to, made if it is not there.
  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of some models and those that they relate to, made if it is not there.
  ///
  /// Not in Apple's framework, which takes the models one by one or as a ``Schema``.
  public convenience init(
    for forTypes: [any PersistentModel.Type], configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  // MARK: Contents

  /// Deletes all models of all stores, and their external files, for good.
  ///
  /// It is one transaction: if it throws, everything is as it was. The space is given back to the
  /// system. Contexts keep their pending inserts, and let go of other models at their next fetch.
  /// Identifiers are not used again.
  public func erase() throws { try core.erase() }

  /// Deletes all models of all stores, as ``erase()`` does, and does not say whether it worked.
  @available(*, deprecated, renamed: "erase()")
  public func deleteAllData() { try? erase() }

  /// The identifier of a configuration's store, as it stands in persistent identifiers; nil if the
  /// container has no configuration of that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    core.stores.first { $0.configuration.name == name }?.store.identifier
  }

  /// The name of the configuration whose store has that identifier; nil if the container has none.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    core.stores.first { $0.store.identifier == identifier }?.configuration.name
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

  /// The main actor's context.
  ///
  /// Sendable because only the main actor takes it out.
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
