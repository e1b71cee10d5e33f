// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import Rowing
import SwiftData
import Testing

/// Two devices of one athlete, which sync through a server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct TwoDeviceTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(components: "RowingTests", "Fixtures")

  private func season(_ year: Int) -> URL {
    Self.fixtures.appending(path: "goconcept2__concept2-season-\(year).csv")
  }

  private let options = RowingImportOptions(timeZone: .gmt)

  @Test func `two offline devices that import one season end with one set`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RowingDevice(cloud, "first"), try await RowingDevice(cloud, "second")
      )
      for device in [first, second] {
        let report = await device.library.importFiles([season(2019)], options: options)
        #expect(report.imported.count == 60)
      }
      let result = Self.fixtures.appending(path: "ergarcade__concept2-result-44214428.csv")
      for device in [first, second] {
        let report = await device.library.importFiles([result], options: options)
        #expect(report.imported.count == 1)
      }
      try await first.sync.syncNow()
      try await second.sync.syncNow()
      try await first.sync.syncNow()
      var lists: [[SessionSummary]] = []
      for device in [first, second] {
        _ = try await device.library.recalculateDerivedValues()
        let page = try await device.library.sessions(
          SessionQuery(sortKey: .distance, pageSize: 100))
        #expect(page.count == 61)
        #expect(try await device.library.athletes().count == 1)
        lists.append(page.sessions)
      }
      #expect(lists[0].map(\.id) == lists[1].map(\.id))
      #expect(lists[0].map(\.duration) == lists[1].map(\.duration))
      let strokes = try #require(lists[0].first { $0.recordedStrokes > 0 }?.id)
      let (own, other) = (
        try await first.library.strokes(of: strokes), try await second.library.strokes(of: strokes)
      )
      #expect(own.count == 689)
      #expect(own.map(\.distance) == other.map(\.distance))
      #expect(own.map(\.power) == other.map(\.power))
    }
  }

  @Test func `strokes sync as a series, and private data stays on the device`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RowingDevice(cloud, "first"), try await RowingDevice(cloud, "second")
      )
      let athlete = try await first.library.addAthlete(
        name: "Anna", edit: AthleteEdit(email: "anna@example.com", weight: .set(68)))
      let recorder = LiveRecorder(
        modelContainer: first.library.modelContainer,
        options: .init(athlete: athlete.id, deviceID: "430123456"))
      for frame in PM5Simulator(
        plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 3)
      ).frames { try await recorder.receive(frame) }
      let id = try #require(await recorder.sessionID)
      try await first.sync.syncNow()
      try await second.sync.syncNow()
      let (own, other) = (
        try await first.library.strokes(of: id), try await second.library.strokes(of: id)
      )
      #expect(!own.isEmpty)
      #expect(own == other)
      let there = try #require(try await second.library.athletes().first)
      #expect(there.name == "Anna")
      #expect(there.email.isEmpty)
      #expect(there.weight == nil)
      let database = try await cloud.container(of: "ann", device: "reader").privateCloudDatabase
      let changes = try await database.recordZoneChanges(
        inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
      let types = try changes.modificationResultsByID.values.map { try $0.get().record.recordType }
      #expect(types.filter { $0 == "cairn_series" }.count == 1)
      #expect(!types.contains("PerformanceMetric"))
      #expect(types.contains("RowingSession"))
    }
  }
}
