// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

@testable import TripPlanner

/// A device whose store of trips syncs with a real server on request.
struct TripDevice: Sendable {

  let container: ModelContainer
  let library: TripLibrary
  let sync: StoreSync

  init(
    _ cloud: RunningCloud, _ name: String, key: CloudKitEncryptionKey,
    schema: any VersionedSchema.Type = TripDataSchemaV2.self, of user: String = "ann"
  ) async throws {
    var settings = MirroringSettings()
    settings.container = try await cloud.container(of: user, device: name, encryptionKey: key)
    settings.isAutomatic = false
    settings.options = TripStore.mirroringOptions
    if schema == TripDataSchemaV1.self {
      settings.options = MirroringOptions()
      settings.options.series(
        TripDataSchemaV1.ActivityLog.self, of: \.trip, orderedBy: \.timestamp, identifiedBy: \.id)
    }
    let url = cloud.folder.appending(path: "\(user)/\(name)/tripplanner.store")
    container = try RunningCloud.opening.withLock {
      settings.use(forContainer: RunningCloud.container)
      return try ModelContainer(
        for: Schema(versionedSchema: schema),
        configurations: ModelConfiguration(
          url: url, cloudKitDatabase: .private(RunningCloud.container)))
    }
    library = TripLibrary(modelContainer: container)
    sync = try #require(container.storeSyncs.first)
  }
}
