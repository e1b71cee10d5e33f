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
    let reader = ChangeReader(container)
    return AsyncStream { continuation in
      let reading = Task { await reader.report(to: continuation) }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }
}

/// A reader of a container's changes.
private actor ChangeReader {
  /// Observes from its creation, so that no change after it is missed.
  private let iterator: ChangesSequence.Iterator

  init(_ container: ModelContainer) { iterator = container.changes().makeAsyncIterator() }

  /// Reports changes until the task is cancelled, or the store becomes unreadable.
  func report(to continuation: AsyncStream<DataChange>.Continuation) async {
    var iterator = iterator
    while let change = try? await iterator.next() {
      if change.isEverything { continuation.yield(.everything) }
      for id in change.inserted { continuation.yield(.inserted(id)) }
      for id in change.updated { continuation.yield(.updated(id)) }
      for id in change.deleted { continuation.yield(.deleted(id)) }
    }
    continuation.finish()
  }
}

/// An alias of ``DataChange``.
public typealias ModelChange = DataChange
