// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// Version 1.0.0 of the store's schema, with the models of Cairn 0.1.0.
///
/// Stores that Cairn wrote before it had a migration plan have this schema and open unchanged. A
/// changed model needs a new version: this version gets nested copies of all its classes, the new
/// version lists the changed classes, and ``RuckMapMigrationPlan`` gets both with a stage.
public enum RuckMapSchemaV1: VersionedSchema {
  /// The version's number, as recorded in stores.
  public static let versionIdentifier = Schema.Version(1, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [User.self, RuckingSession.self, LocationPoint.self, ActivityMetric.self, WeatherData.self]
  }
}

/// The versions of `ruckmap.store`, the oldest first, and the stages between them.
///
/// A store of another schema does not open and stays unchanged.
public enum RuckMapMigrationPlan: SchemaMigrationPlan {
  /// All versions that a store can have.
  public static var schemas: [any VersionedSchema.Type] { [RuckMapSchemaV1.self] }

  /// The stages between the versions; none, as there is one version.
  public static var stages: [MigrationStage] { [] }
}
