// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

// What programs for Apple's systems write so that Swift 6 takes their migration plans. Here a stage
// is Sendable anyway; the conformance is only said twice, which the compiler remarks on.
extension MigrationStage: @unchecked @retroactive Sendable {}

/// A plan whose stages are a stored property.
enum HikePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [HikeVersion.self] }
  static let stages: [MigrationStage] = []
}

/// The only version of the models.
enum HikeVersion: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Hike.self] }
}
