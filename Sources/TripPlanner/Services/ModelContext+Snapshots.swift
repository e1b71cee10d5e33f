// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Insertion and update of models by their values, in the running transaction.
extension ModelContext {
  /// The number of insertions after which a batch is written; pending models slow fetches.
  static let batchSize = 100

  /// Inserts an object with the identifier of its snapshot.
  ///
  /// - Throws: ``TripLibraryError/identifierTaken(_:)``, or an error for an impossible value.
  @discardableResult
  func insert<Snapshot: EntitySnapshot>(
    _ snapshot: Snapshot, at now: Date
  ) throws -> Snapshot.Entity {
    try snapshot.validate()
    guard try first(Snapshot.Entity.self, id: snapshot.id) == nil else {
      throw TripLibraryError.identifierTaken(snapshot.id.uuidString)
    }
    let entity = Snapshot.Entity(id: snapshot.id, at: now)
    insert(entity)
    try entity.apply(snapshot, in: self)
    entity.deletedAt = entity.isDeleted ? now : nil
    try placeAtEnd(entity)
    return entity
  }

  /// Assigns the values of a snapshot that differ; the time of the update follows.
  ///
  /// - Returns: True if a value differs.
  @discardableResult
  func update<Entity: TripEntity>(
    _ entity: Entity, _ snapshot: Entity.Snapshot, at now: Date
  ) throws -> Bool {
    try snapshot.validate()
    let wasDeleted = entity.isDeleted
    let (day, start) = ((entity as? DayPlanItem)?.day, (entity as? DayPlanItem)?.start)
    let position = (entity as? DayPlanItem)?.position
    guard try entity.apply(snapshot, in: self) else { return false }
    entity.updatedAt = now
    if entity.isDeleted != wasDeleted { entity.deletedAt = entity.isDeleted ? now : nil }
    if let item = entity as? DayPlanItem, item.day != day || item.start != start,
      item.position == position
    {
      item.position = try positionByTime(of: item)
    }
    return true
  }

  /// Gives a new item of a plan or line of a list a position.
  private func placeAtEnd<Entity: TripEntity>(_ entity: Entity) throws {
    if let item = entity as? DayPlanItem, item.position == 0 {
      item.position = try positionByTime(of: item)
    }
    if let line = entity as? PackingItem, line.position == 0 {
      let lines = line.trip?.packingItems ?? line.template?.items ?? []
      line.position = (lines.lazy.map(\.position).max() ?? 0) + 1
    }
  }

  private func positionByTime(of item: DayPlanItem) throws -> Double {
    Itinerary.position(of: item.snapshot(), among: try siblings(of: item.snapshot()))
  }

  /// Returns the other items of an item's day, in order.
  func siblings(of item: DayPlanItemSnapshot) throws -> [DayPlanItemSnapshot] {
    guard let trip = item.tripID else { return [] }
    let day = item.day
    // A new item changes its trip. Until that is saved, a condition on the trip reads all items of the store.
    let models = try fetch(
      FetchDescriptor<DayPlanItem>(predicate: #Predicate { $0.day == day && !$0.isDeleted }))
    return Itinerary.ordered(
      models.filter { $0.id != item.id && $0.trip?.id == trip }.map { $0.snapshot() })
  }
}
