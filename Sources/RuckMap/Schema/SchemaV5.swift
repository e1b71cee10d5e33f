// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// Version 5 of the schema, the current one: all entities of the app.
///
/// A changed model needs a new version: this version gets nested copies of all its classes, the new
/// version lists the changed classes, and ``RuckMapMigrationPlan`` gets both with a stage. Synced
/// properties are only added: never removed, renamed or made encrypted. The archive of a store
/// (`ArchivedObject`) gets each new model and property too.
public enum SchemaV5: VersionedSchema {
  /// The version's number, as recorded in stores.
  public static let versionIdentifier = Schema.Version(5, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [
      User.self, RuckingSession.self, LocationPoint.self, ActivityMetric.self, WeatherData.self,
      SessionSegment.self, Route.self, Waypoint.self, RouteReview.self, RouteTag.self,
      Equipment.self, EquipmentUse.self, Group.self, GroupMembership.self, Challenge.self,
      Achievement.self, SocialActivity.self, Goal.self, Event.self, TrainingPlan.self,
      PlannedRuck.self, EmergencyContact.self, BodyMeasurement.self, PrivacyZone.self,
      PTStandard.self, RuckRevision.self,
    ]
  }
}
