// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import SwiftData
import TravelFiles
import TripPlanner

/// Formats the conflicts of trips and their parts.
struct TripConflictFormatter: ConflictFormatter {
  /// `updatedAt` follows from the other values, and `deletedAt` from the tombstone.
  private static let derived: Set = [
    "updatedAt", "deletedAt", "importedValues", "sourceKeys", "position",
  ]

  func isDerived(_ conflict: Conflict) -> Bool {
    conflict.propertyName.map(Self.derived.contains) ?? false
  }

  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription] {
    guard !conflicts.isEmpty else { return [] }
    let library = TripLibrary(modelContainer: container)
    var descriptions: [ConflictDescription] = []
    for conflict in conflicts {
      var description = ConflictDescription(conflict)
      if let id = UUID(uuidString: description.id),
        let object = try await library.objectTitle(description.entity, id)
      {
        description.title = object.title
        if let trip = object.trip {
          description.path = TripPaths.object(description.entity, id, in: trip)
        }
      }
      if let property = conflict.propertyName, let value = description.value {
        description.value = Self.text(value, of: property)
      }
      descriptions.append(description)
    }
    return descriptions
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {
    guard !isDerived(conflict), let entity = model as? any TripEntity else { return }
    let now = Date()
    entity.updatedAt = now
    entity.deletedAt = entity.isDeleted ? entity.deletedAt ?? now : nil
  }

  /// A stored value in words.
  static func text(_ value: String, of property: String) -> String {
    switch property {
    case "createdAt", "timestamp":
      return Double(value).map { Date(timeIntervalSinceReferenceDate: $0).localText } ?? value
    case "isDeleted": return value == "0" ? "not deleted" : "deleted"
    case let name where name.hasPrefix("is"): return value == "0" ? "no" : "yes"
    case "weight": return Double(value).flatMap { TripFormat().weight($0) } ?? value
    case "distance": return Double(value).flatMap { TripFormat().distance($0) } ?? value
    case "duration": return Double(value).flatMap { TripFormat().duration($0) } ?? value
    case "transport": return Transport(rawValue: value).map(TripWords.title) ?? value
    case "kind": return PlanKind(rawValue: value).map(TripWords.title) ?? value
    case "category": return PlaceCategory(rawValue: value).map(TripWords.title) ?? value
    case "status": return BookingStatus(rawValue: value).map(TripWords.title) ?? value
    case "role": return CollaboratorRole(rawValue: value).map(TripWords.title) ?? value
    default: return LogText.text(value, property, TripFormat()) ?? value
    }
  }
}

extension TripLibrary {
  /// The title of an object with its trip, by the name of its entity; nil if it doesn't exist.
  func objectTitle(_ entity: String, _ id: UUID) throws -> (title: String, trip: UUID?)? {
    func title<Snapshot: EntitySnapshot>(
      _ type: Snapshot.Type, _ trip: KeyPath<Snapshot, UUID?>
    ) throws -> (title: String, trip: UUID?)? {
      try item(type, id).map { ($0.name, $0[keyPath: trip]) }
    }
    switch entity {
    case "Trip": return try item(TripSnapshot.self, id).map { ($0.title, $0.id) }
    case "Segment": return try title(SegmentSnapshot.self, \.tripID)
    case "DayPlanItem": return try title(DayPlanItemSnapshot.self, \.tripID)
    case "Place": return try title(PlaceSnapshot.self, \.tripID)
    case "Route": return try title(RouteSnapshot.self, \.tripID)
    case "PackingItem": return try title(PackingItemSnapshot.self, \.tripID)
    case "PackingTemplate":
      return try item(PackingTemplateSnapshot.self, id).map { ($0.name, nil) }
    case "DocumentAsset": return try title(DocumentAssetSnapshot.self, \.tripID)
    case "Collaborator": return try title(CollaboratorSnapshot.self, \.tripID)
    case "Booking": return try title(BookingSnapshot.self, \.tripID)
    case "Expense": return try title(ExpenseSnapshot.self, \.tripID)
    case "ExchangeRate": return try title(ExchangeRateSnapshot.self, \.tripID)
    default: return nil
    }
  }
}
