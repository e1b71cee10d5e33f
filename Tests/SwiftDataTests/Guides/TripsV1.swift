// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

// The samples of the migration guide.

enum TripsV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum TripsV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    @Attribute(.unique, originalName: "title") var name: String
    var length = 0
    init(name: String) { self.name = name }
  }
}

enum TripsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TripsV1.self, toVersion: TripsV2.self,
        willMigrate: { context in
          var seen: Set<String> = []
          for trip in try context.fetch(FetchDescriptor<TripsV1.Trip>())
          where !seen.insert(trip.title).inserted {
            context.delete(trip)
          }
          try context.save()
        },
        didMigrate: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) {
            trip.length = trip.name.count
          }
          try context.save()
        })
    ]
  }
}

/// The first sample of the guide: the next version of a model with a title.
enum TripsNext {
  @Model final class Trip {
    @Attribute(originalName: "title") var name: String
    var rating = 3.0
    var note: String?
    init(name: String) { self.name = name }
  }
}
