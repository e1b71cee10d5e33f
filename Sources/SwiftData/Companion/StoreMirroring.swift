// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A module that keeps stores in step with databases elsewhere; it makes itself known by
/// ``StoreMirroring/register(_:)`` before the first container is made.
package protocol StoreMirroringProvider: Sendable {
  /// Throws if the models of a store can't be mirrored, with what is to be changed in them; nothing is
  /// opened then.
  func validate(_ schema: Schema, _ configuration: ModelConfiguration) throws

  /// Begins to keep a store in step; it ends when the mirror goes.
  func mirror(_ store: MirroredStore) throws -> any StoreMirror
}

/// What keeps one store in step.
package protocol StoreMirror: AnyObject, Sendable {
  /// Begins no more work; what is under way may end.
  func stop()
}

/// A store that was opened by a configuration with a CloudKit database.
package struct MirroredStore: Sendable {
  let core: ContainerCore
  /// Its place among the container's stores.
  package let index: Int

  /// How it was opened.
  package var configuration: ModelConfiguration { core.stores[index].configuration }
  /// The models of the container.
  package var schema: Schema { core.schema }
  /// Names the store, also when it is copied.
  package var identifier: String { core.stores[index].store.identifier }
  /// The name in errors: the file's path, or "in memory".
  package var name: String { core.stores[index].store.name }

  /// A context of its own on the container's stores; it does not keep the container.
  package func makeContext() -> ModelContext { ModelContext(core) }

  /// Calls `action` after each commit to the store, whoever made it, in no particular thread, until
  /// what it returns goes.
  package func observe(_ action: @escaping @Sendable () -> Void) throws -> any Sendable {
    try core.stores[index].observers.observe(nil) { _ in action() }
  }
}

/// The module that mirrors stores, if the program has one.
package enum StoreMirroring {
  private static let registered = Mutex<(any StoreMirroringProvider)?>(nil)

  package static func register(_ provider: some StoreMirroringProvider) {
    registered.withLock { $0 = provider }
  }

  static var provider: (any StoreMirroringProvider)? { registered.withLock { $0 } }

  /// The mirrors of a container's stores.
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
