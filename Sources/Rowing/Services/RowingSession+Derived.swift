// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RowingSession {
  /// Calculates the derived values from the totals and the strokes.
  ///
  /// The device's figures are not replaced: calories, work and the power of strokes are never
  /// calculated.
  ///
  /// - Parameters:
  ///   - strokes: The strokes in order; empty if there are none.
  ///   - intervals: The parts in order.
  func derive(strokes: [StrokeSnapshot], intervals: [IntervalSnapshot]) {
    recordedStrokes = strokes.count
    let segments = StrokeSegments(strokes, intervals: intervals)
    if !isComplete || totalTime == 0 {
      totalTime = max(totalTime, strokes.last?.elapsed ?? 0)
      totalDistance = max(totalDistance, strokes.last?.distance ?? 0)
    }
    derivePaceAndPower(segments.powers(machine: machine).flatMap(\.self))
    if let highest = strokes.compactMap(\.power)
      .filter({ RowingFigures.isPlausible(power: $0) }).max(), highest > maxPower
    {
      maxPower = highest
    }
    if let count = strokes.last.map({ max($0.strokeCount, strokes.count) }), strokeCount == nil {
      strokeCount = count
    }
    if averageStrokeRate == 0, let count = strokeCount, totalTime > 0 {
      averageStrokeRate = Double(count) / totalTime * 60
    }
    let rates = segments.heartRates
    let time = rates.reduce(0) { $0 + $1.duration }
    if averageHeartRate == nil, time > 0 {
      averageHeartRate = Int(
        (rates.reduce(0) { $0 + $1.duration * $1.heartRate } / time).rounded())
    }
    let measured = strokes.compactMap(\.heartRate).filter { $0 > 0 }
    if maxHeartRate == nil { maxHeartRate = measured.max() }
    let drags = strokes.compactMap(\.dragFactor).filter { $0 > 0 && $0 < 255 }
    if dragFactor == 0, !drags.isEmpty {
      dragFactor = (drags.reduce(0, +) / Double(drags.count)).rounded()
    }
    powerProfileData =
      strokes.isEmpty ? nil : PowerProfile(segments.powers(machine: machine)).data
    hasGaps =
      hasGaps || strokes.contains(where: \.followsGap) || intervals.contains(where: \.hasGap)
    totalsBasis = currentBasis(strokes: strokes.count)
  }

  /// Calculates pace, power and energy rate, unless the device has printed them.
  ///
  /// - Parameter samples: The power over time; on machines that are not Concept2's, the power of the
  ///   session is the mean of the device's powers.
  private func derivePaceAndPower(_ samples: [PowerSample]) {
    averagePace =
      deviceFigures?.pace
      ?? RowingFigures.displayedPace(
        distance: totalDistance, duration: totalTime, machine: machine) ?? 0
    let power = RowingFigures.power(
      distance: totalDistance, duration: totalTime, machine: machine)
    let time = samples.reduce(0) { $0 + $1.duration }
    let measured =
      machine.hasPowerEquation || time == 0
      ? nil : (samples.reduce(0) { $0 + $1.duration * $1.power } / time).rounded()
    averagePower = deviceFigures?.power ?? power ?? measured ?? 0
    caloriesPerHour =
      deviceFigures?.caloriesPerHour
      ?? power.flatMap { RowingFigures.caloriesPerHour(power: $0) }.map(Double.init)
  }

  /// Whether the derived values were calculated from other values than the current ones.
  func isOutdated(strokes: Int) -> Bool { totalsBasis != currentBasis(strokes: strokes) }

  private func currentBasis(strokes: Int) -> String {
    // Earlier versions calculated watts of all machines.
    let version = machine.hasPowerEquation ? "" : " 2"
    return "\(strokes) \(totalTime) \(totalDistance) \(machine.rawValue)" + version
  }

  /// Moves the session to another start; the times of strokes follow.
  func move(to start: Date) {
    let shift = start.timeIntervalSince(startTime)
    startTime = start
    endTime = endTime?.addingTimeInterval(shift)
    for metric in metrics { metric.timestamp = metric.timestamp.addingTimeInterval(shift) }
    isDateAssumed = false
    isDayOnly = false
  }

  /// Sets unknown values from an equal workout.
  func fillUnknown(from other: RowingSession) {
    if isDateAssumed || isDayOnly, !other.isDateAssumed, !other.isDayOnly {
      move(to: other.startTime)
      endTime = other.endTime
    }
    if pm5DeviceID.isEmpty { pm5DeviceID = other.pm5DeviceID }
    workoutText = workoutText ?? other.workoutText
    sourceFile = sourceFile ?? other.sourceFile
    sourceID = sourceID ?? other.sourceID
    if restTime == 0 { restTime = other.restTime }
    if restDistance == 0 { restDistance = other.restDistance }
    if maxPower == 0 { maxPower = other.maxPower }
    if dragFactor == 0 { dragFactor = other.dragFactor }
    if averageStrokeRate == 0 { averageStrokeRate = other.averageStrokeRate }
    calories = calories ?? other.calories
    averageHeartRate = averageHeartRate ?? other.averageHeartRate
    maxHeartRate = maxHeartRate ?? other.maxHeartRate
    endingHeartRate = endingHeartRate ?? other.endingHeartRate
    recoveryHeartRate = recoveryHeartRate ?? other.recoveryHeartRate
    strokeCount = strokeCount ?? other.strokeCount
    weightClass = weightClass ?? other.weightClass
    isRanked = isRanked || other.isRanked
    if comments.isEmpty { comments = other.comments }
    deviceFigures = deviceFigures?.filled(from: other.deviceFigures) ?? other.deviceFigures
    team = team ?? other.team
  }
}

extension DeviceFigures {
  /// Returns the figures with unknown ones from another device.
  func filled(from other: DeviceFigures?) -> DeviceFigures {
    DeviceFigures(
      power: power ?? other?.power, pace: pace ?? other?.pace,
      caloriesPerHour: caloriesPerHour ?? other?.caloriesPerHour,
      calories: calories ?? other?.calories, strokeRate: strokeRate ?? other?.strokeRate,
      dragFactor: dragFactor ?? other?.dragFactor, strokeCount: strokeCount ?? other?.strokeCount,
      heartRate: heartRate ?? other?.heartRate)
  }
}
