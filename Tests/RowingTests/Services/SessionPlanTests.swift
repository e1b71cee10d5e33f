// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// Targets of sessions and intervals, and comparisons with them.
struct SessionPlanTests {
  @Test(arguments: [
    ("2:00", [SessionPlan.Piece(pace: 120)]),
    ("1500m@2:02, 500m@1:55", [.init(distance: 1500, pace: 122), .init(distance: 500, pace: 115)]),
    (
      "10:00@2:10.5,2k@1:58", [.init(duration: 600, pace: 130.5), .init(distance: 2000, pace: 118)]
    ),
    ("1:00:00@2:20", [.init(duration: 3600, pace: 140)]),
    ("5 km @ 2:05", [.init(distance: 5000, pace: 125)]),
  ])
  func `a text of pieces is a plan`(text: String, pieces: [SessionPlan.Piece]) throws {
    let plan = try SessionPlan(text: text)
    #expect(plan.pieces == pieces)
    #expect(try SessionPlan(text: plan.text) == plan, "\(plan.text)")
  }

  @Test(arguments: [
    "", "fast", "2:00,1:55", "500m", "500m@", "@2:00", "500m@2:75", "500m@0:05", "500x@2:00",
    "-500m@2:00", "500m@2:00@1:00", "1e3m@2:00", "500m@nan", "9999999m@2:00", "10@2:00",
  ])
  func `another text is rejected`(text: String) {
    #expect(throws: RowingLibraryError.self) { try SessionPlan(text: text) }
  }

  /// A library with one session of 2,000 m in 480 s.
  private func library() async throws -> (RowingLibrary, UUID) {
    let container = try RowingStore.inMemory()
    let library = RowingLibrary(modelContainer: container)
    let context = ModelContext(container)
    let athlete = Athlete(name: "Me", email: "")
    context.insert(athlete)
    let session = RowingSession(athlete: athlete)
    (session.totalDistance, session.totalTime, session.isComplete) = (2000, 480, true)
    session.averagePace = 120
    context.insert(session)
    try context.save()
    return (library, session.id)
  }

  @Test func `a session is compared with pieces by distance and by time`() async throws {
    let (library, id) = try await library()
    let plan = try SessionPlan(text: "1000m@2:04, 1000m@1:58")
    let byDistance = try await library.compare(id, with: plan)
    let half = try #require(byDistance.points.first { abs($0.position - 1000) < 5.1 })
    // 248 s planned, 240 s rowed.
    #expect(abs((half.lead ?? 0) - 8) < 0.1 && half.paceB == 124)
    let end = try #require(byDistance.points.last)
    #expect(end.position == 2000 && abs((end.lead ?? 0) - 4) < 0.01 && end.paceB == 118)
    let byTime = try await library.compare(id, with: plan, by: .time)
    #expect(byTime.points.last?.position == 484)
    let early = try #require(byTime.points.first { $0.position >= 240 })
    #expect((early.lead ?? 0) > 0)
    let whole = try await library.compare(id, with: try SessionPlan(text: "2:00"))
    #expect(abs(whole.points.last?.lead ?? 1) < 1e-6)
    #expect(abs((whole.plan?.totals(on: .rowErg).duration ?? 0) - 480) < 1e-9)
  }

  @Test(arguments: [
    ("3x100m/0:30r", [100.0, 100, 100], IntervalTarget.distance),
    ("v1:00/0:40r,0:30", [60, 30], .time), ("250m@100m", [100, 100, 50], .distance),
  ])
  func `a recording has the targets of its workout`(
    text: String, targets: [Double], unit: IntervalTarget
  ) async throws {
    let folder = try TemporaryFolder()
    let container = try RowingStore.container(directory: folder.url)
    let library = RowingLibrary(modelContainer: container)
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: text), options: SimulatorOptions(seed: 8))
    let recorder = LiveRecorder(
      modelContainer: container, options: .init(workout: text, start: Date()))
    for frame in simulator.frames { try await recorder.receive(frame) }
    try await recorder.finish()
    let id = try #require(await recorder.sessionID)
    let parts = try #require(try await library.session(id)).intervals
    #expect(parts.compactMap(\.target) == targets)
    #expect(parts.allSatisfy { $0.targetUnit == unit })
    _ = try await library.edit(id, SessionEdit(workout: "just row"))
    let changed = try #require(try await library.session(id)).intervals
    #expect(changed.allSatisfy { $0.target == nil && $0.targetUnit == .open })
  }

  @Test func `strokes of rests are stored apart, and figures leave them out`() async throws {
    let folder = try TemporaryFolder()
    let container = try RowingStore.container(directory: folder.url)
    let library = RowingLibrary(modelContainer: container)
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "3x100m/1:00r"), options: SimulatorOptions(seed: 4))
    let rests = simulator.strokes.filter(\.isRest)
    try #require(!rests.isEmpty)
    let recorder = LiveRecorder(
      modelContainer: container, options: .init(start: Date(timeIntervalSince1970: 1e9)))
    for frame in simulator.frames { try await recorder.receive(frame) }
    try await recorder.finish()
    let id = try #require(await recorder.sessionID)
    let work = try await library.strokes(of: id)
    #expect(work.count == simulator.strokes.count - rests.count)
    #expect(work.allSatisfy { !$0.isRest })
    let stored = try await library.restStrokes(of: id)
    #expect(stored.count == rests.count)
    #expect(stored.map(\.interval) == rests.map(\.interval))
    #expect(stored.allSatisfy { $0.index >= PerformanceMetric.firstRestIndex && $0.isRest })
    #expect(stored.map(\.timestamp) == stored.map(\.timestamp).sorted())
    #expect(try await library.session(id)?.summary.recordedStrokes == work.count)
    #expect(try await library.strokeAnalysis(of: id).strokes == work.count)
    #expect(try await library.recalculateDerivedValues() == 0)
  }

  @Test func `consecutive workouts of a monitor are sessions of their own`() async throws {
    let folder = try TemporaryFolder()
    let container = try RowingStore.container(directory: folder.url)
    let library = RowingLibrary(modelContainer: container)
    let recorder = LiveRecorder(
      modelContainer: container, options: .init(deviceID: "1", start: Date()))
    var end = 0.0
    for seed in [UInt64(1), 2] {
      let simulator = PM5Simulator(
        plan: try WorkoutPlan(text: "100m"), options: SimulatorOptions(seed: seed))
      for var frame in simulator.frames {
        frame.time += end
        try await recorder.receive(frame)
      }
      end += (simulator.frames.last?.time ?? 0) + 10
    }
    try await recorder.finish()
    let sessions = try await library.sessions(SessionQuery()).sessions
    #expect(sessions.count == 2)
    #expect(sessions.allSatisfy { $0.isComplete && !$0.hasGaps && $0.distance == 100 })
  }
}
