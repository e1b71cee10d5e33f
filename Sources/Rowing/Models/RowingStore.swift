// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The app's store.
///
/// ```swift
/// import SwiftData
///
/// let container = try RowingStore.container(
///   directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let running = try ModelContext(container).fetch(RowingSession.activeSessions())
/// ```
public enum RowingStore {
  /// The models of the app.
  public static let models = schema.models

  /// The newest version of the schema, to which ``RowingMigrationPlan`` migrates older stores.
  private static let schema = RowingSchemaV3.self

  /// The name of the store's file.
  public static let fileName = "rowing.store"

  /// The identifier of the CloudKit container with which the store syncs.
  public static let containerIdentifier = "iCloud.com.surfseer.rowing-performance-tracker"

  /// Opens the store in a directory; both are created if needed, and an older store is migrated.
  ///
  /// - Parameters:
  ///   - directory: The folder of the app's data.
  ///   - cloudKitDatabase: The database with which the store syncs during the container's lifetime.
  /// - Returns: A container that may be used from any actor.
  /// - Throws: ``RowingLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  public static func container(
    directory: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none
  ) throws -> ModelContainer {
    do {
      // Health data is private: a new folder is accessible only to its owner.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw RowingLibraryError.directoryUnusable(
        directory.path(percentEncoded: false), reason: error.localizedDescription)
    }
    return try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: RowingMigrationPlan.self,
      configurations: ModelConfiguration(
        url: directory.appending(path: fileName), cloudKitDatabase: cloudKitDatabase))
  }

  /// Creates a store in memory, which is lost with its container.
  ///
  /// - Returns: A container that may be used from any actor.
  /// - Throws: A `SwiftDataError`.
  public static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: RowingMigrationPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
