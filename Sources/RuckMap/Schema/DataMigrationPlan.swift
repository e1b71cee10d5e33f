// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The steps of ``RuckMapMigrationPlan`` as lists of changes, for display.
///
/// ```swift
/// for migration in DataMigrationPlan.migrations {
///   print(migration.from.name, migration.to.name, migration.changes.count)
/// }
/// ```
public enum DataMigrationPlan {
  /// All steps, the oldest first; the changes are computed from the schemas.
  public static var migrations: [Migration] {
    let pairs: [(SchemaVersion, SchemaVersion)] = [
      (.v1, .v2), (.v2, .v3), (.v3, .v4), (.v4, .v5), (.released, .v5),
    ]
    return pairs.map { Migration(from: $0, to: $1) }
  }

  /// One step.
  public struct Migration: Sendable, Hashable {
    /// The version before the step.
    public let from: SchemaVersion
    /// The version after the step.
    public let to: SchemaVersion
    /// The differences between the versions, sorted by table and name.
    public let changes: [Change]

    init(from: SchemaVersion, to: SchemaVersion) {
      self.from = from
      self.to = to
      changes = Change.differences(
        Schema(versionedSchema: from.schema), Schema(versionedSchema: to.schema))
    }
  }

  /// A difference between two versions.
  public enum Change: Sendable, Hashable {
    /// A new entity.
    case addTable(String)
    /// An entity with a new name.
    case renameTable(from: String, to: String)
    /// A new attribute; the type is the Swift type's name.
    case addColumn(table: String, column: String, type: String)
    /// A removed attribute, whose values the stage carries over if they are needed.
    case removeColumn(table: String, column: String)
    /// A new relationship.
    case addRelationship(from: String, name: String, to: String)
  }
}

extension DataMigrationPlan.Change {
  /// The name of an entity without its version, such as "User" for "UserV2".
  private static func plain(_ name: String) -> String {
    for suffix in ["V1", "V2", "V3"] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }

  fileprivate static func differences(_ old: Schema, _ new: Schema) -> [Self] {
    let before = Dictionary(old.entities.map { (plain($0.name), $0) }) { first, _ in first }
    return new.entities.sorted { $0.name < $1.name }.flatMap { entity -> [Self] in
      guard let source = before[plain(entity.name)] else { return [.addTable(entity.name)] }
      let renamed =
        source.name == entity.name
        ? [] : [Self.renameTable(from: source.name, to: entity.name)]
      let known = Set(source.attributes.map(\.name))
      let added = entity.attributes.filter { !known.contains($0.name) }
      let kept = Set(entity.attributes.map(\.name))
      let removed = known.subtracting(kept).sorted()
      let links = Set(source.relationships.map(\.name))
      return renamed
        + added.sorted { $0.name < $1.name }.map {
          .addColumn(table: entity.name, column: $0.name, type: "\($0.valueType)")
        }
        + removed.map { .removeColumn(table: entity.name, column: $0) }
        + entity.relationships.filter { !links.contains($0.name) }.sorted { $0.name < $1.name }.map
      {
        .addRelationship(from: entity.name, name: $0.name, to: plain($0.destination))
      }
    }
  }
}

/// Performs the steps of ``DataMigrationPlan`` that a store needs.
@MainActor
public final class DataMigrationManager {
  private let manager: MigrationManager

  /// Creates a manager; nothing is opened.
  ///
  /// - Parameter directory: The folder of the app's data.
  public init(directory: URL) { manager = MigrationManager(directory: directory) }

  /// Returns the steps that the store needs, the oldest first; none without a store.
  ///
  /// - Throws: ``MigrationError``, or a `SwiftDataError`.
  public func neededMigrations() throws -> [DataMigrationPlan.Migration] {
    guard let version = try manager.currentSchemaVersion() else { return [] }
    let path = [version] + version.successors
    return zip(path, path.dropFirst()).compactMap { from, to in
      DataMigrationPlan.migrations.first { $0.from == from && $0.to == to }
    }
  }

  /// Migrates the store to the current version, and opens it.
  ///
  /// - Returns: The open store.
  /// - Throws: ``MigrationError``, or a `SwiftDataError`; the store is unchanged then.
  @discardableResult
  public func performMigrations() async throws -> ModelContainer {
    try await manager.performMigration()
  }
}
