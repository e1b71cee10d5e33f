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
  public let schema: Schema
  /// How the store was opened.
  public let configurations: Set<ModelConfiguration>
  package let store: Store
  private let signal: ChangeSignal?
  private let mainContextStorage = Mutex<MainContext?>(nil)

  /// Opens the store of a schema, made if it is not there.
  ///
  /// Without a configuration it is the default one. Throws
  /// ``SwiftDataError/loadIssueModelContainer`` or another ``SwiftDataError`` that says why the
  /// store can't be opened; the store is then unchanged.
  public init(for givenSchema: Schema, configurations: [ModelConfiguration]) throws {
    schema = givenSchema
    let configuration = configurations.first ?? ModelConfiguration()
    guard configurations.count < 2 else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "A container has one store; \(configurations.count) configurations were given.")
    }
    self.configurations = [configuration]
    let url = configuration.isStoredInMemoryOnly ? nil : configuration.url
    store = try Store(
      layout: StoreLayout(givenSchema), url: url, allowsSave: configuration.allowsSave)
    signal = url.map { ChangeSignal(store: $0) }
    signal?.start { [weak self] in
      guard let self else { return }
      NotificationCenter.default.post(name: Self.remoteChange, object: self)
    }
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

  /// The context of the main actor.
  @MainActor public var mainContext: ModelContext {
    mainContextStorage.withLock { storage in
      if let known = storage?.context { return known }
      let context = ModelContext(self)
      storage = MainContext(context: context)
      return context
    }
  }

  /// Told by a context after it has committed.
  func didCommit() {
    signal?.send()
  }

  /// The main actor's context. Sendable because only the main actor takes it out.
  private struct MainContext: @unchecked Sendable {
    // Weak would lose pending changes; the context holds the container, so `mainContext` keeps
    // its container alive, as a program's one main container is meant to be.
    let context: ModelContext
  }
}

extension ModelContainer: Equatable {
  /// Two containers are equal if they are the same instance.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }
}
