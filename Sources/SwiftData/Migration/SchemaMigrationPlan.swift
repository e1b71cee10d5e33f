// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The ordered versions of a schema, and the stages between them.
///
/// ```swift
/// enum TripsPlan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
///   static var stages: [MigrationStage] {
///     [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)]
///   }
/// }
/// let container = try ModelContainer(for: TripsV2.Trip.self, migrationPlan: TripsPlan.self)
/// ```
public protocol SchemaMigrationPlan: SendableMetatype {
  /// All versions that a store can have, the oldest first.
  static var schemas: [any VersionedSchema.Type] { get }

  /// The stages between the versions.
  ///
  /// Without a stage, two consecutive versions are migrated as by a lightweight stage.
  static var stages: [MigrationStage] { get }
}

/// One version of a schema, with all models as they are in that version.
///
/// ```swift
/// enum TripsV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
///
///   @Model final class Trip {
///     var title: String
///     init(title: String) { self.title = title }
///   }
/// }
/// ```
///
/// A class that is nested in its version keeps its short name: `TripsV1.Trip` and `TripsV2.Trip`
/// are two Swift types of the same entity. A store records the version that wrote it.
public protocol VersionedSchema: SendableMetatype {
  /// The models of the version; related models belong to it without being listed.
  static var models: [any PersistentModel.Type] { get }

  /// The version's number, greater than the previous version's.
  static var versionIdentifier: Schema.Version { get }
}

extension Schema {
  /// The schema of a version: its models and its number.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(
      versionedSchema.models, version: versionedSchema.versionIdentifier, isVersioned: true)
  }
}

/// One step of a migration, between two versions of a schema.
///
/// ```swift
/// let stage = MigrationStage.custom(
///   fromVersion: TripsV1.self, toVersion: TripsV2.self, willMigrate: nil,
///   didMigrate: { context in
///     for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) {
///       trip.name = trip.name.capitalized
///     }
///   })
/// ```
///
/// Both kinds change the tables to the new version's, as inferred from the two versions (see
/// <doc:Migration>). A custom stage also runs code before and after.
public enum MigrationStage: Sendable {
  /// A step that is inferred from the two versions.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// A lightweight step with code before and after it.
  ///
  /// `willMigrate` gets a context with the old version's models, `didMigrate` a context with the
  /// new version's models. Unsaved changes of the context are saved when the function returns. A
  /// `save()` inside writes into the migration's transaction and releases the models that it wrote,
  /// so that any number of models can be changed in bounded memory. If a function throws, the whole
  /// migration is rolled back. Models and contexts are invalid after the function returns.
  ///
  /// In a container with several stores, each store goes through its stages separately. The
  /// functions see no models of other stores.
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
