// Cairn
// SPDX-License-Identifier: Apache-2.0

package import ActivityFiles
package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns a session as a value that `ActivityFiles` writes as FIT, TCX or CSV.
  ///
  /// - Parameter id: The session's identifier.
  /// - Returns: The workout and its start.
  /// - Throws: ``RowingLibraryError/sessionNotFound(_:)``, or a `SwiftDataError`.
  package func exportWorkout(
    _ id: UUID
  ) throws -> (workout: ActivityFiles.RowingWorkout, start: Date) {
    let session = try model(session: id)
    let summary = SessionSummary(session)
    var workout = ActivityFiles.RowingWorkout(format: .cairnCSV)
    workout.date = ActivityFiles.RowingDate(session.startTime)
    workout.date?.hasTime = !session.isDayOnly
    workout.title = session.workoutText
    workout.machine = session.machine.exported
    workout.duration = summary.duration
    workout.distance = summary.distance
    workout.restDuration = summary.restDuration
    workout.restDistance = summary.restDistance
    workout.strokeRate = summary.strokeRate
    workout.strokeCount = summary.strokes
    let factor = 500 / session.machine.paceDistance
    workout.pace = summary.pace.map { $0 * factor }
    workout.power = summary.power
    workout.maxPower = summary.maxPower
    workout.calories = summary.calories
    workout.caloriesPerHour = summary.caloriesPerHour
    workout.heartRate = summary.heartRate
    workout.maxHeartRate = summary.maxHeartRate
    workout.dragFactor = summary.dragFactor.map { Int($0.rounded()) }
    workout.weightClass = session.weightClass?.rawValue
    workout.comments = session.comments.isEmpty ? nil : session.comments
    workout.logID = session.sourceID
    if !session.pm5DeviceID.isEmpty {
      workout.device = ActivityFiles.RowingDevice(
        maker: "Concept2", serial: session.pm5DeviceID)
    }
    let parts = try self.parts(of: id).filter { $0.kind != .split }
    let strokes = try metrics(of: id).map { StrokeSnapshot($0) }
    workout.intervals = Self.exported(
      parts.map { IntervalSnapshot($0) }, strokes: strokes, factor: factor)
    let rests = try metrics(of: id, inRests: true).map { StrokeSnapshot($0) }
    let timeline = SessionTimeline(workout.intervals)
    workout.strokes = timeline.placed(strokes, rests: rests).map { stroke, elapsed in
      var result = Self.exported(stroke, factor: factor)
      result.interval = timeline.position(of: stroke)
      result.elapsed = elapsed
      return result
    }
    return (workout, session.startTime)
  }

  /// Returns the parts in the order of time, with the starts including rests.
  ///
  /// Strokes of intervals that the monitor has not reported yet make intervals of their own.
  private static func exported(
    _ parts: [IntervalSnapshot], strokes: [StrokeSnapshot], factor: Double
  ) -> [ActivityFiles.RowingInterval] {
    var start = 0.0
    var work = MotionPoint(time: 0, distance: 0)
    var intervals = parts.enumerated().map { index, part in
      var interval = ActivityFiles.RowingInterval(index: index)
      interval.isRest = part.kind == .rest
      interval.start = start
      interval.duration = part.duration
      interval.distance = part.distance
      interval.restDuration = part.restDuration
      interval.restDistance = part.restDistance
      interval.pace = part.pace.map { $0 * factor }
      interval.power = part.power
      interval.strokeRate = part.strokeRate
      interval.strokeCount = part.strokes
      interval.heartRate = part.kind == .rest ? part.restHeartRate : part.heartRate
      interval.calories = part.calories
      interval.dragFactor = part.dragFactor.map { Int($0.rounded()) }
      start += part.duration + (part.restDuration ?? 0)
      guard part.kind != .rest else { return interval }
      work.time += part.duration
      work.distance += part.distance
      return interval
    }
    let known = intervals.count { !$0.isRest }
    guard known > 0, let last = strokes.last?.interval, last >= known else { return intervals }
    for number in known...min(last, known + strokes.count) {
      var interval = ActivityFiles.RowingInterval(index: intervals.count)
      let end = strokes.last { $0.interval == number }
      interval.start = start
      interval.duration = end.map { max(0, $0.elapsed - work.time) } ?? 0
      interval.distance = end.map { max(0, $0.distance - work.distance) } ?? 0
      start += interval.duration ?? 0
      work.time += interval.duration ?? 0
      work.distance += interval.distance ?? 0
      intervals.append(interval)
    }
    return intervals
  }

  private static func exported(
    _ stroke: StrokeSnapshot, factor: Double
  ) -> ActivityFiles.RowingStroke {
    var result = ActivityFiles.RowingStroke()
    result.number = stroke.strokeCount
    result.isRest = stroke.isRest
    result.timestamp = stroke.timestamp
    result.distance = stroke.distance
    result.pace = stroke.pace.map { $0 * factor }
    result.strokeRate = stroke.strokeRate.map(Double.init)
    result.power = stroke.power
    result.heartRate = stroke.heartRate
    result.caloriesPerHour = stroke.caloriesPerHour
    result.dragFactor = stroke.dragFactor.map { Int($0.rounded()) }
    result.driveLength = stroke.driveLength
    result.strokeDistance = stroke.strokeDistance
    result.driveTime = stroke.driveTime
    result.recoveryTime = stroke.recoveryTime
    result.work = stroke.work
    result.averageForce = stroke.averageForce
    result.peakForce = stroke.peakForce
    if !stroke.forceCurve.isEmpty {
      result.forceCurve = ActivityFiles.RowingForceCurve(newtons: stroke.forceCurve)
    }
    return result
  }
}

extension RowingMachine {
  /// The machine in a file; nil if files have no such kind.
  fileprivate var exported: ActivityFiles.RowingMachine? {
    switch self {
    case .rowErg, .rp3, .waterRower: .rower
    case .skiErg: .ski
    case .bikeErg: .bike
    case .boat: .water
    case .other: nil
    }
  }
}
