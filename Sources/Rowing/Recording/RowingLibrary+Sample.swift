// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// A simulated workout of the sample data.
  private struct SampleWorkout {
    let daysAgo: Int
    let text: String
    let power: Double
    let rate: Double
    var type: SessionType = .training
  }

  private static let samples = [
    SampleWorkout(daysAgo: 1, text: "2000m", power: 245, rate: 30, type: .test),
    SampleWorkout(daysAgo: 3, text: "20:00@5:00", power: 160, rate: 20),
    SampleWorkout(daysAgo: 5, text: "5x500m/2:00r", power: 260, rate: 29),
    SampleWorkout(daysAgo: 8, text: "5000m", power: 190, rate: 23),
    SampleWorkout(daysAgo: 10, text: "8x0:30/1:00r", power: 320, rate: 34),
    SampleWorkout(daysAgo: 15, text: "v4:00/2:00r,3:00/2:00r,2:00", power: 215, rate: 25),
    SampleWorkout(daysAgo: 19, text: "20:00@5:00", power: 155, rate: 20),
    SampleWorkout(daysAgo: 24, text: "1000m", power: 290, rate: 33, type: .test),
    SampleWorkout(daysAgo: 30, text: "4:00", power: 265, rate: 31, type: .test),
    SampleWorkout(daysAgo: 37, text: "2000m", power: 235, rate: 29, type: .race),
    SampleWorkout(daysAgo: 45, text: "15:00", power: 165, rate: 21),
  ]

  /// Stores simulated workouts of several weeks if there is no session.
  ///
  /// - Parameter now: The time from which the dates are counted back.
  /// - Returns: True if the sample was added.
  /// - Throws: A `SwiftDataError`.
  @discardableResult
  package func addSampleIfEmpty(now: Date = Date()) async throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<RowingSession>()) == 0 else { return false }
    try modelContext.transaction {
      let athlete = try defaultModel()
      athlete.weight = athlete.weight ?? 75
      athlete.maxHeartRate = athlete.maxHeartRate ?? 188
      athlete.restingHeartRate = athlete.restingHeartRate ?? 52
      for (index, sample) in Self.samples.enumerated() {
        try insert(sample, seed: UInt64(index + 1), for: athlete, now: now)
      }
    }
    return true
  }

  private func insert(
    _ sample: SampleWorkout, seed: UInt64, for athlete: Athlete, now: Date
  ) throws {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: sample.text),
      options: SimulatorOptions(power: sample.power, rate: sample.rate, seed: seed))
    let start = now.addingTimeInterval(-86_400 * Double(sample.daysAgo) - 3600)
    let session = RowingSession(
      athlete: athlete, pm5DeviceID: "simulator", sessionType: sample.type, startTime: start)
    session.id = UUID(
      namespace: .rowingNamespace, name: "sample \(seed) \(Int(start.timeIntervalSince1970))")
    session.source = "sample"
    session.workoutText = sample.text
    modelContext.insert(session)
    insert(simulator.strokes, simulator.parts, into: session, from: start)
    session.setTargets(of: session.intervals.sorted { $0.index < $1.index })
    session.totalTime = simulator.summary?.duration ?? 0
    session.totalDistance = simulator.summary?.distance ?? 0
    session.restTime = simulator.parts.reduce(0) { $0 + $1.restTime }
    session.restDistance = simulator.parts.reduce(0) { $0 + $1.restDistance }
    session.endTime = start.addingTimeInterval(session.totalTime + session.restTime)
    session.isComplete = true
    if let summary = simulator.summary { apply(summary, to: session) }
    session.derive(
      strokes: session.metrics.filter { !$0.isRest }.map { StrokeSnapshot($0) }
        .sorted { $0.index < $1.index },
      intervals: session.intervals.map { IntervalSnapshot($0) }.sorted { $0.index < $1.index })
  }

  /// Inserts the strokes and the parts of a whole recording.
  private func insert(
    _ strokes: [RecordedStroke], _ parts: [RecordedPart], into session: RowingSession,
    from start: Date
  ) {
    var starts = [MotionPoint(time: 0, distance: 0)]
    for part in parts {
      let interval = RowingInterval(index: part.number, kind: part.isInterval ? .work : .split)
      interval.id = UUID(namespace: session.id, name: "part \(part.number)")
      let origin = starts[starts.count - 1]
      interval.startElapsed = origin.time
      interval.startDistance = origin.distance
      modelContext.insert(interval)
      interval.session = session
      interval.apply(part, machine: session.machine)
      starts.append(
        MotionPoint(time: origin.time + part.duration, distance: origin.distance + part.distance))
    }
    let hasIntervals = parts.contains(where: \.isInterval)
    var (works, rests) = (0, 0)
    for stroke in strokes {
      let kind = stroke.isRest ? "rest" : "stroke"
      let metric = PerformanceMetric(
        id: UUID(namespace: session.id, name: "\(kind) \(stroke.interval) \(stroke.count)"),
        session: session, index: stroke.isRest ? PerformanceMetric.firstRestIndex + rests : works,
        timestamp: start.addingTimeInterval(stroke.time))
      modelContext.insert(metric)
      if stroke.isRest { rests += 1 } else { works += 1 }
      metric.strokeCount = works
      let origin =
        hasIntervals && starts.indices.contains(stroke.interval)
        ? starts[stroke.interval] : starts[0]
      metric.apply(stroke, from: origin, machine: session.machine)
    }
    session.recordedStrokes = works
  }
}
