// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The progress of a store's migration.
///
/// ```swift
/// let container = try ModelContainer(
///   for: Schema(versionedSchema: TripsV2.self), migrationPlan: TripsPlan.self,
///   configurations: [ModelConfiguration()]
/// ) { progress in
///   print("\(Int(progress.fractionCompleted * 100)) %")
/// }
/// ```
///
/// Not in Apple's framework. A container passes it to the function that its initializer was given.
public struct MigrationProgress: Hashable, Sendable {
  /// A phase of a stage.
  public enum Phase: Hashable, Sendable {
    /// The store is being copied, as a backup.
    case backingUp
    /// `willMigrate` of a custom stage runs.
    case preparing
    /// Rows of an entity or a relationship are being converted. The value is the table's name.
    case changing(String)
    /// `didMigrate` of a custom stage runs.
    case finishing
    /// All changes are made and are being committed.
    case committing
  }

  /// The store's file.
  public let url: URL
  /// The version that the current stage leads to.
  public let version: Schema.Version
  /// The number of the current stage, from 1.
  public let stage: Int
  /// The number of stages.
  public let stageCount: Int
  /// The current phase.
  public let phase: Phase
  /// The completed fraction of all stages, from 0 to 1; it never decreases.
  public let fractionCompleted: Double
}

/// A container's migration settings for one of its stores.
package struct StoreMigration: Sendable {
  /// The version of the container's schema.
  var version = Schema.Version(1, 0, 0)
  var plan: (any SchemaMigrationPlan.Type)?
  /// True if the container has several stores, so that this one holds only some of a version's
  /// models.
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

/// Reports a store's migration progress to the container's function.
final class MigrationReporter {
  private let handler: (@Sendable (MigrationProgress) -> Void)?
  private let url: URL
  private let stageCount: Int
  private var stage = 0
  private var version = Schema.Version(0, 0, 0)
  private var fraction = 0.0

  init(_ handler: (@Sendable (MigrationProgress) -> Void)?, url: URL, stageCount: Int) {
    self.handler = handler
    self.url = url
    self.stageCount = Swift.max(1, stageCount)
  }

  func begin(stage: Int, version: Schema.Version) {
    self.stage = stage
    self.version = version
  }

  /// Reports the phase and the completed part of the current stage, from 0 to 1.
  func report(_ phase: MigrationProgress.Phase, part: Double) {
    guard let handler else { return }
    let done = (Double(Swift.max(0, stage - 1)) + part) / Double(stageCount)
    fraction = Swift.min(1, Swift.max(fraction, done))
    handler(
      MigrationProgress(
        url: url, version: version, stage: Swift.max(1, stage), stageCount: stageCount,
        phase: phase, fractionCompleted: fraction))
  }
}
