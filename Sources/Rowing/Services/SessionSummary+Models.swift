// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SessionSummary {
  /// Creates a session's summary; figures of the device precede calculated ones.
  init(_ session: RowingSession) {
    func known(_ value: Double) -> Double? { value > 0 ? value : nil }
    let device = session.deviceFigures
    let pace = device?.pace ?? known(session.averagePace)
    self.init(
      id: session.id, athleteID: session.athlete?.id, athleteName: session.athlete?.name,
      startedAt: session.startTime, endedAt: session.endTime,
      isDateAssumed: session.isDateAssumed, isDayOnly: session.isDayOnly,
      machine: session.machine, type: session.sessionType, workout: session.workoutText,
      distance: session.totalDistance, duration: session.totalTime,
      restDistance: known(session.restDistance), restDuration: known(session.restTime),
      pace: pace, paceText: pace.map { RowingFigures.paceText($0) },
      strokeRate: device?.strokeRate ?? known(session.averageStrokeRate),
      power: device?.power ?? known(session.averagePower), maxPower: known(session.maxPower),
      calories: device?.calories ?? session.calories,
      caloriesPerHour: device?.caloriesPerHour ?? session.caloriesPerHour,
      heartRate: device?.heartRate ?? session.averageHeartRate,
      maxHeartRate: session.maxHeartRate,
      dragFactor: device?.dragFactor ?? known(session.dragFactor),
      strokes: device?.strokeCount ?? session.strokeCount,
      recordedStrokes: session.recordedStrokes, weightClass: session.weightClass,
      source: session.source, file: session.sourceFile, comments: session.comments,
      isComplete: session.isComplete, hasGaps: session.hasGaps, device: device)
  }
}

extension IntervalSnapshot {
  /// Creates the snapshot of a part of a session.
  init(_ interval: RowingInterval) {
    self.init(
      id: interval.id, index: interval.index, number: interval.number, kind: interval.kind,
      startElapsed: interval.startElapsed, startDistance: interval.startDistance,
      duration: interval.duration, distance: interval.distance,
      restDuration: interval.restTime > 0 ? interval.restTime : nil,
      restDistance: interval.restDistance > 0 ? interval.restDistance : nil,
      target: interval.target, targetUnit: interval.targetUnit, pace: interval.averagePace,
      power: interval.averagePower, strokeRate: interval.averageStrokeRate,
      heartRate: interval.averageHeartRate, restHeartRate: interval.restHeartRate,
      calories: interval.calories, caloriesPerHour: interval.caloriesPerHour,
      dragFactor: interval.dragFactor, strokes: interval.strokeCount, hasGap: interval.hasGap)
  }
}

extension StrokeSnapshot {
  /// Creates the snapshot of a stroke; 0 stands for an unknown value in the model.
  init(_ metric: PerformanceMetric) {
    func known(_ value: Double) -> Double? { value > 0 ? value : nil }
    self.init(
      index: metric.index, interval: metric.intervalNumber, timestamp: metric.timestamp,
      elapsed: metric.elapsedTime, distance: metric.distance, pace: known(metric.pace),
      strokeRate: metric.strokeRate > 0 ? metric.strokeRate : nil, power: known(metric.power),
      heartRate: metric.heartRate, strokeCount: metric.strokeCount, phase: metric.strokePhase,
      driveTime: known(metric.driveTime), recoveryTime: known(metric.recoveryTime),
      driveLength: known(metric.strokeLength), strokeDistance: metric.strokeDistance,
      peakForce: known(metric.peakForce), averageForce: known(metric.averageForce),
      work: known(metric.workPerStroke), caloriesPerHour: metric.caloriesPerHour,
      dragFactor: metric.dragFactor, forceCurve: metric.forceCurve?.newtons ?? [],
      followsGap: metric.followsGap, isRest: metric.isRest)
  }
}

extension AthleteSnapshot {
  /// Creates an athlete's snapshot.
  ///
  /// - Parameters:
  ///   - athlete: The athlete.
  ///   - sessions: The number of sessions.
  init(_ athlete: Athlete, sessions: Int) {
    self.init(
      id: athlete.id, name: athlete.name, email: athlete.email, role: athlete.userRole,
      teamID: athlete.team?.id, teamName: athlete.team?.name,
      preferredBoat: athlete.preferredBoat, weight: athlete.weight, height: athlete.height,
      birthYear: athlete.birthYear, sex: athlete.sex, maxHeartRate: athlete.maxHeartRate,
      restingHeartRate: athlete.restingHeartRate, timeZone: athlete.timeZoneIdentifier,
      isActive: athlete.isActive, hasPicture: athlete.profileImageData != nil,
      sessions: sessions)
  }
}
