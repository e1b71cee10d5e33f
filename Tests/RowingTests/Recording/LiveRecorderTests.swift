// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

@Suite struct LiveRecorderTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RowingLibrary
  let start = Date(timeIntervalSince1970: 1_750_000_000)

  init() throws {
    folder = try TemporaryFolder()
    container = try RowingStore.container(directory: folder.url)
    library = RowingLibrary(modelContainer: container)
  }

  private func recorder(_ device: String = "430123456") -> LiveRecorder {
    LiveRecorder(
      modelContainer: container, options: .init(deviceID: device, workout: "test", start: start))
  }

  @Test(arguments: ["500m", "3x100m/0:30r", "v1:00/0:40r,0:30"])
  func `a recorded workout has what was rowed`(text: String) async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: text), options: SimulatorOptions(power: 210, seed: 4))
    let recorder = recorder()
    for frame in simulator.frames { try await recorder.receive(frame) }
    try await recorder.finish()
    let id = try #require(await recorder.sessionID)
    let detail = try #require(try await library.session(id))
    let summary = try #require(simulator.summary)
    #expect(detail.summary.isComplete)
    #expect(!detail.summary.hasGaps)
    #expect(detail.summary.duration == summary.duration)
    #expect(detail.summary.distance == summary.distance)
    #expect(detail.summary.power == summary.power)
    #expect(detail.summary.calories == summary.calories)
    #expect(detail.recoveryHeartRate == summary.recoveryHeartRate.map { Int($0) })
    #expect(detail.deviceID == "430123456")
    #expect(detail.intervals.count == simulator.parts.count)
    let work = simulator.strokes.filter { !$0.isRest }
    let strokes = try await library.strokes(of: id)
    #expect(strokes.map(\.power) == work.map(\.power))
    #expect(strokes.map(\.driveTime) == work.map(\.driveTime))
    #expect(strokes.map(\.forceCurve.count) == work.map(\.forceCurve.count))
    #expect(strokes.map(\.interval) == work.map(\.interval))
    #expect(strokes.map(\.index) == Array(strokes.indices))
    let elapsed = strokes.map(\.elapsed)
    #expect(elapsed == elapsed.sorted())
    let last = try #require(strokes.last)
    #expect(abs(last.distance - (summary.distance ?? 0)) < 12)
  }

  @Test func `a stroke is stored with its first notification`() async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 2))
    let recorder = recorder()
    for (index, stroke) in simulator.strokes.prefix(10).enumerated() {
      for frame in simulator.frames where frame.time <= stroke.time {
        if index == 0 || frame.time > simulator.strokes[index - 1].time {
          try await recorder.receive(frame)
        }
      }
      let id = try #require(await recorder.sessionID)
      #expect(try await library.strokes(of: id).count == index + 1)
      let active = try await library.activeSessions(at: start)
      #expect(active.map(\.id) == [id])
    }
  }

  @Test func `a recording resumes after its process was killed`() async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "3x100m/0:30r"), options: SimulatorOptions(seed: 6))
    let half = simulator.frames.count / 2
    let first = recorder()
    for frame in simulator.frames.prefix(half) { try await first.receive(frame) }
    let id = try #require(await first.sessionID)
    // The first recorder ends without finish(), as a killed process does; 40 frames are lost.
    let second = LiveRecorder(
      modelContainer: try RowingStore.container(directory: folder.url),
      options: .init(deviceID: "430123456", start: start))
    for frame in simulator.frames.dropFirst(half + 40) { try await second.receive(frame) }
    try await second.finish()
    #expect(await second.sessionID == id)
    let detail = try #require(try await library.session(id))
    #expect(detail.summary.isComplete)
    #expect(detail.summary.duration == simulator.summary?.duration)
    let strokes = try await library.strokes(of: id)
    let rowed = simulator.strokes.filter { !$0.isRest }
    #expect(strokes.count <= rowed.count)
    #expect(strokes.count > rowed.count - 15)
    #expect(Set(strokes.map { [$0.elapsed, $0.power ?? 0] }).count == strokes.count)
  }

  @Test func `another device has another session`() async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 6))
    let (first, second) = (recorder("a"), recorder("b"))
    for frame in simulator.frames.prefix(200) {
      try await first.receive(frame)
      try await second.receive(frame)
    }
    let (a, b) = (await first.sessionID, await second.sessionID)
    #expect(a != nil)
    #expect(a != b)
  }

  @Test func `a workout that is left is closed as incomplete`() async throws {
    var options = SimulatorOptions(seed: 5)
    options.resetTime = 60
    let simulator = PM5Simulator(plan: try WorkoutPlan(text: "2000m"), options: options)
    let recorder = recorder()
    for frame in simulator.frames { try await recorder.receive(frame) }
    let id = try #require(await recorder.sessions.first)
    let detail = try #require(try await library.session(id))
    #expect(detail.summary.isComplete)
    #expect(detail.summary.hasGaps)
    #expect(detail.summary.recordedStrokes == simulator.strokes.count)
    #expect(await recorder.sessionID == nil)
  }

  /// Records the first notifications of a workout.
  private func record(_ count: Int, of text: String, _ recorder: LiveRecorder) async throws -> UUID
  {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: text), options: SimulatorOptions(seed: 6))
    for frame in simulator.frames.prefix(count) { try await recorder.receive(frame) }
    return try #require(await recorder.sessionID)
  }

  @Test(arguments: ["500m", "3x100m/0:30r"])
  func `an interrupted recording is incomplete, and counts in totals`(text: String) async throws {
    let recorder = recorder()
    let id = try await record(300, of: text, recorder)
    #expect(try await library.session(id)?.summary.isEnded == false)
    try await recorder.finish()
    let closed = try #require(try await library.session(id)).summary
    #expect(!closed.isComplete && closed.isEnded)
    #expect(closed.duration > 0 && closed.distance > 0 && closed.endedAt != nil)
    #expect(closed.pace != nil && closed.power != nil && closed.strokeRate != nil)
    #expect(closed.strokes == closed.recordedStrokes && closed.recordedStrokes > 5)
    #expect(try await library.activeSessions(at: start).isEmpty)
    let totals = try await library.totals(by: .season, in: .current)
    #expect(totals.map(\.sessions) == [1])
    #expect(totals.map(\.distance) == [closed.distance])
    let records = try await library.records(athlete: nil)
    #expect(records.allSatisfy { $0.kind == .effort })
    #expect(try await !library.powerCurve(athlete: nil).points.isEmpty)
    #expect(try await library.closeSession(id) == closed)
  }

  @Test func `a closed recording continues on the same monitor`() async throws {
    let first = recorder()
    let id = try await record(300, of: "500m", first)
    try await first.finish()
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 6))
    let second = recorder()
    for frame in simulator.frames.dropFirst(300) { try await second.receive(frame) }
    try await second.finish()
    #expect(await second.sessions == [id])
    let summary = try #require(try await library.session(id)).summary
    #expect(summary.isComplete && summary.distance == 500)
  }

  @Test func `sessions that can't be resumed are closed by a later recording`() async throws {
    let own = try await record(200, of: "500m", recorder("1"))
    let other = try await record(200, of: "500m", recorder("2"))
    let now = Date()
    // Another process may record now.
    #expect(try await library.closeAbandonedSessions(except: "1", at: now) == 0)
    let context = ModelContext(container)
    for session in try context.fetch(FetchDescriptor<RowingSession>()) { session.startTime = now }
    try context.save()
    let later = now.addingTimeInterval(3600)
    #expect(try await library.closeAbandonedSessions(except: "1", at: later) == 1)
    #expect(try await library.session(other)?.summary.isEnded == true)
    #expect(try await library.session(own)?.summary.isEnded == false)
    let tomorrow = now.addingTimeInterval(86_400)
    #expect(try await library.closeAbandonedSessions(except: "1", at: tomorrow) == 1)
    #expect(try await library.session(own)?.summary.isEnded == true)
  }

  @Test func `strokes have the phases of the monitor's stroke states`() async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "2000m"), options: SimulatorOptions(seed: 8))
    let states = try simulator.frames.map { frame in
      let message = try PM5Message(characteristic: frame.characteristic, bytes: frame.bytes)
      return message.characteristic == .generalStatus ? message.raw(.strokeState) : nil
    }
    #expect(Set(states.compactMap(\.self)) == [0, 1, 2, 3, 4])
    let recorder = recorder()
    for frame in simulator.frames { try await recorder.receive(frame) }
    let id = try #require(await recorder.sessionID)
    let phases = try await library.strokes(of: id).map(\.phase)
    let sent = simulator.strokes.compactMap(\.state).compactMap { StrokePhase(pm5State: $0) }
    #expect(phases == sent)
    #expect(phases.contains(.recovery))
  }
}
