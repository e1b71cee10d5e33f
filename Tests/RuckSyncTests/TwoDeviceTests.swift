// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import RuckMap
import RuckSync
import SwiftData
import Testing

/// Two devices of one person, which sync rucks through a server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TwoDeviceTests {
  @Test func `an imported ruck arrives with its points`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
      )
      try await first.library.addSampleIfEmpty()
      try await first.sync.syncNow()
      try await second.sync.syncNow()
      let context = ModelContext(second.library.modelContainer)
      let ruck = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
      let sent = try ModelContext(first.library.modelContainer)
        .fetch(FetchDescriptor<RuckingSession>()).first
      #expect(ruck.id == sent?.id)
      #expect(ruck.locationPoints.count == sent?.locationPoints.count)
      #expect(ruck.locationPoints.count > 100)
    }
  }
}
