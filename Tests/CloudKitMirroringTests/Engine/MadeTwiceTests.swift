// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// One object that two devices make before they meet, since a unique value names its record.
@Suite(.serialized, .timeLimit(.minutes(1))) struct MadeTwiceTests {
  @Test func `what nobody has chosen does not replace what somebody has`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let id = UUID()
      let chosen = Everything(id: id)
      chosen.string = "chosen"
      chosen.optionalInt = 5
      first.context.insert(chosen)
      try first.context.save()
      // Later, and all by default but one.
      let new = Everything(id: id)
      new.int = 7
      second.context.insert(new)
      try second.context.save()
      for device in [first, second, first] { try await device.syncNow() }
      for device in [first, second] {
        let object = try #require(try device.all(Everything.self).first)
        #expect(object.string == "chosen" && object.optionalInt == 5 && object.int == 7)
        #expect(try await device.sync.conflicts().isEmpty)
      }
    }
  }

  @Test func `what was written to it counts more than what it was made with`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let id = UUID()
      let object = Everything(id: id)
      object.string = "by the file"
      first.context.insert(object)
      try first.context.save()
      object.string = "by hand"
      try first.context.save()
      let other = Everything(id: id)
      other.string = "by another file"
      other.double = 2
      second.context.insert(other)
      try second.context.save()
      for device in [second, first, second] { try await device.syncNow() }
      for device in [first, second] {
        let object = try #require(try device.all(Everything.self).first)
        #expect(object.string == "by hand" && object.double == 2)
      }
      // Who writes later has the last word all the same.
      try second.all(Everything.self).first?.string = "later"
      for device in [second, first] {
        try device.context.save()
        try await device.syncNow()
        #expect(try device.all(Everything.self).first?.string == "later")
      }
    }
  }
}
