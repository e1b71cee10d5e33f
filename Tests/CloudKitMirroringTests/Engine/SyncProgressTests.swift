// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import SwiftData
import Testing

/// The shares of fetches and sends in the status of a store.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SyncProgressTests {
  /// More records than the sync engine combines into one page, which has less than 1,200.
  private static let count = 1_500

  /// The statuses of a device during a sync, including the ones at its ends.
  private func statuses(_ device: SyncedDevice) async throws -> [SyncStatus] {
    let stream = device.sync.statuses(bufferingPolicy: .unbounded)
    try await device.sync.syncNow()
    let reader = Task {
      var statuses: [SyncStatus] = []
      for await status in stream { statuses.append(status) }
      return statuses
    }
    // A cancelled reader receives the buffered elements, and waits for no further one.
    reader.cancel()
    return await reader.value
  }

  /// The shares of the longest run of one activity.
  private func shares(
    _ activity: SyncStatus.Activity, in statuses: [SyncStatus]
  ) -> [Double] {
    var runs: [[Double]] = [[]]
    for status in statuses {
      guard status.activity == activity else {
        runs.append([])
        continue
      }
      if let share = status.fractionCompleted { runs[runs.count - 1].append(share) }
    }
    return runs.max { $0.count < $1.count } ?? []
  }

  @Test func `a send and a fetch of many records report growing shares up to 1`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      for number in 0..<Self.count { first.context.insert(Walk(title: "Walk \(number)")) }
      try first.context.save()
      #expect(first.sync.status.fractionCompleted == nil)
      let sent = shares(.sending, in: try await statuses(first))
      #expect(sent == sent.sorted() && sent.last == 1, "\(sent)")
      #expect(sent.contains { $0 > 0 && $0 < 1 }, "\(sent)")
      #expect(first.sync.status.fractionCompleted == nil)

      let second = try await SyncedDevice(cloud, "second")
      let fetched = shares(.fetching, in: try await statuses(second))
      #expect(fetched == fetched.sorted() && fetched.last == 1, "\(fetched)")
      #expect(fetched.contains { $0 > 0 && $0 < 1 }, "\(fetched)")
      #expect(try second.all(Walk.self).count == Self.count)
      #expect(second.sync.status.fractionCompleted == nil)
    }
  }

  @Test func `a sync without changes reports a complete fetch`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await SyncedDevice(cloud, "first")
      try await device.syncNow()
      let fetched = shares(.fetching, in: try await statuses(device))
      #expect(fetched.allSatisfy { $0 == 0 || $0 == 1 }, "\(fetched)")
      #expect(device.sync.status.activity == .idle)
      #expect(device.sync.status.fractionCompleted == nil)
    }
  }
}
