// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One version of a schema: all its models, as they were or are.
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
/// are two Swift types of the same entity. A store remembers the version that it was written by.
public protocol VersionedSchema: SendableMetatype {
  /// The models of the version; those that they relate to belong to it without being listed.
  static var models: [any PersistentModel.Type] { get }

  /// The version's number, greater than that of the version before.
  static var versionIdentifier: Schema.Version { get }
}

extension Schema {
  /// The schema of a version: its models and its number.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(
      versionedSchema.models, version: versionedSchema.versionIdentifier, isVersioned: true)
  }
}
