// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The containers of the app: on disk, synced, and in memory.
public enum ModelContainerFactory {
  /// The CloudKit container with which the app syncs.
  public static let cloudKitContainer = "iCloud.com.yourteam.ruckmap"

  /// Opens the store of a folder without sync; both are created if needed.
  ///
  /// - Parameter directory: The folder of the app's data; nil for the program's folder of stores.
  /// - Returns: A container whose main context saves by itself.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  public static func createContainer(directory: URL? = nil) throws -> ModelContainer {
    try RuckMapStore.container(directory: directory ?? defaultDirectory)
  }

  /// Opens the store of a folder, which syncs with ``cloudKitContainer``.
  ///
  /// The program must link CloudKitMirroring and register a client of the container.
  ///
  /// - Parameter directory: The folder of the app's data; nil for the program's folder of stores.
  /// - Returns: A container whose main context saves by itself.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  public static func createCloudKitContainer(directory: URL? = nil) throws -> ModelContainer {
    try RuckMapStore.container(
      directory: directory ?? defaultDirectory, cloudKitDatabase: .private(cloudKitContainer))
  }

  /// Creates a store in memory, which is lost with its container, for tests.
  ///
  /// - Returns: A container whose main context does not save by itself.
  /// - Throws: A `SwiftDataError`.
  public static func createTestContainer() throws -> ModelContainer {
    try RuckMapStore.inMemory(isAutosaveEnabled: false)
  }

  /// The folder in which SwiftData creates the named stores of this program.
  private static var defaultDirectory: URL {
    ModelConfiguration("ruckmap", cloudKitDatabase: .none).url.deletingLastPathComponent()
  }
}
