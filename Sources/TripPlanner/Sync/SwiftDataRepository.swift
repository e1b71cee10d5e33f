// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// The objects of one entity, for callers on any actor.
///
/// Results are snapshots. Times of creation and update are set here, and a deletion is a tombstone unless the
/// caller asks for a final one.
package actor SwiftDataRepository<Entity: TripEntity>: ModelActor {
  package nonisolated let modelContainer: ModelContainer
  package nonisolated let modelExecutor: any ModelExecutor
  private let clock: @Sendable () -> Date

  /// Creates the repository of a container's store.
  package init(
    modelContainer: ModelContainer, clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.modelContainer = modelContainer
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
    self.clock = clock
  }

  /// Inserts an object with the identifier of its snapshot.
  ///
  /// - Throws: ``TripLibraryError/identifierTaken(_:)`` if an object has it; that object is not replaced.
  @discardableResult
  package func insert(_ snapshot: Entity.Snapshot) throws -> Entity.Snapshot {
    try write { now in try modelContext.insert(snapshot, at: now).snapshot() }
  }

  /// Assigns the values of a snapshot that differ.
  ///
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` if no object has the identifier.
  @discardableResult
  package func update(_ snapshot: Entity.Snapshot) throws -> Entity.Snapshot {
    try write { now in
      let entity = try entity(snapshot.id)
      try modelContext.update(entity, snapshot, at: now)
      return entity.snapshot()
    }
  }

  /// Marks an object as deleted.
  package func softDelete(_ id: UUID) throws {
    try write { now in
      let entity = try entity(id)
      guard !entity.isDeleted else { return }
      entity.isDeleted = true
      entity.deletedAt = now
      entity.updatedAt = now
    }
  }

  /// Deletes an object with its dependents for good.
  package func hardDelete(_ id: UUID) throws {
    try write { _ in modelContext.delete(try entity(id)) }
  }

  /// Returns an object, deleted or not; nil if none has the identifier.
  package func fetch(_ id: UUID) throws -> Entity.Snapshot? {
    try modelContext.first(Entity.self, id: id)?.snapshot()
  }

  /// Returns the objects that match a predicate, without deleted ones.
  package func fetch(
    _ predicate: Predicate<Entity>? = nil, includingDeleted: Bool = false
  ) throws -> [Entity.Snapshot] {
    try modelContext.fetch(FetchDescriptor(predicate: predicate))
      .filter { includingDeleted || !$0.isDeleted }.map { $0.snapshot() }
  }

  /// Returns a sequence with an element after each save of the entity's objects, by any process.
  package nonisolated func changes() -> ChangesSequence {
    modelContainer.changes(of: [Entity.self])
  }

  private func entity(_ id: UUID) throws -> Entity {
    guard let entity = try modelContext.first(Entity.self, id: id) else {
      throw TripLibraryError.notFound(kind: Entity.displayName, name: id.uuidString)
    }
    return entity
  }

  private func write<Result: Sendable>(_ change: (Date) throws -> Result) throws -> Result {
    var result: Result?
    try modelContext.transaction { result = try change(clock()) }
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }
}
