// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// The versions of `ruckmap.store`, the oldest first, and the stages between them.
///
/// Two lines of versions lead to version 5: 1 to 4, and the layout of the first release. A store is
/// recognized by its models, and each line has its own stage to version 5. Each stage checks its
/// result; if a check fails, the whole migration is rolled back. A store of another schema does not
/// open and stays unchanged.
public enum RuckMapMigrationPlan: SchemaMigrationPlan {
  /// All versions that a store can have.
  public static var schemas: [any VersionedSchema.Type] {
    [
      SchemaV1.self, SchemaV2.self, SchemaV3.self, SchemaV4.self, TransitionSchema.self,
      ReleasedSchema.self, SchemaV5.self,
    ]
  }

  /// The stages between the versions.
  public static var stages: [MigrationStage] {
    [v1ToV2, v2ToV3, v3ToV4] + V4ToV5.stages + [releasedToV5]
  }

  /// Users get the general persona.
  private static var v1ToV2: MigrationStage {
    .custom(
      fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
      didMigrate: { context in
        let empty = try context.fetchCount(
          FetchDescriptor<SchemaV2.UserV2>(predicate: #Predicate { $0.persona == "" }))
        try MigrationError.check(empty == 0, "\(empty) users have no persona")
      })
  }

  /// Rucks get tracks, which are empty.
  private static var v2ToV3: MigrationStage {
    .custom(
      fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil,
      didMigrate: { context in
        let points = try context.fetchCount(FetchDescriptor<SchemaV3.LocationPointV3>())
        try MigrationError.check(points == 0, "\(points) positions have no ruck")
      })
  }

  /// Strings become enumerations, the dates of creation become missing dates of purchase, and
  /// durations follow from start and end.
  private static var v3ToV4: MigrationStage {
    .custom(
      fromVersion: SchemaV3.self, toVersion: SchemaV4.self,
      willMigrate: { context in
        try context.updateAll(SchemaV3.EquipmentV3.self) { item in
          item.purchaseDate = item.purchaseDate ?? item.createdAt
          let kind = EquipmentType(rawValue: item.equipmentType)
          // The word of an unknown kind remains in the name.
          if kind == nil, !item.equipmentType.isEmpty { item.name += " (\(item.equipmentType))" }
          item.equipmentType = (kind ?? .accessories).rawValue
        }
        try context.updateAll(SchemaV3.UserV3.self) { user in
          if UserPersona(rawValue: user.persona) == nil {
            user.persona = UserPersona.general.rawValue
          }
        }
      },
      didMigrate: { context in
        try context.updateAll(SchemaV4.User.self) { user in
          user.lastSyncDate = user.createdAt
          user.preferences = UserPreferences.defaultFor(persona: user.persona)
        }
        try context.updateAll(SchemaV4.RuckingSession.self) { session in
          session.lastModified = session.endDate ?? session.startDate
          let duration = session.endDate?.timeIntervalSince(session.startDate) ?? 0
          session.duration = max(0, duration)
          if session.duration > 0, session.distance > 0 {
            session.averagePace = session.duration / 60 / session.distance
          }
        }
        try context.updateAll(SchemaV4.Route.self) { route in
          route.lastModified = route.createdAt
        }
        let undated = try context.fetchCount(
          FetchDescriptor<SchemaV4.Equipment>(predicate: #Predicate { $0.purchaseDate == nil }))
        try MigrationError.check(undated == 0, "\(undated) items of gear have no purchase date")
      })
  }

  /// Adds entities and properties; no value changes.
  private static var releasedToV5: MigrationStage {
    .custom(
      fromVersion: ReleasedSchema.self, toVersion: SchemaV5.self, willMigrate: nil,
      didMigrate: { try V4ToV5.validate($0) })
  }
}
