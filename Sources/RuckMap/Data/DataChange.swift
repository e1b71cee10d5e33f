// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// A change of one object of the store, by this process, by sync, or by another process.
public enum DataChange: Sendable, Hashable {
  /// A new object.
  case inserted(PersistentIdentifier)
  /// An object with changed values.
  case updated(PersistentIdentifier)
  /// A deleted object.
  case deleted(PersistentIdentifier)
  /// Any object may have changed, such as after the store was erased.
  case everything

  /// The name of the object's entity; nil if any object may have changed.
  public var entityName: String? {
    switch self {
    case .inserted(let id), .updated(let id), .deleted(let id): id.entityName
    case .everything: nil
    }
  }

  /// Returns the changes of a container's stores from now on.
  static func stream(of container: ModelContainer) -> AsyncStream<DataChange> {
    // The iterator observes from its creation, so that no change after this call is missed.
    let changes = container.changes()
    let iterator = changes.makeAsyncIterator()
    return AsyncStream { continuation in
      let observation = Task {
        var iterator = iterator
        do {
          while let change = try await iterator.next() {
            if change.isEverything { continuation.yield(.everything) }
            for id in change.inserted { continuation.yield(.inserted(id)) }
            for id in change.updated { continuation.yield(.updated(id)) }
            for id in change.deleted { continuation.yield(.deleted(id)) }
          }
        } catch {
          // The store is unreadable: the stream ends.
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// An alias of ``DataChange``.
public typealias ModelChange = DataChange
