// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import Rowing
import RowingSync
import SwiftData

/// A device of one athlete, whose store syncs with a real server on request.
struct RowingDevice: Sendable {
  let container: ModelContainer
  /// The library of the store; only for a device with the newest schema.
  let library: RowingLibrary
  let sync: StoreSync

  /// Opens the store of a device.
  ///
  /// - Parameters:
  ///   - cloud: The server.
  ///   - name: The device's name, which is that of its folder.
  ///   - schema: The version of the schema that the device's program has.
  init(
    _ cloud: RunningCloud, _ name: String, schema: any VersionedSchema.Type = RowingSchemaV3.self
  ) async throws {
    var settings = MirroringSettings()
    settings.container = try await cloud.container(of: "ann", device: name)
    settings.isAutomatic = false
    settings.options = .rowing
    if schema == RowingSchemaV2.self {
      settings.options = MirroringOptions()
      settings.options.series(
        RowingSchemaV2.PerformanceMetric.self, of: \.session, orderedBy: \.index,
        identifiedBy: \.id)
    }
    self = try Self.open(cloud.folder.appending(path: name), settings, schema)
  }

  private static func open(
    _ folder: URL, _ settings: MirroringSettings, _ schema: any VersionedSchema.Type
  ) throws -> RowingDevice {
    try RunningCloud.opening.withLock {
      settings.use(forContainer: RunningCloud.container)
      let database = ModelConfiguration.CloudKitDatabase.private(RunningCloud.container)
      let container: ModelContainer
      if schema == RowingSchemaV3.self {
        container = try RowingStore.container(directory: folder, cloudKitDatabase: database)
      } else {
        container = try ModelContainer(
          for: Schema(versionedSchema: schema),
          configurations: ModelConfiguration(
            url: folder.appending(path: RowingStore.fileName), cloudKitDatabase: database))
      }
      guard let sync = container.storeSyncs.first else { throw CancellationError() }
      return RowingDevice(container: container, sync: sync)
    }
  }

  private init(container: ModelContainer, sync: StoreSync) {
    self.container = container
    self.sync = sync
    library = RowingLibrary(modelContainer: container)
  }
}
