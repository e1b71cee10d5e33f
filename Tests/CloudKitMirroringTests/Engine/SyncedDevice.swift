// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData

/// A user's device: a store that syncs with a real server on request.
struct SyncedDevice {
  let container: ModelContainer
  let context: ModelContext
  let sync: StoreSync

  /// Creates a device that syncs on request, with a new store or the store of an earlier device.
  init(
    _ cloud: RunningCloud, _ name: String, of user: String = "ann", isAutomatic: Bool = false,
    options: MirroringOptions = MirroringOptions(), lockTimeout: Double = 30,
    models: [any PersistentModel.Type] = Self.models,
    encryptionKey: CloudKitEncryptionKey? = nil
  ) async throws {
    _ = ReversedText.isRegistered
    var settings = MirroringSettings()
    settings.container = try await cloud.container(
      of: user, device: name, encryptionKey: encryptionKey)
    settings.isAutomatic = isAutomatic
    settings.options = options
    self = try Self.open(cloud.store(of: name), Schema(models), settings, lockTimeout)
  }

  static let models: [any PersistentModel.Type] = [
    Everything.self, Club.self, Walk.self, NightWalk.self, Label.self, Stage.self, TrackPoint.self,
  ]

  private static func open(
    _ store: URL, _ schema: Schema, _ settings: MirroringSettings, _ lockTimeout: Double
  ) throws -> SyncedDevice {
    try RunningCloud.opening.withLock {
      settings.use(forContainer: RunningCloud.container)
      var configuration = ModelConfiguration(
        url: store, cloudKitDatabase: .private(RunningCloud.container))
      configuration.lockTimeout = lockTimeout
      let container = try ModelContainer(for: schema, configurations: [configuration])
      guard let sync = container.storeSyncs.first else { throw CancellationError() }
      return SyncedDevice(container: container, context: ModelContext(container), sync: sync)
    }
  }

  private init(container: ModelContainer, context: ModelContext, sync: StoreSync) {
    self.container = container
    self.context = context
    self.sync = sync
  }

  /// The sync state of the store as a reader in another process sees it.
  func notes() throws -> MirrorNotes {
    try RunningCloud.opening.withLock {
      // Another device may have been opened with other settings.
      MirroringSettings().use(forContainer: RunningCloud.container)
      return try MirrorNotes(container, forContainer: RunningCloud.container)
    }
  }

  /// The sync state of a device's store as a process without a mirror sees it.
  static func notes(_ cloud: RunningCloud, _ name: String) throws -> MirrorNotes {
    try RunningCloud.opening.withLock {
      MirroringSettings().use(forContainer: RunningCloud.container)
      let container = try ModelContainer(
        for: Schema(models),
        configurations: [ModelConfiguration(url: cloud.store(of: name), cloudKitDatabase: .none)])
      return try MirrorNotes(container, forContainer: RunningCloud.container)
    }
  }

  /// Saves, then fetches and sends.
  func save() async throws {
    try context.save()
    try await syncNow()
  }

  /// Fetches and sends, and applies fetched changes to the context.
  func syncNow() async throws {
    try await sync.syncNow()
    context.processPendingChanges()
  }

  func all<Model: PersistentModel>(
    _ type: Model.Type, sortedBy order: [SortDescriptor<Model>] = []
  ) throws -> [Model] {
    try context.fetch(FetchDescriptor<Model>(sortBy: order))
  }
}

extension RunningCloud {
  /// The store of a device.
  func store(of device: String) -> URL { folder.appending(path: "\(device)/app.store") }
}
