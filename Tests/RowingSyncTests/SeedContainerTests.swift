// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import Rowing
import RowingSync
import SwiftData
import Testing

/// The seed's container with `.automatic`, which selects the program's default container: a setting of
/// the process, so that the test has its own.
@Suite(.timeLimit(.minutes(5))) struct SeedContainerTests {
  @Test func `the seed's container syncs two stores through the default container`() async {
    await #expect(processExitsWith: .success) {
      try await RunningCloud.run { cloud in
        CKContainer.setDefault(RunningCloud.container)
        func open(
          _ name: String
        ) async throws -> (container: ModelContainer, context: ModelContext, sync: StoreSync) {
          var settings = MirroringSettings()
          settings.container = try await cloud.container(of: "ann", device: name)
          settings.isAutomatic = false
          settings.options = .rowing
          settings.use(forContainer: RunningCloud.container)
          let container = try ModelContainer(
            for: Athlete.self, RowingSession.self, PerformanceMetric.self,
            configurations: ModelConfiguration(
              url: cloud.folder.appending(path: "\(name).store"), cloudKitDatabase: .automatic))
          return (
            container, ModelContext(container), try #require(container.storeSyncs.first)
          )
        }
        let (first, second) = (try await open("first"), try await open("second"))
        let athlete = Athlete(name: "Anna", email: "anna@example.com")
        let session = RowingSession(
          athleteID: athlete.id, pm5DeviceID: "430123456", sessionType: .test)
        let stroke = PerformanceMetric(sessionID: session.id)
        first.context.insert(athlete)
        first.context.insert(session)
        first.context.insert(stroke)
        session.athlete = athlete
        stroke.session = session
        stroke.power = 210
        try first.context.save()
        try await first.sync.syncNow()
        try await second.sync.syncNow()
        let found = try #require(
          try second.context.fetch(FetchDescriptor<RowingSession>()).first)
        #expect(found.athleteID == athlete.id && found.athlete?.name == "Anna")
        #expect(found.pm5DeviceID == "430123456" && found.sessionType == .test)
        #expect(found.metrics.map(\.power) == [210])
        // A sync runs as long as its container.
        withExtendedLifetime((first, second)) {}
      }
    }
  }
}
