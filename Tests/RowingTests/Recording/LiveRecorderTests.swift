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

  @Test func `an abandoned recording is closed at its last stroke`() async throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 6))
    let recorder = recorder()
    for frame in simulator.frames.prefix(300) { try await recorder.receive(frame) }
    try await recorder.finish()
    let id = try #require(await recorder.sessionID)
    #expect(try await library.session(id)?.summary.isComplete == false)
    let closed = try await library.closeSession(id)
    #expect(closed.isComplete)
    #expect(closed.duration > 0)
    #expect(closed.endedAt != nil)
  }
}
