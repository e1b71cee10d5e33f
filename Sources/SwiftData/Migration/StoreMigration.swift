// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a container says of the migration of one of its stores.
package struct StoreMigration: Sendable {
  /// The version of the container's schema.
  var version = Schema.Version(1, 0, 0)
  var plan: (any SchemaMigrationPlan.Type)?
  /// True if the container has other stores, so that a version's models are not all in this one.
  var isOneOfSeveral = false
  var report: (@Sendable (MigrationProgress) -> Void)?

  package init() {}

  init(
    version: Schema.Version, plan: (any SchemaMigrationPlan.Type)?, isOneOfSeveral: Bool,
    report: (@Sendable (MigrationProgress) -> Void)?
  ) {
    self.version = version
    self.plan = plan
    self.isOneOfSeveral = isOneOfSeveral
    self.report = report
  }
}

/// Tells a container's function how far a store has come.
final class MigrationReporter {
  private let report: (@Sendable (MigrationProgress) -> Void)?
  private let url: URL
  private let stageCount: Int
  private var stage = 0
  private var version = Schema.Version(0, 0, 0)
  private var fraction = 0.0

  init(_ report: (@Sendable (MigrationProgress) -> Void)?, url: URL, stageCount: Int) {
    self.report = report
    self.url = url
    self.stageCount = Swift.max(1, stageCount)
  }

  func begin(stage: Int, version: Schema.Version) {
    self.stage = stage
    self.version = version
  }

  /// `part` of the current stage is done.
  func tell(_ phase: MigrationProgress.Phase, part: Double) {
    guard let report else { return }
    let done = (Double(Swift.max(0, stage - 1)) + part) / Double(stageCount)
    fraction = Swift.min(1, Swift.max(fraction, done))
    report(
      MigrationProgress(
        url: url, version: version, stage: Swift.max(1, stage), stageCount: stageCount,
        phase: phase, fractionCompleted: fraction))
  }
}
