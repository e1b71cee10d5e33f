// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PerformanceMetric {
  /// Sets the values of a recorded stroke.
  ///
  /// - Parameters:
  ///   - stroke: The stroke.
  ///   - start: The seconds and metres of work before its interval.
  ///   - machine: The machine, for the distance of a pace.
  func apply(_ stroke: RecordedStroke, from start: MotionPoint, machine: RowingMachine) {
    intervalNumber = stroke.interval
    isRest = stroke.isRest
    intervalElapsed = stroke.elapsed
    intervalDistance = stroke.distance
    monitorCount = stroke.count
    elapsedTime = start.time + stroke.elapsed
    distance = start.distance + stroke.distance
    pace = (stroke.pace ?? 0) * machine.paceDistance / 500
    strokeRate = Int(stroke.strokeRate ?? 0)
    power = stroke.power ?? 0
    heartRate = stroke.heartRate.map { Int($0) }
    driveTime = stroke.driveTime ?? 0
    recoveryTime = stroke.recoveryTime ?? 0
    // A monitor without stroke states reports a recovery time at the end of the recovery.
    strokePhase =
      stroke.state.flatMap { StrokePhase(pm5State: $0) } ?? (recoveryTime > 0 ? .recovery : .drive)
    strokeLength = stroke.driveLength ?? 0
    strokeDistance = stroke.strokeDistance
    peakForce = (stroke.peakForce ?? 0) * ForceCurve.newtonsPerPound
    averageForce = (stroke.averageForce ?? 0) * ForceCurve.newtonsPerPound
    workPerStroke = stroke.work ?? 0
    caloriesPerHour = stroke.caloriesPerHour
    dragFactor = stroke.dragFactor
    followsGap = stroke.followsGap
    if !stroke.forceCurve.isEmpty {
      forceCurve = ForceCurve(pounds: stroke.forceCurve.map(Double.init))
    }
  }
}

extension RowingInterval {
  /// Sets the values of a recorded part.
  func apply(_ part: RecordedPart, machine: RowingMachine) {
    number = part.isInterval ? part.number : 0
    duration = part.duration
    distance = part.distance
    restTime = part.restTime
    restDistance = part.restDistance
    averagePace = part.pace.map { $0 * machine.paceDistance / 500 }
    averagePower = part.power
    averageStrokeRate = part.strokeRate
    averageHeartRate = part.heartRate.map { Int($0) }
    restHeartRate = part.restHeartRate.map { Int($0) }
    calories = part.calories
    caloriesPerHour = part.caloriesPerHour
    dragFactor = part.dragFactor
    hasGap = part.hasGap
  }
}

extension RecordedPart {
  /// Creates the part of an earlier recording; nil for a rest.
  init?(_ part: IntervalSnapshot) {
    guard part.kind != .rest else { return nil }
    self.init(number: part.index, isInterval: part.kind == .work)
    duration = part.duration
    distance = part.distance
    restTime = part.restDuration ?? 0
    restDistance = part.restDistance ?? 0
    strokeRate = part.strokeRate
    heartRate = part.heartRate.map(Double.init)
    restHeartRate = part.restHeartRate.map(Double.init)
    pace = part.pace
    power = part.power
    calories = part.calories
    caloriesPerHour = part.caloriesPerHour
    dragFactor = part.dragFactor
    hasGap = part.hasGap
  }
}

extension RowingMachine {
  /// Creates the machine of a monitor's number.
  package init(pm5Type type: UInt8) {
    switch type {
    case 128..<192, 225: self = .skiErg
    case 192..<224, 226: self = .bikeErg
    default: self = .rowErg
    }
  }
}
