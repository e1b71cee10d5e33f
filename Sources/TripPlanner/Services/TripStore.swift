// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitMirroring
package import Foundation
package import SwiftData

/// The store of the trips.
package enum TripStore {
  /// The name of the store's file.
  package static let fileName = "tripplanner.store"
  /// The identifier of the CloudKit container.
  package static let cloudKitContainer = "iCloud.com.smarttripplanner.SmartTripPlanner"

  private static let schema = TripDataSchemaV2.self

  /// The models of the newest version.
  package static var models: [any PersistentModel.Type] { schema.models }

  /// The settings of mirroring: entries of the log are the rows of a series.
  package static var mirroringOptions: MirroringOptions {
    var options = MirroringOptions()
    options.series(
      ActivityLog.self, of: \.trip, orderedBy: \.timestamp, identifiedBy: \.id)
    return options
  }

  /// Opens the store in a directory; both are created if needed, and an older store is migrated.
  ///
  /// - Parameters:
  ///   - directory: The folder of the app's data.
  ///   - cloudKitDatabase: The database with which the store syncs during the container's lifetime.
  /// - Returns: A container that may be used from any actor.
  /// - Throws: ``TripLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  package static func container(
    directory: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none
  ) throws -> ModelContainer {
    do {
      // Bookings are private: a new folder is accessible only to its owner.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TripLibraryError.directoryUnusable(
        directory.path(percentEncoded: false), reason: error.localizedDescription)
    }
    return try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: TripDataMigrationPlan.self,
      configurations: ModelConfiguration(
        url: directory.appending(path: fileName), cloudKitDatabase: cloudKitDatabase))
  }

  /// Creates a store in memory, which is lost with its container.
  package static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: TripDataMigrationPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
