// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitMirroring
import CloudTestSupport
import Foundation
import StoreTestSupport
import SwiftData
import Testing

/// Stores that cannot be written while remote changes arrive.
@Suite(.serialized, .timeLimit(.minutes(15))) struct StoreFaultTests {
  @Test func `changes that a full disk could not store are fetched again`() async throws {
    #expect(faulty_vfs_install() == 0)
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let disk = cloud.store(of: "second").path(percentEncoded: false)
      try await second.syncNow()
      var expected: Set<String> = []
      var failures = 0
      // Fails each write in turn, until a sync has no further write to fail.
      for operation in 1..<100 {
        expected.insert("\(operation)")
        first.context.insert(Walk(title: "\(operation)"))
        try await first.save()
        #expect(faulty_vfs_arm(disk, FAULTY_DISK_FULL, operation) != 0)
        do {
          try await second.syncNow()
        } catch let error as SwiftDataError {
          #expect(error == .storeIsFull)
          #expect(second.sync.status.lastError != nil)
          failures += 1
        }
        if faulty_vfs_disarm(disk) == 0 { break }
        try await second.syncNow()
        #expect(try Set(second.all(Walk.self).map(\.title)) == expected)
        #expect(second.sync.status.lastError == nil)
      }
      #expect(1..<99 ~= failures)
      #expect(try Set(second.all(Walk.self).map(\.title)) == expected)
    }
  }

  @Test func `changes that a locked store could not apply are fetched again`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second", lockTimeout: 0.1)
      first.context.insert(Walk(title: "one"))
      try await first.save()
      try await second.syncNow()
      first.context.insert(Walk(title: "two"))
      try await first.save()
      let other = try OtherProgram(cloud.store(of: "second"), "BEGIN IMMEDIATE")
      let error = await #expect(throws: SwiftDataError.self) { try await second.syncNow() }
      #expect(error == .storeIsLocked)
      #expect(second.sync.status.lastError?.localizedDescription.contains("is locked") == true)
      other.end()
      first.context.insert(Walk(title: "three"))
      try await first.save()
      try await second.syncNow()
      #expect(try Set(second.all(Walk.self).map(\.title)) == ["one", "two", "three"])
      #expect(second.sync.status.lastError == nil)
    }
  }
}
