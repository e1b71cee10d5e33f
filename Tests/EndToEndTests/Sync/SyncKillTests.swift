// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Devices and a server that are killed at any moment.
@Suite(.serialized) struct SyncKillTests {
  /// Kills the process of a device that keeps it in step, now and then.
  private func watch(_ device: SyncingDevice, until end: ContinuousClock.Instant, seed: UInt64)
    async throws
  {
    var lot = seed
    while ContinuousClock.now < end {
      let command = try device.start("sync", "--watch")
      lot = lot &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      try await Task.sleep(for: .milliseconds(200 + Int(lot >> 54)))
      command.send(SIGKILL)
      _ = try await command.result()
    }
  }

  /// Seconds of trouble; `Scripts/soak sync` has more of it.
  private static let seconds =
    ProcessInfo.processInfo.environment["CAIRN_SYNC_SECONDS"].flatMap(Double.init) ?? 8

  /// Kills the server, and lets it have no room, now and then.
  private func trouble(_ cloud: DeviceCloud, until end: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(1_200))
      try await cloud.stop(by: SIGKILL)
      try await cloud.start()
      try await Task.sleep(for: .milliseconds(500))
      try await cloud.fillDisk()
      try await Task.sleep(for: .milliseconds(800))
      try await cloud.makeRoom()
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `after kills of devices and server, and a full disk, all of them have all rucks`()
    async throws
  {
    try await DeviceCloud.run(onDiskOf: 64 + Int(Self.seconds)) { cloud in
      let devices = [
        try await cloud.device("first", of: "ann"), try await cloud.device("second", of: "ann"),
        try await cloud.device("third", of: "ann"),
      ]
      let end = ContinuousClock.now + .seconds(Self.seconds)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, device) in devices.enumerated() {
          group.addTask { try await watch(device, until: end, seed: UInt64(index + 1)) }
          group.addTask {
            var number = 10_000 * index
            while ContinuousClock.now < end {
              try await device.importTrack(number, points: 30)
              number += 1
            }
          }
        }
        group.addTask { try await trouble(cloud, until: end) }
        try await group.waitForAll()
      }
      // Twice, so that the first hears what the last has sent.
      for device in devices + devices { try await device.sync() }
      let lists = try await [devices[0].list(), devices[1].list(), devices[2].list()]
      #expect(lists[0] == lists[1] && lists[1] == lists[2])
      let rucks = try JSONDecoder().decode([RuckJSON].self, from: Data(lists[0].utf8))
      #expect(rucks.count >= 3 && rucks.allSatisfy { $0.points == 30 })
      for device in devices {
        let store = device.url.appending(path: "ruckmap.store").path(percentEncoded: false)
        #expect(try await cloud.workspace.cairn("store", "check", store).status == 0)
        let points = try await cloud.workspace.shell(
          #"sqlite3 -batch "$1" "SELECT count(*) FROM LocationPoint""#, store)
        #expect(points.output == "\(rucks.count * 30)\n", "\(device.folder)")
        let status = try #require(try await device.status().stores.first)
        #expect(status.pending == 0 && status.error == nil)
      }
      let check = try await cloud.cairn("cloud", "check")
      #expect(check.status == 0, "\(check)")
    }
  }
}
