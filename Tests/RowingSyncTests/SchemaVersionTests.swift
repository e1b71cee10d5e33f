// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import Rowing
import SwiftData
import Testing

/// Devices whose programs have different versions of the schema.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SchemaVersionTests {
  private typealias V2 = RowingSchemaV2

  private let start = Date(timeIntervalSince1970: 1_780_000_000)

  /// Inserts a session with three strokes.
  private func insertSession(
    _ id: UUID, of athlete: V2.Athlete, in context: ModelContext
  ) throws {
    let session = V2.RowingSession(id: id, startTime: start)
    (session.totalDistance, session.totalTime, session.isComplete) = (30, 7.5, true)
    session.recordedStrokes = 3
    context.insert(session)
    session.athlete = athlete
    for index in 0..<3 {
      let stroke = V2.PerformanceMetric(
        id: UUID(), timestamp: start.addingTimeInterval(Double(index + 1) * 2.5))
      (stroke.index, stroke.power) = (index, 200)
      (stroke.elapsedTime, stroke.distance) = (Double(index + 1) * 2.5, Double(index + 1) * 10)
      context.insert(stroke)
      stroke.session = session
    }
    try context.save()
  }

  /// The names of all records on the server.
  private func recordNames(_ container: CKContainer) async throws -> Set<String> {
    let changes = try await container.privateCloudDatabase.recordZoneChanges(
      inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
    return Set(changes.modificationResultsByID.keys.map(\.recordName))
  }

  @Test func `devices with versions 2 and 3 sync and lose nothing`() async throws {
    try await RunningCloud.run { cloud in
      let new = try await RowingDevice(cloud, "new")
      let old = try await RowingDevice(cloud, "old", schema: V2.self)
      let recorder = LiveRecorder(
        modelContainer: new.container,
        options: .init(
          athlete: try await new.library.defaultAthlete().id, deviceID: "430123456"))
      for frame in PM5Simulator(
        plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 3)
      ).frames { try await recorder.receive(frame) }
      let recorded = try #require(await recorder.sessionID)
      let strokes = try await new.library.strokes(of: recorded)
      try await new.sync.syncNow()
      try await old.sync.syncNow()
      let context = ModelContext(old.container)
      let sessions = try context.fetch(FetchDescriptor<V2.RowingSession>())
      #expect(sessions.map(\.id) == [recorded])
      #expect(try context.fetchCount(FetchDescriptor<V2.PerformanceMetric>()) == strokes.count)
      let (session, added) = (try #require(sessions.first), UUID())
      session.comments = "Changed by version 2"
      try insertSession(added, of: try #require(session.athlete), in: context)
      try await old.sync.syncNow()
      try await new.sync.syncNow()
      #expect(try await new.library.sessions(SessionQuery()).count == 2)
      let detail = try #require(try await new.library.session(recorded))
      #expect(detail.summary.comments == "Changed by version 2")
      #expect(try await new.library.strokes(of: recorded) == strokes)
      #expect(try await new.library.strokes(of: added).map(\.power) == [200, 200, 200])
      let names = try await recordNames(try await cloud.container(of: "ann", device: "reader"))
      #expect(names.isSuperset(of: [recorded, added].map { "RowingSession.\($0.uuidString)" }))
    }
  }

  @Test func `a migrated device continues with the records of version 2`() async throws {
    try await RunningCloud.run { cloud in
      let reader = try await cloud.container(of: "ann", device: "reader")
      let id = UUID()
      do {
        let old = try await RowingDevice(cloud, "device", schema: V2.self)
        let context = ModelContext(old.container)
        let athlete = V2.Athlete(id: UUID(), createdAt: start)
        context.insert(athlete)
        try insertSession(id, of: athlete, in: context)
        try await old.sync.syncNow()
      }
      let names = try await recordNames(reader)
      #expect(names.contains("RowingSession.\(id.uuidString)"))
      let device = try await RowingDevice(cloud, "device")
      _ = try await device.library.edit(id, SessionEdit(comments: "Changed by version 3"))
      try await device.sync.syncNow()
      #expect(try await recordNames(reader) == names)
      let other = try await RowingDevice(cloud, "other", schema: V2.self)
      try await other.sync.syncNow()
      let context = ModelContext(other.container)
      let sessions = try context.fetch(FetchDescriptor<V2.RowingSession>())
      #expect(sessions.map(\.id) == [id])
      #expect(sessions.map(\.comments) == ["Changed by version 3"])
      #expect(sessions.first?.metrics.count == 3)
    }
  }
}
