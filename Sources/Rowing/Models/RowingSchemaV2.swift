// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// Version 2.0.0 of the schema of `rowing.store`: strokes of rests.
public enum RowingSchemaV2: VersionedSchema {
  /// The version's number, as recorded in stores.
  public static let versionIdentifier = Schema.Version(2, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [
      Athlete.self, RowingSession.self, PerformanceMetric.self, RowingInterval.self, Team.self,
    ]
  }
}
