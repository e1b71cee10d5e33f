// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A schema and the store that holds its models.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self)
/// let context = ModelContext(container)
/// ```
///
/// A container may be used from any isolation domain; each domain makes a ``ModelContext`` of its
/// own from it. Processes may share a store's file.
public final class ModelContainer: Sendable {
  /// Posted with the container as object after another process has saved to its store.
  ///
  /// It comes on a thread of the framework's.
  public static let remoteChange = Notification.Name("SwiftData.ModelContainer.remoteChange")

  /// The models.
  public var schema: Schema { core.schema }
  /// How the store was opened.
  public var configurations: Set<ModelConfiguration> { core.configurations }
  let core: ContainerCore
  private let mainContextStorage = Mutex<MainContext?>(nil)

  init(_ core: ContainerCore) {
    self.core = core
    core.container = self
  }

  /// Opens the store of a schema, made if it is not there.
  ///
  /// Without a configuration it is the default one. Throws
  /// ``SwiftDataError/loadIssueModelContainer`` or another ``SwiftDataError`` that says why the
  /// store can't be opened; the store is then unchanged.
  public convenience init(for givenSchema: Schema, configurations: [ModelConfiguration]) throws {
    guard configurations.count < 2 else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "A container has one store; \(configurations.count) configurations were given.")
    }
    self.init(
      try ContainerCore(givenSchema, configurations.first ?? ModelConfiguration()))
  }

  /// Opens the store of a schema, made if it is not there.
  public convenience init(for givenSchema: Schema, configurations: ModelConfiguration...) throws {
    try self.init(for: givenSchema, configurations: configurations)
  }

  /// Opens the store of some models and those that they relate to, made if it is not there.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
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
    core.configurations.contains { $0.name == name } ? core.store.identifier : nil
  }

  /// The name of the configuration whose store has that identifier; nil if the container has none.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    core.store.identifier == identifier ? core.configurations.first?.name : nil
  }

  /// The context of the main actor.
  @MainActor public var mainContext: ModelContext {
    mainContextStorage.withLock { storage in
      if let known = storage?.context { return known }
      let context = ModelContext(self)
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

/// What a container and its contexts share.
///
/// Contexts hold this and not the container, which holds the main context: so both go when nobody
/// uses them.
final class ContainerCore: Sendable {
  let schema: Schema
  let configurations: Set<ModelConfiguration>
  let store: Store
  private let signal: ChangeSignal?
  private let containerStorage = Mutex(WeakContainer())

  init(_ schema: Schema, _ configuration: ModelConfiguration) throws {
    try configuration.validate()
    self.schema = schema
    configurations = [configuration]
    let url = configuration.isStoredInMemoryOnly ? nil : configuration.url
    store = try Store(
      layout: StoreLayout(schema), url: url, allowsSave: configuration.allowsSave)
    signal = url.map { ChangeSignal(store: $0) }
    signal?.start { [weak self] in
      guard let container = self?.container else { return }
      NotificationCenter.default.post(name: ModelContainer.remoteChange, object: container)
    }
  }

  /// The container, while somebody holds it.
  var container: ModelContainer? {
    get { containerStorage.withLock { $0.container } }
    set { containerStorage.withLock { $0.container = newValue } }
  }

  /// Deletes the rows of all tables and what they name.
  func erase() throws {
    try store.erase()
    didCommit()
  }

  /// Told by a context after it has committed.
  func didCommit() {
    signal?.send()
  }

  private struct WeakContainer {
    weak var container: ModelContainer?
  }
}

extension ModelContainer: Equatable {
  /// Two containers are equal if they share one opened store.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.core === rhs.core }
}

extension ModelContainer: CustomDebugStringConvertible {
  /// The models and the stores.
  public var debugDescription: String {
    let stores = configurations.map(\.debugDescription).sorted().joined(separator: "; ")
    return "ModelContainer of \(schema.debugDescription) (\(stores))"
  }
}
