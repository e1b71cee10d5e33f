// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One step of a migration, between two versions of a schema.
///
/// Either kind changes the tables to those of the new version by what can be inferred from the two
/// (see <doc:Migration>). A custom stage runs code before and after.
public enum MigrationStage: Sendable {
  /// A step that is inferred from the two versions.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// A step with code before and after what is inferred.
  ///
  /// `willMigrate` gets a context of the old version's models, `didMigrate` one of the new
  /// version's. What either leaves unsaved is saved when it returns. A `save()` inside writes into
  /// the migration's transaction and lets go of the models it wrote, so that work on any number of
  /// models fits into memory. If one throws, the whole migration is undone. Models and contexts
  /// are of no use after the function they were made for.
  ///
  /// In a container of several stores each store goes through its stages by itself; models of
  /// other stores are not there for them.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)

  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let from, _), .custom(let from, _, _, _): from
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let to), .custom(_, let to, _, _): to
    }
  }

  var willMigrate: (@Sendable (ModelContext) throws -> Void)? {
    if case .custom(_, _, let willMigrate, _) = self { willMigrate } else { nil }
  }

  var didMigrate: (@Sendable (ModelContext) throws -> Void)? {
    if case .custom(_, _, _, let didMigrate) = self { didMigrate } else { nil }
  }
}
