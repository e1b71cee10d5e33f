// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// Version 3.0.0 of the schema of `rowing.store`: indexes for lists, totals, strokes and imports.
///
/// Its records in CloudKit are those of version 2, so that devices with either version sync.
///
/// A changed model needs a new version: this version gets nested copies of all its classes, the new
/// version lists the changed classes, and ``RowingMigrationPlan`` gets both with a stage.
public enum RowingSchemaV3: VersionedSchema {
  /// The version's number, as recorded in stores.
  public static let versionIdentifier = Schema.Version(3, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [
      Athlete.self, RowingSession.self, PerformanceMetric.self, RowingInterval.self, Team.self,
    ]
  }
}

/// The versions of `rowing.store`, the oldest first, and the stages between them.
public enum RowingMigrationPlan: SchemaMigrationPlan {
  /// All versions that a store can have.
  public static var schemas: [any VersionedSchema.Type] {
    [RowingSchemaV1.self, RowingSchemaV2.self, RowingSchemaV3.self]
  }

  /// The stages between the versions.
  public static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: RowingSchemaV1.self, toVersion: RowingSchemaV2.self),
      .lightweight(fromVersion: RowingSchemaV2.self, toVersion: RowingSchemaV3.self),
    ]
  }
}
