// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores that are restored from a backup, with a real server and a second device.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RestoredStoreTests {
  /// The backup of a device's store.
  private func backup(_ cloud: RunningCloud) -> URL {
    cloud.folder.appending(path: "backup.store")
  }

  /// Backs up a device's store after its changes were recorded, as `cairn backup` does.
  private func backUp(_ cloud: RunningCloud, _ device: SyncedDevice) async throws {
    while try device.notes().hasUnrecordedChanges() {
      try await Task.sleep(for: .milliseconds(10))
    }
    try backUp(cloud)
  }

  private func backUp(_ cloud: RunningCloud) throws {
    _ = try StoreFile(cloud.store(of: "first")).backUp(to: backup(cloud))
  }

  /// Replaces the store of a device that was released; its tasks may still close the file.
  private func restore(_ cloud: RunningCloud, _ name: String) async throws {
    let end = ContinuousClock.now + .seconds(40)
    while true {
      do {
        return try ModelContainer.restore(
          from: backup(cloud), to: cloud.store(of: name), replacing: true)
      } catch let error as SwiftDataError where error == .storeIsLocked {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func titles(_ device: SyncedDevice) throws -> [String] {
    try device.all(Walk.self).map(\.title).sorted()
  }

  @Test func `an object that was sent and deleted after the backup stays deleted`() async throws {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      do {
        let first = try await SyncedDevice(cloud, "first")
        try await first.syncNow()
        let walk = Walk(title: "gone")
        first.context.insert(walk)
        first.context.insert(Label(text: "gone"))
        first.context.insert(Walk(title: "kept"))
        try first.context.save()
        try await backUp(cloud, first)
        try await first.syncNow()
        try await second.syncNow()
        for walk in try second.all(Walk.self) where walk.title == "gone" {
          second.context.delete(walk)
        }
        for label in try second.all(Label.self) { second.context.delete(label) }
        try await second.save()
        try await first.syncNow()
        #expect(try titles(first) == ["kept"])
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      #expect(try titles(first) == ["gone", "kept"])
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        #expect(try titles(device) == ["kept"])
        #expect(try device.all(Label.self).isEmpty)
        #expect(device.sync.status.pendingCount == 0)
      }
    }
  }

  @Test func `an object deleted after a change in the backup was sent stays deleted`() async throws
  {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      do {
        let first = try await SyncedDevice(cloud, "first")
        first.context.insert(Walk(title: "one"))
        try await first.save()
        try first.all(Walk.self).first?.title = "one, changed"
        try first.context.save()
        try await backUp(cloud, first)
        try await first.syncNow()
        try await second.syncNow()
        #expect(try titles(second) == ["one, changed"])
        for walk in try second.all(Walk.self) { second.context.delete(walk) }
        try await second.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] { #expect(try titles(device).isEmpty) }
    }
  }

  @Test func `an object deleted on the restored device itself stays deleted`() async throws {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      do {
        let first = try await SyncedDevice(cloud, "first")
        first.context.insert(Walk(title: "one"))
        first.context.insert(Label(text: "one"))
        try first.context.save()
        try await backUp(cloud, first)
        try await first.syncNow()
        for label in try first.all(Label.self) { first.context.delete(label) }
        try await first.save()
        try await second.syncNow()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] { #expect(try device.all(Label.self).isEmpty) }
    }
  }

  @Test func `an unrecorded change of the backup does not overwrite a later one`() async throws {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      do {
        let first = try await SyncedDevice(cloud, "first")
        first.context.insert(Walk(title: "one"))
        try await first.save()
        try await second.syncNow()
      }
      do {
        // A program without a mirror saves, so that the change is only in the history.
        let container = try ModelContainer(
          for: Schema(SyncedDevice.models),
          configurations: [
            ModelConfiguration(url: cloud.store(of: "first"), cloudKitDatabase: .none)
          ])
        let context = ModelContext(container)
        try context.fetch(FetchDescriptor<Walk>()).first?.title = "from the first device"
        try context.save()
      }
      try backUp(cloud)
      try await Task.sleep(for: .milliseconds(20))
      do {
        let first = try await SyncedDevice(cloud, "first")
        try await first.syncNow()
        try await second.syncNow()
        try second.all(Walk.self).first?.title = "from the second device"
        try await second.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      #expect(try titles(first) == ["from the first device"])
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] { #expect(try titles(device) == ["from the second device"]) }
      // The server's copy has the change already.
      #expect(try await first.sync.counts().sent == 1)
    }
  }

  @Test func `objects and changes that the server never had are sent after a restore`() async throws
  {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      do {
        let first = try await SyncedDevice(cloud, "first")
        first.context.insert(Walk(title: "one"))
        try await first.save()
        first.context.insert(Walk(title: "two"))
        try first.all(Walk.self).first { $0.title == "one" }?.title = "one, changed"
        try first.context.save()
        try await backUp(cloud, first)
        for walk in try first.all(Walk.self) { walk.title += ", lost" }
        try first.context.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] { #expect(try titles(device) == ["one, changed", "two"]) }
    }
  }

  @Test func `a backup from before the first sync resurrects nothing and duplicates nothing`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let second = try await SyncedDevice(cloud, "second")
      try {
        let container = try ModelContainer(
          for: Schema(SyncedDevice.models),
          configurations: [
            ModelConfiguration(url: cloud.store(of: "first"), cloudKitDatabase: .none)
          ])
        let context = ModelContext(container)
        context.insert(Label(text: "gone"))
        context.insert(Label(text: "kept"))
        try context.save()
      }()
      try backUp(cloud)
      do {
        let first = try await SyncedDevice(cloud, "first")
        try await first.syncNow()
        try await second.syncNow()
        for label in try second.all(Label.self) where label.text == "gone" {
          second.context.delete(label)
        }
        try await second.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        #expect(try device.all(Label.self).map(\.text) == ["kept"])
      }
    }
  }

  @Test func `an increment of the backup that was sent since is not added twice`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.merge(\Walk.uses, by: .sum)
      let second = try await SyncedDevice(cloud, "second", options: options)
      do {
        let first = try await SyncedDevice(cloud, "first", options: options)
        first.context.insert(Walk(title: "one"))
        try await first.save()
        try first.all(Walk.self).first?.uses += 3
        try first.context.save()
        try await backUp(cloud, first)
        try await first.syncNow()
        try first.all(Walk.self).first?.uses += 7
        try await first.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first", options: options)
      #expect(try first.all(Walk.self).first?.uses == 3)
      try await first.syncNow()
      try first.all(Walk.self).first?.uses += 1
      try await first.save()
      try await second.syncNow()
      for device in [first, second] { #expect(try device.all(Walk.self).map(\.uses) == [11]) }
    }
  }

  @Test func `rows of a series that were deleted after the backup stay deleted`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
      let second = try await SyncedDevice(cloud, "second", options: options)
      do {
        let first = try await SyncedDevice(cloud, "first", options: options)
        try await first.syncNow()
        let walk = Walk(title: "one")
        first.context.insert(walk)
        for second in 0..<20 {
          first.context.insert(
            TrackPoint(
              time: Date(timeIntervalSinceReferenceDate: Double(second)), latitude: 46,
              longitude: 14, walk: walk))
        }
        try first.context.save()
        try await backUp(cloud, first)
        try await first.syncNow()
        try await second.syncNow()
        #expect(try second.all(TrackPoint.self).count == 20)
        for walk in try second.all(Walk.self) { second.context.delete(walk) }
        try await second.save()
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first", options: options)
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        #expect(try device.all(Walk.self).isEmpty && device.all(TrackPoint.self).isEmpty)
      }
    }
  }

  @Test func `nothing is sent after a restore until a fetch succeeds`() async throws {
    try await RunningCloud.run { cloud in
      do {
        let first = try await SyncedDevice(cloud, "first")
        first.context.insert(Label(text: "one"))
        try first.context.save()
        try await backUp(cloud, first)
      }
      try await restore(cloud, "first")
      let first = try await SyncedDevice(cloud, "first")
      try await cloud.server.stop()
      await #expect(throws: CKError.self) { try await first.syncNow() }
      #expect(first.sync.status.pendingCount == 1)
      _ = try await cloud.server.start()
      try await first.syncNow()
      #expect(first.sync.status.pendingCount == 0)
    }
  }
}
