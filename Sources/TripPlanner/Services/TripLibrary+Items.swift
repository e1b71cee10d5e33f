// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension TripLibrary {
  /// Inserts an object with the identifier of its snapshot.
  ///
  /// - Returns: The stored values.
  /// - Throws: ``TripLibraryError/identifierTaken(_:)``, ``TripLibraryError/unknownReference(_:)``, or another
  ///   error; nothing is inserted then.
  @discardableResult
  package func insert<Snapshot: EntitySnapshot>(_ snapshot: Snapshot) throws -> Snapshot {
    try write { now in
      try insertModel(snapshot, at: now).snapshot()
    }
  }

  /// Inserts objects in one transaction.
  package func insertAll<Snapshot: EntitySnapshot>(_ snapshots: [Snapshot]) throws {
    try write { now in
      for (index, snapshot) in snapshots.enumerated() {
        try insertModel(snapshot, at: now)
        if index % ModelContext.batchSize == 0 { try modelContext.save() }
      }
    }
  }

  /// Inserts an object in the running transaction.
  @discardableResult
  func insertModel<Snapshot: EntitySnapshot>(
    _ snapshot: Snapshot, at now: Date
  ) throws -> Snapshot.Entity {
    try modelContext.insert(snapshot, at: now)
  }

  /// Changes the values of an object; only values that differ are written.
  ///
  /// - Parameters:
  ///   - type: The type of the snapshot.
  ///   - id: The identifier.
  ///   - change: The change of the values.
  /// - Returns: The stored values.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` or another error; nothing is changed then.
  @discardableResult
  package func edit<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, _ id: UUID, _ change: @Sendable (inout Snapshot) throws -> Void
  ) throws -> Snapshot {
    try write { now in
      let entity = try entity(Snapshot.Entity.self, id)
      var snapshot = entity.snapshot()
      try change(&snapshot)
      return try update(entity, snapshot, at: now).snapshot()
    }
  }

  /// Assigns a snapshot in the running transaction.
  @discardableResult
  func update<Entity: TripEntity>(
    _ entity: Entity, _ snapshot: Entity.Snapshot, at now: Date
  ) throws -> Entity {
    try modelContext.update(entity, snapshot, at: now)
    return entity
  }

  /// Returns the values of an object, deleted or not; nil if there is none.
  package func item<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, _ id: UUID
  ) throws -> Snapshot? {
    try modelContext.first(Snapshot.Entity.self, id: id)?.snapshot()
  }

  /// Returns the objects of a trip, the oldest first.
  package func items<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, in trip: UUID, includingDeleted: Bool = false
  ) throws -> [Snapshot] {
    try models(Snapshot.Entity.self, in: trip, includingDeleted: includingDeleted)
      .map { $0.snapshot() }
  }

  /// Returns the models of a trip in the order of their creation.
  func models<Entity: TripEntity>(
    _ type: Entity.Type, in trip: UUID, includingDeleted: Bool = false
  ) throws -> [Entity] {
    let models = try modelContext.fetch(FetchDescriptor(predicate: Entity.inTrip(trip)))
      .filter { includingDeleted || !$0.isDeleted }
    // A model's property is slower than a value, so the keys of the order are read once.
    let keys = models.map { ($0.createdAt, $0.id) }
    return models.indices.sorted { keys[$0] < keys[$1] }.map { models[$0] }
  }

  /// Returns the identifier of the object with a name or with a prefix of its identifier.
  ///
  /// - Parameters:
  ///   - type: The type of the snapshot.
  ///   - text: The name, compared without case, or a prefix of the identifier.
  ///   - trip: The trip; nil to search all objects.
  /// - Returns: The identifier of the only match.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` or ``TripLibraryError/ambiguous(kind:name:matches:)``.
  package func itemID<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, matching text: String, in trip: UUID?
  ) throws -> UUID {
    typealias Entity = Snapshot.Entity
    if let id = UUID(uuidString: text), let model = try modelContext.first(Entity.self, id: id),
      trip == nil || model.owningTrip?.id == trip
    {
      return id
    }
    let models =
      try trip.map { try self.models(Entity.self, in: $0, includingDeleted: true) }
      ?? modelContext.fetch(FetchDescriptor<Entity>())
    let names = models.map { (id: $0.id, name: $0.snapshot().name, isDeleted: $0.isDeleted) }
    return try Self.match(text, names, kind: Entity.displayName)
  }

  /// Returns the only match of a name, or else of a prefix of the identifier.
  ///
  /// Objects that are not deleted take precedence.
  static func match(
    _ text: String, _ names: [(id: UUID, name: String, isDeleted: Bool)], kind: String
  ) throws -> UUID {
    let prefix = text.uppercased()
    guard !prefix.isEmpty else { throw TripLibraryError.notFound(kind: kind, name: text) }
    let rules: [((id: UUID, name: String, isDeleted: Bool)) -> Bool] = [
      {
        $0.name.compare(text, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
      },
      { $0.id.uuidString.hasPrefix(prefix) },
      { $0.name.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil },
    ]
    for isDeleted in [false, true] {
      for rule in rules {
        let matches = names.filter { $0.isDeleted == isDeleted && rule($0) }
        if matches.count == 1 { return matches[0].id }
        if matches.count > 1 {
          throw TripLibraryError.ambiguous(
            kind: kind, name: text,
            matches: matches.prefix(8).map {
              "\($0.name) (\($0.id.uuidString.prefix(8).lowercased()))"
            })
        }
      }
    }
    throw TripLibraryError.notFound(kind: kind, name: text)
  }

  // MARK: Deletion

  /// Marks an object as deleted; its parts are hidden with it and not marked.
  package func delete<Snapshot: EntitySnapshot>(_ type: Snapshot.Type, _ id: UUID) throws {
    try setDeleted(Snapshot.Entity.self, id, true)
  }

  /// Restores a deleted object with all its parts.
  package func restore<Snapshot: EntitySnapshot>(_ type: Snapshot.Type, _ id: UUID) throws {
    try setDeleted(Snapshot.Entity.self, id, false)
  }

  /// Deletes an object with its dependents for good.
  package func purge<Snapshot: EntitySnapshot>(_ type: Snapshot.Type, _ id: UUID) throws {
    try write { _ in
      modelContext.delete(try entity(Snapshot.Entity.self, id))
    }
  }

  private func setDeleted<Entity: TripEntity>(
    _ type: Entity.Type, _ id: UUID, _ isDeleted: Bool
  ) throws {
    try write { now in
      let entity = try entity(type, id)
      guard entity.isDeleted != isDeleted else { return }
      entity.isDeleted = isDeleted
      entity.deletedAt = isDeleted ? now : nil
      entity.updatedAt = now
    }
  }

  /// Returns the deleted trips and the deleted objects of other trips, the last deleted first.
  package func deletedItems() throws -> [DeletedItem] {
    var items: [DeletedItem] = []
    func add<Entity: TripEntity>(_ type: Entity.Type) throws {
      for model in try modelContext.fetch(
        FetchDescriptor<Entity>(predicate: Entity.deletedModels))
      where model.trip?.isDeleted != true {
        items.append(
          DeletedItem(
            id: model.id, type: Entity.entityName, name: model.snapshot().name,
            trip: model.trip?.id, tripTitle: model.trip?.title, deletedAt: model.deletedAt))
      }
    }
    try add(Trip.self)
    try add(Segment.self)
    try add(DayPlanItem.self)
    try add(Place.self)
    try add(Route.self)
    try add(PackingItem.self)
    try add(PackingTemplate.self)
    try add(DocumentAsset.self)
    try add(Collaborator.self)
    try add(Booking.self)
    try add(Expense.self)
    try add(ExchangeRate.self)
    return items.sorted { ($0.deletedAt ?? .distantPast) > ($1.deletedAt ?? .distantPast) }
  }

  /// Restores an object by the name of its entity.
  package func restore(entity name: String, _ id: UUID) throws {
    func run<Entity: TripEntity>(_ type: Entity.Type) throws {
      try restore(Entity.Snapshot.self, id)
    }
    try run(try Self.type(named: name))
  }

  /// Deletes an object for good, by the name of its entity.
  package func purge(entity name: String, _ id: UUID) throws {
    func run<Entity: TripEntity>(_ type: Entity.Type) throws { try purge(Entity.Snapshot.self, id) }
    try run(try Self.type(named: name))
  }

  static func type(named name: String) throws -> any TripEntity.Type {
    for type in TripStore.models {
      if let type = type as? any TripEntity.Type, type.entityName == name { return type }
    }
    throw TripLibraryError.notFound(kind: "entity", name: name)
  }
}

/// A deleted object that can be restored.
package struct DeletedItem: Sendable, Hashable, Identifiable {
  package var id: UUID
  /// The name of the entity, such as `Segment`.
  package var type: String
  package var name: String
  package var trip: UUID?
  package var tripTitle: String?
  package var deletedAt: Date?
}
