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
    workout.intervals = Self.exported(parts.map { IntervalSnapshot($0) }, factor: factor)
    let indices = Self.workIndices(workout.intervals)
    workout.strokes = try metrics(of: id).map {
      Self.exported(StrokeSnapshot($0), factor: factor, intervals: indices)
    }
    return (workout, session.startTime)
  }

  /// Returns the parts in the order of time, with the starts including rests.
  private static func exported(
    _ parts: [IntervalSnapshot], factor: Double
  ) -> [ActivityFiles.RowingInterval] {
    var start = 0.0
    return parts.enumerated().map { index, part in
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
      return interval
    }
  }

  /// The indices of intervals of work, by their number.
  private static func workIndices(_ intervals: [ActivityFiles.RowingInterval]) -> [Int] {
    intervals.filter { !$0.isRest }.map(\.index)
  }

  private static func exported(
    _ stroke: StrokeSnapshot, factor: Double, intervals: [Int]
  ) -> ActivityFiles.RowingStroke {
    var result = ActivityFiles.RowingStroke()
    result.number = stroke.strokeCount
    result.interval =
      intervals.indices.contains(stroke.interval) ? intervals[stroke.interval] : stroke.interval
    result.timestamp = stroke.timestamp
    result.elapsed = stroke.elapsed
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
