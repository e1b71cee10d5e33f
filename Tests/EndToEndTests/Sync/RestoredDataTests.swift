// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn restore` on a device that syncs.
@Suite(.serialized) struct RestoredDataTests {
  private func backUp(_ device: SyncingDevice) async throws {
    try await device.done("backup", "backup.tar")
  }

  private func restore(_ device: SyncingDevice) async throws {
    try await device.done("restore", "backup.tar")
  }

  /// Compares the rucks of both devices after each has synced twice.
  private func expect(
    _ ids: [String], on devices: SyncingDevice...
  ) async throws {
    for device in devices + devices {
      let round = try await device.sync()
      #expect(round.refused == 0, "\(device.folder)")
    }
    for device in devices {
      #expect(try await Set(device.rucks().map(\.id)) == Set(ids), "\(device.folder)")
      #expect(try await device.status().stores.first?.pending == 0)
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func `a ruck deleted after the backup stays deleted`(isSynced: Bool) async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let (gone, own) = try await (first.importTrack(1), first.importTrack(2))
      let kept = try await first.importTrack(3)
      if isSynced { try await first.sync() }
      try await backUp(first)
      try await first.sync()
      try await second.sync()
      try await second.done("ruck", "delete", gone, "--yes")
      try await second.sync()
      try await first.done("ruck", "delete", own, "--yes")
      try await first.sync()
      try await restore(first)
      #expect(try await first.rucks().count == 3)
      try await expect([kept], on: first, second)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `later changes of the server win, and unsent ones of the backup are sent`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let one = try await first.importTrack(1)
      try await first.sync()
      try await second.sync()
      try await first.done("ruck", "edit", one, "--name", "from the backup")
      try await first.done("ruck", "edit", one, "--notes", "sent later")
      let unsent = try await first.importTrack(2)
      try await backUp(first)
      try await second.done("ruck", "edit", one, "--name", "from the second device")
      try await second.sync()
      let lost = try await first.importTrack(3)
      let late = try await second.importTrack(4)
      try await second.sync()
      try await restore(first)
      #expect(try await !first.rucks().map(\.id).contains(lost))
      try await expect([one, unsent, late], on: first, second)
      for device in [first, second] {
        let ruck = try #require(try await device.rucks().first { $0.id == one })
        #expect(ruck.name == "from the second device" && ruck.notes == "sent later")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a backup restored on a new machine continues from the server`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let (kept, gone) = try await (first.importTrack(1), first.importTrack(2))
      try await backUp(first)
      try await first.sync()
      try await second.sync()
      try await second.done("ruck", "delete", gone, "--yes")
      try await second.sync()
      let third = cloud.device("third")
      try await restore(third)
      #expect(try await third.login("ann").status == 0)
      let new = try await third.importTrack(3)
      try await expect([kept, new], on: third, second, first)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a deleted ruck returns by an export of its backup`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let id = try await first.importTrack(1)
      try await first.sync()
      try await backUp(first)
      try await first.done("ruck", "delete", id, "--yes")
      try await first.sync()
      let old = cloud.device("old")
      try await restore(old)
      let gpx = try await old.done("ruck", "export", id).output
      let file = try cloud.workspace.write(gpx, to: "old.gpx")
      try await first.done("ruck", "import", file)
      try await first.sync()
      try await second.sync()
      #expect(try await second.rucks().count == 1)
      #expect(try await first.list() == second.list())
    }
  }
}
