// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Objects that two devices create with the same unique value, and therefore the same record name.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DuplicateTests {
  @Test func `a default value does not replace a value that another device has set`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let id = UUID()
      let chosen = Everything(id: id)
      chosen.string = "chosen"
      chosen.optionalInt = 5
      first.context.insert(chosen)
      try first.context.save()
      // Created later, with one value that is not the default.
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

  @Test func `a later write wins over the initial values of a duplicate`() async throws {
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
      // A later write wins nevertheless.
      try second.all(Everything.self).first?.string = "later"
      for device in [second, first] {
        try device.context.save()
        try await device.syncNow()
        #expect(try device.all(Everything.self).first?.string == "later")
      }
    }
  }
}
