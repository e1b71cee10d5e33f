// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The versions of a schema in order, and how a store gets from each to the next.
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
  /// All versions that a store may have, the oldest first.
  static var schemas: [any VersionedSchema.Type] { get }

  /// The steps between them; versions without a step between them are a lightweight one apart.
  static var stages: [MigrationStage] { get }
}
