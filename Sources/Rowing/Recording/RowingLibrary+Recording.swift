// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RowingLibrary {
  /// The values of an unfinished session from which a recording continues.
  struct Resumable: Sendable {
    var id: UUID
    var strokes: [RecordedStroke]
    var parts: [RecordedPart]
  }

  /// Returns the unfinished session of a device; nil if there is none of the last six hours.
  func resumable(_ options: LiveRecorder.Options, at now: Date) throws -> Resumable? {
    let device = options.deviceID
    let (source, cutoff) = (
      Self.recordingSource, now.addingTimeInterval(-RowingSession.activeDuration)
    )
    let unfinished = try modelContext.fetch(
      FetchDescriptor<RowingSession>(
        predicate: #Predicate {
          !$0.isComplete && $0.startTime > cutoff && $0.source == source
            && $0.pm5DeviceID == device
        }, sortBy: [SortDescriptor(\.startTime, order: .reverse)]))
    // A closed session is continued only on the monitor of its number.
    let running = unfinished.first {
      ($0.endTime == nil || !device.isEmpty)
        && (options.athlete == nil || $0.athlete?.id == options.athlete)
    }
    guard let running else { return nil }
    let parts = try self.parts(of: running.id).map { IntervalSnapshot($0) }
    let metrics = try metrics(of: running.id) + metrics(of: running.id, inRests: true)
    let strokes = metrics.sorted { $0.timestamp < $1.timestamp }.map {
      RecordedStroke(
        interval: $0.intervalNumber, isRest: $0.isRest, count: $0.monitorCount,
        time: $0.timestamp.timeIntervalSince(options.start), elapsed: $0.intervalElapsed,
        distance: $0.intervalDistance)
    }
    return Resumable(id: running.id, strokes: strokes, parts: parts.compactMap { RecordedPart($0) })
  }

  /// The source of recorded sessions.
  static let recordingSource = "pm5"

  /// Creates the session of a recording.
  func begin(_ options: LiveRecorder.Options, at start: Date) throws -> UUID {
    try saving {
      let athlete = try options.athlete.map { try model(athlete: $0) } ?? defaultModel()
      let session = RowingSession(
        athlete: athlete, pm5DeviceID: options.deviceID, sessionType: options.sessionType,
        startTime: start)
      session.source = Self.recordingSource
      session.workoutText = options.workout
      modelContext.insert(session)
      return session.id
    }
  }

  /// Stores changes of a recording in one transaction.
  func record(
    _ events: [RecorderEvent], _ recorder: PM5Recorder, in id: UUID,
    _ options: LiveRecorder.Options
  ) throws {
    try modelContext.transaction {
      let session = try model(session: id)
      if let type = recorder.machineType { session.machine = RowingMachine(pm5Type: type) }
      for event in events {
        switch event {
        case .stroke(let stroke):
          try store(stroke, in: session, options)
        case .part(let part): try store(part, in: session)
        case .summary(let summary): apply(summary, to: session)
        case .gap: session.hasGaps = true
        case .started, .phase, .reset: break
        }
      }
      session.totalTime = max(session.totalTime, recorder.totalDuration)
      session.totalDistance = max(session.totalDistance, recorder.totalDistance)
      session.hasGaps = session.hasGaps || recorder.hasGaps
      // A closed session runs again when it is continued.
      if recorder.isRunning { session.endTime = nil }
      if !recorder.isRunning, recorder.phase != .waiting {
        try complete(session, recorder, options)
      }
      session.modifiedAt = Date()
    }
  }

  /// Ends a recording at its last stroke.
  ///
  /// - Parameters:
  ///   - id: The session's identifier.
  ///   - recorder: The state of the workout.
  ///   - options: The settings of the recording.
  ///   - isLeft: Whether the athlete has left the workout before its end.
  /// - Throws: A `SwiftDataError`.
  func close(
    _ id: UUID, _ recorder: PM5Recorder, _ options: LiveRecorder.Options, isLeft: Bool
  ) throws {
    try modelContext.transaction {
      let session = try model(session: id)
      session.hasGaps = session.hasGaps || isLeft
      try complete(session, recorder, options)
    }
  }

  private func complete(
    _ session: RowingSession, _ recorder: PM5Recorder, _ options: LiveRecorder.Options
  ) throws {
    let strokes = try metrics(of: session.id).map { StrokeSnapshot($0) }
    if let summary = recorder.summary {
      session.totalTime = summary.duration ?? session.totalTime
      session.totalDistance = summary.distance ?? session.totalDistance
    }
    let parts = try self.parts(of: session.id).map { IntervalSnapshot($0) }
    session.restTime = parts.reduce(0) { $0 + ($1.restDuration ?? 0) }
    session.restDistance = parts.reduce(0) { $0 + ($1.restDistance ?? 0) }
    session.endTime =
      recorder.lastTime.map { options.start.addingTimeInterval($0) }
      ?? strokes.last?.timestamp
    session.isComplete = true
    session.strokeCount = strokes.count
    session.derive(strokes: strokes, intervals: parts)
  }

  // MARK: Values

  private func store(
    _ stroke: RecordedStroke, in session: RowingSession, _ options: LiveRecorder.Options
  ) throws {
    let kind = stroke.isRest ? "rest" : "stroke"
    let id = UUID(namespace: session.id, name: "\(kind) \(stroke.interval) \(stroke.count)")
    let starts = Self.starts(try parts(of: session.id).map { IntervalSnapshot($0) })
    let start = starts[stroke.interval] ?? provisionalStart(of: stroke.interval, in: session)
    var descriptor = FetchDescriptor<PerformanceMetric>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    let metric: PerformanceMetric
    if let found = try modelContext.fetch(descriptor).first {
      metric = found
    } else {
      let index = stroke.isRest ? try nextRestIndex(in: session) : session.recordedStrokes
      metric = PerformanceMetric(
        id: id, session: session, index: index,
        timestamp: options.start.addingTimeInterval(stroke.time))
      modelContext.insert(metric)
      if !stroke.isRest { session.recordedStrokes += 1 }
      metric.strokeCount = session.recordedStrokes
    }
    metric.apply(stroke, from: start, machine: session.machine)
    if !stroke.isRest { session.maxPower = max(session.maxPower, metric.power) }
  }

  /// The index of a session's next stroke of a rest.
  private func nextRestIndex(in session: RowingSession) throws -> Int {
    let id = session.id
    let count = try modelContext.fetchCount(
      FetchDescriptor<PerformanceMetric>(
        predicate: #Predicate { $0.session?.id == id && $0.isRest }))
    return PerformanceMetric.firstRestIndex + count
  }

  /// The start of an interval whose predecessor the monitor has not reported yet.
  private func provisionalStart(of interval: Int, in session: RowingSession) -> MotionPoint {
    guard interval > 0 else { return MotionPoint(time: 0, distance: 0) }
    let id = session.id
    var descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest && $0.intervalNumber < interval },
      sortBy: [SortDescriptor(\.index, order: .reverse)])
    descriptor.fetchLimit = 1
    let last = try? modelContext.fetch(descriptor).first
    return MotionPoint(time: last?.elapsedTime ?? 0, distance: last?.distance ?? 0)
  }

  private func store(_ part: RecordedPart, in session: RowingSession) throws {
    let id = UUID(namespace: session.id, name: "part \(part.number)")
    let existing = try parts(of: session.id)
    let interval: RowingInterval
    if let found = existing.first(where: { $0.id == id }) {
      interval = found
    } else {
      interval = RowingInterval(index: part.number, kind: part.isInterval ? .work : .split)
      interval.id = id
      modelContext.insert(interval)
      interval.session = session
    }
    interval.apply(part, machine: session.machine)
    var start = MotionPoint(time: 0, distance: 0)
    let ordered = try parts(of: session.id).sorted { $0.index < $1.index }
    for part in ordered {
      part.startElapsed = start.time
      part.startDistance = start.distance
      start = MotionPoint(
        time: start.time + part.duration, distance: start.distance + part.distance)
    }
    session.setTargets(of: ordered)
    guard part.isInterval else { return }
    try moveStrokes(after: part.number, to: start, in: session)
  }

  /// Moves the strokes of the interval after a reported one to its exact end.
  private func moveStrokes(
    after number: Int, to start: MotionPoint, in session: RowingSession
  ) throws {
    let (id, next) = (session.id, number + 1)
    let strokes = try modelContext.fetch(
      FetchDescriptor<PerformanceMetric>(
        predicate: #Predicate { $0.session?.id == id && $0.intervalNumber == next }))
    for stroke in strokes {
      stroke.distance = start.distance + stroke.intervalDistance
      stroke.elapsedTime = start.time + stroke.intervalElapsed
    }
  }

  func apply(_ summary: RecordedSummary, to session: RowingSession) {
    session.averageStrokeRate = summary.strokeRate ?? session.averageStrokeRate
    session.averageHeartRate = summary.averageHeartRate.map { Int($0) } ?? session.averageHeartRate
    session.maxHeartRate = summary.maximumHeartRate.map { Int($0) } ?? session.maxHeartRate
    session.endingHeartRate = summary.endingHeartRate.map { Int($0) } ?? session.endingHeartRate
    session.recoveryHeartRate =
      summary.recoveryHeartRate.map { Int($0) } ?? session.recoveryHeartRate
    session.dragFactor = summary.dragFactor ?? session.dragFactor
    session.calories = summary.calories ?? session.calories
    let factor = session.machine.paceDistance / 500
    session.deviceFigures = DeviceFigures(
      power: summary.power, pace: summary.pace.map { $0 * factor },
      caloriesPerHour: summary.caloriesPerHour, calories: summary.calories,
      strokeRate: summary.strokeRate, dragFactor: summary.dragFactor,
      heartRate: summary.averageHeartRate.map { Int($0) })
  }

  /// The starts of the intervals of work, and of the one after the last.
  private static func starts(_ parts: [IntervalSnapshot]) -> [Int: MotionPoint] {
    var starts = [0: MotionPoint(time: 0, distance: 0)]
    for part in parts where part.kind == .work {
      starts[part.number] = MotionPoint(time: part.startElapsed, distance: part.startDistance)
      let end = MotionPoint(
        time: part.startElapsed + part.duration, distance: part.startDistance + part.distance)
      if starts[part.number + 1] == nil { starts[part.number + 1] = end }
    }
    return starts
  }
}
