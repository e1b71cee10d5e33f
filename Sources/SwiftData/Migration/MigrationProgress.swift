// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How far the migration of a store has come.
///
/// Not in Apple's framework. A container tells it to the function that its initialiser was given.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done.
  public enum Phase: Hashable, Sendable {
    /// The store is copied, in case something goes wrong.
    case backingUp
    /// `willMigrate` of a custom stage runs.
    case preparing
    /// The rows of an entity or a relationship, named as its table, get their new shape.
    case changing(String)
    /// `didMigrate` of a custom stage runs.
    case finishing
    /// All changes are there; they are committed.
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
  /// What is being done.
  public let phase: Phase
  /// How much of all stages is done, from 0 to 1; it never falls.
  public let fractionCompleted: Double
}
