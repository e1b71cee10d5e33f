// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@Suite struct PM5RecorderTests {
  static let plans = [
    "just row", "500m", "2000m@500m", "1:00", "4:00@1:00", "3x100m/0:30r", "4x0:20/0:10r", "2x250m",
    "v1:00/0:40r,0:30/0:20r,200m", "x150m/0:45r", "2x10cal/0:20r", "v100m/...r,100m/...r,50m",
    "20cal",
  ]

  /// The number of simulated workouts without loss: 200, or the value of `CAIRN_ROWING_SEEDS`.
  private static let count =
    ProcessInfo.processInfo.environment["CAIRN_ROWING_SEEDS"].flatMap(UInt64.init) ?? 200

  static func options(seed: UInt64) -> SimulatorOptions {
    var random = SeededRandom(seed: seed)
    return SimulatorOptions(
      power: Double.random(in: 60...450, using: &random),
      rate: Double.random(in: 16...38, using: &random), seed: seed,
      isMultiplexed: Bool.random(using: &random),
      hasForceCurves: Int.random(in: 0...3, using: &random) > 0,
      hasHeartRate: Bool.random(using: &random),
      dragFactor: Int.random(in: 80...220, using: &random), openDuration: 60, repetitions: 3)
  }

  private func record(_ frames: [PM5Frame]) -> (PM5Recorder, [RecorderEvent]) {
    var recorder = PM5Recorder()
    let events = frames.flatMap { recorder.receive($0) }
    return (recorder, events)
  }

  /// The strokes without the time of arrival.
  private func timeless(_ strokes: [RecordedStroke]) -> [RecordedStroke] {
    strokes.map { stroke in
      var stroke = stroke
      stroke.time = 0
      return stroke
    }
  }

  @Test func `the recorder has exactly what was rowed`() throws {
    for seed in 1...Self.count {
      let text = Self.plans[Int(seed) % Self.plans.count]
      let simulator = PM5Simulator(
        plan: try WorkoutPlan(text: text), options: Self.options(seed: seed))
      let (recorder, events) = record(simulator.frames)
      guard timeless(recorder.strokes) == timeless(simulator.strokes),
        recorder.parts == simulator.parts, recorder.summary == simulator.summary,
        recorder.phase == .logged, recorder.isComplete, !recorder.hasGaps, recorder.ignored == 0,
        !events.contains(.gap), !events.contains(.reset)
      else {
        let first = zip(timeless(recorder.strokes), timeless(simulator.strokes)).first { $0 != $1 }
        Issue.record(
          """
          seed \(seed), \(text): \(recorder.strokes.count) of \(simulator.strokes.count) strokes, \
          \(recorder.parts.count) of \(simulator.parts.count) parts, phase \(recorder.phase), \
          gaps \(recorder.hasGaps), first \(String(describing: first)) \
          parts \(recorder.parts == simulator.parts) summary \(recorder.summary == simulator.summary)
          """)
        return
      }
    }
  }

  @Test func `repeated notifications change nothing`() throws {
    for seed in 1...Self.count / 4 + 1 {
      let text = Self.plans[Int(seed) % Self.plans.count]
      var options = Self.options(seed: seed)
      options.repeats = 0.3
      let simulator = PM5Simulator(plan: try WorkoutPlan(text: text), options: options)
      let (recorder, _) = record(simulator.frames)
      guard timeless(recorder.strokes) == timeless(simulator.strokes),
        recorder.parts == simulator.parts, recorder.summary == simulator.summary
      else {
        let first = zip(timeless(recorder.strokes), timeless(simulator.strokes)).first { $0 != $1 }
        Issue.record(
          "seed \(seed), \(text): \(recorder.strokes.count) of \(simulator.strokes.count), \(String(describing: first))"
        )
        return
      }
    }
  }

  @Test func `lost, repeated and reordered notifications never invent strokes`() throws {
    for seed in 1...Self.count / 2 + 1 {
      let text = Self.plans[Int(seed) % Self.plans.count]
      var options = Self.options(seed: seed)
      (options.loss, options.repeats, options.reordering) = (0.1, 0.1, 0.1)
      let simulator = PM5Simulator(plan: try WorkoutPlan(text: text), options: options)
      let (recorder, _) = record(simulator.frames)
      let rowed = Set(simulator.strokes.map(\.count))
      let counts = recorder.strokes.map(\.count)
      #expect(Set(counts).isSubset(of: rowed), "seed \(seed)")
      #expect(Set(counts).count == counts.count, "seed \(seed)")
      #expect(recorder.parts.count <= simulator.parts.count)
    }
  }

  @Test func `a lost connection is marked as a gap, and never filled`() throws {
    var options = SimulatorOptions(seed: 3)
    options.disconnects = [60...90]
    let simulator = PM5Simulator(plan: try WorkoutPlan(text: "1000m"), options: options)
    let (recorder, events) = record(simulator.frames)
    #expect(events.filter { $0 == .gap }.count == 1)
    #expect(recorder.hasGaps)
    #expect(recorder.strokes.filter(\.followsGap).count == 1)
    let lost = simulator.strokes.filter { (60.0...90.0).contains($0.time) }
    let recorded = Set(recorder.strokes.map(\.count))
    #expect(recorded.intersection(lost.dropLast().map(\.count)).isEmpty)
    #expect(recorder.phase == .logged)
    #expect(recorder.summary == simulator.summary)
  }

  @Test func `a workout that is left stays incomplete`() throws {
    var options = SimulatorOptions(seed: 5)
    options.resetTime = 60
    let simulator = PM5Simulator(plan: try WorkoutPlan(text: "2000m"), options: options)
    let (recorder, events) = record(simulator.frames)
    #expect(events.contains(.reset))
    #expect(recorder.phase == .ended)
    #expect(!recorder.isComplete)
    #expect(recorder.strokes.count == simulator.strokes.count)
  }

  @Test func `the phases of an interval workout follow each other`() throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "2x100m/0:30r"), options: SimulatorOptions())
    let (_, events) = record(simulator.frames)
    let phases = events.compactMap { event in
      if case .phase(let phase) = event { phase } else { nil }
    }
    #expect(phases == [.interval, .rest, .interval, .ended, .logged])
    #expect(events.first == .started)
  }

  @Test func `the heart rate of recovery comes after the end`() throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "100m"), options: SimulatorOptions())
    let (recorder, events) = record(simulator.frames)
    let summaries = events.compactMap { event in
      if case .summary(let summary) = event { summary } else { nil }
    }
    #expect(summaries.first?.recoveryHeartRate == nil)
    #expect(recorder.summary?.recoveryHeartRate != nil)
  }

  @Test func `equal seeds give equal frames`() throws {
    let plan = try WorkoutPlan(text: "3x200m/0:20r")
    var options = Self.options(seed: 11)
    options.loss = 0.2
    #expect(
      PM5Simulator(plan: plan, options: options).frames
        == PM5Simulator(plan: plan, options: options).frames)
    options.seed = 12
    #expect(
      PM5Simulator(plan: plan, options: options).frames
        != PM5Simulator(plan: plan, options: Self.options(seed: 11)).frames)
  }

  @Test func `a capture's text gives the same recording`() throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 8))
    let text = simulator.frames.map(\.text).joined(separator: "\n")
    let capture = PM5Capture(text)
    #expect(capture.issues.isEmpty)
    #expect(record(capture.frames).0.strokes == record(simulator.frames).0.strokes)
  }

  @Test func `random notifications never stop the recorder`() {
    var random = SeededRandom(seed: 77)
    var recorder = PM5Recorder()
    for step in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...21, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = recorder.receive(
        PM5Frame(
          time: Double(step) / 10, characteristic: UInt16.random(in: 0x31...0x40, using: &random),
          bytes: bytes))
      if step.isMultiple(of: 500) { recorder = PM5Recorder() }
    }
  }
}
