// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import RuckMap
import RuckSync
import SwiftData

/// A device with a store of rucks, which syncs when a test requests it.
struct RuckDevice {
  let library: RuckLibrary
  let sync: StoreSync

  /// Opens the device's store in a folder of its own.
  init(_ cloud: RunningCloud, _ name: String, of user: String = "ann") async throws {
    self = try Self.open(
      cloud.folder.appending(path: "\(user)-\(name)"), try await Self.settings(cloud, name, user))
  }

  private static func settings(
    _ cloud: RunningCloud, _ name: String, _ user: String
  ) async throws -> MirroringSettings {
    var settings = MirroringSettings()
    settings.container = try await cloud.container(of: user, device: name)
    settings.isAutomatic = false
    settings.options = .ruckMap
    return settings
  }

  private static func open(_ folder: URL, _ settings: MirroringSettings) throws -> RuckDevice {
    try RunningCloud.opening.withLock {
      settings.use(forContainer: RunningCloud.container)
      let container = try RuckMapStore.container(
        directory: folder, cloudKitDatabase: .private(RunningCloud.container))
      guard let sync = container.storeSyncs.first else { throw CancellationError() }
      return RuckDevice(library: RuckLibrary(modelContainer: container), sync: sync)
    }
  }

  /// Opens the store of the first release, whose program has fewer models.
  static func released(
    _ cloud: RunningCloud, _ name: String, of user: String = "ann"
  ) async throws -> (container: ModelContainer, sync: StoreSync) {
    let settings = try await settings(cloud, name, user)
    let folder = cloud.folder.appending(path: "\(user)-\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try openReleased(folder.appending(path: RuckMapStore.fileName), settings)
  }

  private static func openReleased(
    _ store: URL, _ settings: MirroringSettings
  ) throws -> (container: ModelContainer, sync: StoreSync) {
    try RunningCloud.opening.withLock {
      settings.use(forContainer: RunningCloud.container)
      let container = try ModelContainer(
        for: Schema(versionedSchema: ReleasedSchema.self),
        configurations: ModelConfiguration(
          url: store, cloudKitDatabase: .private(RunningCloud.container)))
      guard let sync = container.storeSyncs.first else { throw CancellationError() }
      return (container, sync)
    }
  }

  private init(library: RuckLibrary, sync: StoreSync) {
    self.library = library
    self.sync = sync
  }
}
