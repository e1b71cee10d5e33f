// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// Where the app keeps its data.
public enum RuckMapStore {
  /// The models of the app.
  public static let models: [any PersistentModel.Type] = [
    User.self, RuckingSession.self, LocationPoint.self, ActivityMetric.self, WeatherData.self,
  ]

  /// The name of the store's file.
  public static let fileName = "ruckmap.store"

  /// Opens the store in a directory; both are made if they aren't there.
  ///
  /// - Parameters:
  ///   - directory: The folder of the app's data.
  ///   - cloudKitDatabase: The database that the store is to be in step with as long as the container is
  ///     there.
  /// - Returns: A container that may be used from any actor.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError` that
  ///   says why the store can't be opened.
  public static func container(
    directory: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none
  ) throws -> ModelContainer {
    do {
      // Where someone was is nobody else's business: a folder that is made here is closed to others.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw RuckLibraryError.directoryUnusable(
        directory.path(percentEncoded: false), reason: error.localizedDescription)
    }
    return try ModelContainer(
      for: Schema(models),
      configurations: ModelConfiguration(
        url: directory.appending(path: fileName), cloudKitDatabase: cloudKitDatabase))
  }

  /// A store that is gone with its container.
  ///
  /// - Returns: A container that may be used from any actor.
  /// - Throws: A `SwiftDataError`.
  public static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
