// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The app's store.
///
/// ```swift
/// import SwiftData
///
/// let container = try RuckMapStore.container(
///   directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let rucks = try ModelContext(container).fetch(RuckingSession.recentSessions)
/// ```
public enum RuckMapStore {
  /// The models of the app.
  public static let models = schema.models

  /// The newest version of the schema, to which ``RuckMapMigrationPlan`` migrates older stores.
  private static let schema = SchemaV5.self

  /// The name of the store's file.
  public static let fileName = "ruckmap.store"

  /// Opens the store in a directory; both are created if needed, and an older store is migrated.
  ///
  /// - Parameters:
  ///   - directory: The folder of the app's data.
  ///   - cloudKitDatabase: The database with which the store syncs during the container's lifetime.
  ///   - migrationProgress: Called between the steps of a migration, on the calling thread.
  /// - Returns: A container that may be used from any actor.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  public static func container(
    directory: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none,
    migrationProgress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) throws -> ModelContainer {
    do {
      // Locations are private: a new folder is accessible only to its owner.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw RuckLibraryError.directoryUnusable(
        directory.path(percentEncoded: false), reason: error.localizedDescription)
    }
    return try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: RuckMapMigrationPlan.self,
      configurations: [
        ModelConfiguration(
          url: directory.appending(path: fileName), cloudKitDatabase: cloudKitDatabase)
      ], migrationProgress: migrationProgress)
  }

  /// Creates a store in memory, which is lost with its container.
  ///
  /// - Parameter isAutosaveEnabled: Whether the main context saves by itself.
  /// - Returns: A container that may be used from any actor.
  /// - Throws: A `SwiftDataError`.
  public static func inMemory(isAutosaveEnabled: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: RuckMapMigrationPlan.self,
      configurations: ModelConfiguration(
        isAutosaveEnabled: isAutosaveEnabled, isStoredInMemoryOnly: true,
        cloudKitDatabase: .none))
  }
}
