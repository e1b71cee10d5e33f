// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// Version 1.0.0 of the store's schema: the ten entities of the plan.
package enum TripDataSchemaV1: VersionedSchema {
  package static let versionIdentifier = Schema.Version(1, 0, 0)

  package static var models: [any PersistentModel.Type] {
    [
      UserProfile.self, Trip.self, Segment.self, DayPlanItem.self, Place.self, Route.self,
      PackingItem.self, DocumentAsset.self, Collaborator.self, ActivityLog.self,
    ]
  }
}

/// Version 2.0.0: bookings, expenses and rates, packing templates, dismissed findings, and their
/// properties in the entities of version 1.
package enum TripDataSchemaV2: VersionedSchema {
  package static let versionIdentifier = Schema.Version(2, 0, 0)

  package static var models: [any PersistentModel.Type] {
    [
      UserProfile.self, Trip.self, Segment.self, DayPlanItem.self, Place.self, Route.self,
      PackingItem.self, PackingTemplate.self, DocumentAsset.self, Collaborator.self,
      ActivityLog.self, Booking.self, Expense.self, ExchangeRate.self, DismissedFinding.self,
    ]
  }
}

/// The versions of `tripplanner.store`, the oldest first, and the stages between them.
package enum TripDataMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [TripDataSchemaV1.self, TripDataSchemaV2.self]
  }

  package static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TripDataSchemaV1.self, toVersion: TripDataSchemaV2.self, willMigrate: nil,
        didMigrate: { try fillVersion2($0) })
    ]
  }

  /// Fills the properties of version 2 that follow from those of version 1.
  ///
  /// Items of a day get positions in the order of their starts, and lines of a packing list in the order of
  /// their creation. Segments get the names of their places.
  static func fillVersion2(_ context: ModelContext) throws {
    for trip in try context.fetch(FetchDescriptor<Trip>()) {
      for items in Dictionary(grouping: trip.dayPlanItems, by: \.day).values {
        let ordered = items.sorted {
          ($0.start ?? "", $0.createdAt, $0.id.uuidString)
            < ($1.start ?? "", $1.createdAt, $1.id.uuidString)
        }
        for (index, item) in ordered.enumerated() { item.position = Double(index + 1) }
      }
      let lines = trip.packingItems.sorted {
        ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString)
      }
      for (index, line) in lines.enumerated() { line.position = Double(index + 1) }
      for segment in trip.segments {
        segment.originName = segment.origin?.name
        segment.destinationName = segment.destination?.name
      }
    }
    try context.save()
  }
}
