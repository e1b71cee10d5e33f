// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemSupport

/// The container that ``ModelConfiguration/CloudKitDatabase/automatic`` selects.
package enum AutomaticContainer: Sendable {
  case selected(String)
  /// No container, with the reason and the remedy as one sentence without a full stop.
  case unavailable(reason: String)
}

/// A module that syncs stores with remote databases.
///
/// It calls ``StoreMirroring/register(_:)`` before the first container is created.
package protocol StoreMirroringProvider: Sendable {
  /// The container of stores with an automatic database.
  ///
  /// `isRequested` is true if the program passes ``ModelConfiguration/CloudKitDatabase/automatic``. Otherwise only a
  /// container that belongs to this program counts, because other programs of the user share the configuration.
  func automaticContainer(isRequested: Bool) -> AutomaticContainer

  /// Checks that the models of a store can be mirrored, before any store is opened.
  ///
  /// - Parameters:
  ///   - schema: The container's schema.
  ///   - configuration: The store's configuration.
  /// - Throws: An error that describes the necessary changes of the models.
  func validate(_ schema: Schema, _ configuration: ModelConfiguration) throws

  /// Starts syncing a store, until the returned mirror is deallocated.
  func mirror(_ store: MirroredStore) throws -> any StoreMirror
}

/// An object that syncs one store.
package protocol StoreMirror: AnyObject, Sendable {
  /// Stops starting new work; running work may finish.
  func stop()
}

/// A store whose configuration names a CloudKit database.
package struct MirroredStore: Sendable {
  let core: ContainerCore
  /// The index among the container's stores.
  package let index: Int

  /// The configuration that opened the store.
  package var configuration: ModelConfiguration { core.stores[index].configuration }
  /// The container's schema.
  package var schema: Schema { core.schema }
  /// The store's identifier, which its copies share.
  package var identifier: String { core.stores[index].store.identifier }
  /// The name in error messages: the file's path, or "in memory".
  package var name: String { core.stores[index].store.name }

  /// Creates a context for the container's stores; it does not retain the container.
  package func makeContext() -> ModelContext { ModelContext(core) }

  /// Calls `action` after each commit to the store by any process, on an arbitrary thread, until
  /// the returned object is deallocated.
  package func observe(_ action: @escaping @Sendable () -> Void) throws -> any Sendable {
    try core.stores[index].observers.observe(nil) { _ in action() }
  }
}

/// The registry of the module that mirrors stores.
package enum StoreMirroring {
  private static let registered = Mutex<(any StoreMirroringProvider)?>(nil)

  package static func register(_ provider: some StoreMirroringProvider) {
    registered.withLock { $0 = provider }
  }

  static var provider: (any StoreMirroringProvider)? { registered.withLock { $0 } }

  /// Replaces the automatic database of a configuration by the default container's, if there is one;
  /// otherwise logs the reason once.
  static func resolve(_ configuration: ModelConfiguration) -> ModelConfiguration {
    let database = configuration.cloudKitDatabase
    guard database.isAutomatic, configuration.allowsSave, !configuration.isStoredInMemoryOnly else {
      return configuration
    }
    guard let provider else {
      if !database.isDefault {
        Warning.logOnce(
          "SwiftData: stores with cloudKitDatabase: .automatic stay local: the program does not link "
            + "CloudKitMirroring. Add a dependency on that product, or pass cloudKitDatabase: .none."
        )
      }
      return configuration
    }
    switch provider.automaticContainer(isRequested: !database.isDefault) {
    case .selected(let identifier): return configuration.syncing(withContainer: identifier)
    case .unavailable(let reason):
      let stores =
        database.isDefault ? "without a cloudKitDatabase" : "with cloudKitDatabase: .automatic"
      Warning.logOnce("SwiftData: stores \(stores) stay local: \(reason).")
      return configuration
    }
  }

  /// Creates the mirrors of a container's stores.
  static func start(_ core: ContainerCore) throws -> [any StoreMirror] {
    guard let provider else { return [] }
    return try core.stores.indices.compactMap { index in
      let configuration = core.stores[index].configuration
      guard configuration.allowsSave, configuration.cloudKitContainerIdentifier != nil else {
        return nil
      }
      return try provider.mirror(MirroredStore(core: core, index: index))
    }
  }
}
