// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures

extension RuckingSession {
  /// The longest distance in miles that a completed ruck may have (80.47 km).
  public static let longestDistance = 50.0
  /// The shortest time in seconds that a completed ruck may have.
  public static let shortestDuration: TimeInterval = 60

  /// Completes the ruck and calculates its derived values.
  ///
  /// All rules are checked first. If one is violated, nothing is changed.
  ///
  /// - Parameters:
  ///   - endDate: The end, at least a minute after the start.
  ///   - finalDistance: Miles, 0...50.
  ///   - now: The time of the change.
  /// - Throws: The ``SessionError`` of the first violated rule.
  public func completeSession(
    endDate: Date, finalDistance: Double, at now: Date = Date()
  ) throws {
    try completeSession(endDate: endDate, finalDistance: finalDistance, track: nil, at: now)
  }

  /// Completes the ruck with the climb, motion and heart rate of its track.
  func completeSession(
    endDate: Date, finalDistance: Double, track: TrackAnalysis?, at now: Date
  ) throws {
    guard !isCompleted else { throw SessionError.alreadyCompleted }
    guard endDate > startDate else { throw SessionError.invalidEndDate }
    let duration = endDate.timeIntervalSince(startDate)
    guard duration >= Self.shortestDuration else { throw SessionError.sessionTooShort }
    guard finalDistance >= 0, finalDistance <= Self.longestDistance else {
      throw SessionError.unreasonableDistance
    }
    finish(endDate: endDate, finalDistance: finalDistance, track: track, at: now)
  }

  /// Completes the ruck and calculates its derived values, without a check of the rules.
  ///
  /// A recording may end after a few seconds, and a file may be longer than the rules permit.
  func finish(endDate: Date, finalDistance: Double, track: TrackAnalysis?, at now: Date) {
    let duration = max(0, endDate.timeIntervalSince(startDate))
    let heartRates = track?.averageHeartRate == nil ? recordedHeartRates(of: track) : []
    let climb = track.map { Length.feet(metres: $0.elevationGain) } ?? elevationGain
    let estimate = RuckingCalculator.estimate(
      weight: packWeight, bodyWeight: user?.healthProfile.weight, distance: finalDistance,
      time: duration, elevation: climb)

    self.endDate = endDate
    self.distance = finalDistance
    self.duration = duration
    if let track { apply(track) }
    if let highest = heartRates.max() {
      let mean = Double(heartRates.reduce(0, +)) / Double(heartRates.count)
      averageHeartRate = Int(mean.rounded())
      maxHeartRate = highest
    }
    apply(estimate)
    storedPace = averagePace
    isCompleted = true
    pausedAt = nil
    lastModified = now
    recordFigures()
  }

  /// Applies climb, motion and heart rate, but neither distance nor duration.
  func apply(_ track: TrackAnalysis) {
    pointCount = track.points
    movingTime = track.movingTime
    elevationGain = Length.feet(metres: track.elevationGain)
    elevationLoss = Length.feet(metres: track.elevationLoss)
    elevationGainRecorded = Length.feet(metres: track.elevationGainRecorded)
    averageHeartRate = track.averageHeartRate ?? averageHeartRate
    maxHeartRate = track.maxHeartRate ?? maxHeartRate
  }

  /// Applies an energy estimate, or its absence.
  func apply(_ estimate: CalorieEstimate?) {
    calories = estimate?.kilocalories ?? 0
    caloriesLow = estimate?.low ?? 0
    caloriesHigh = estimate?.high ?? 0
    calorieEquation = estimate?.equation
    bodyWeight = estimate.flatMap {
      $0.isBodyWeightAssumed ? nil : Mass.pounds(kilograms: $0.bodyWeight)
    }
    energyBasis = currentEnergyBasis
  }

  /// The heart rates of the metrics, or those of the points if no track was analyzed.
  private func recordedHeartRates(of track: TrackAnalysis?) -> [Int] {
    let measured = metrics.compactMap(\.heartRate)
    return measured.isEmpty && track == nil ? locationPoints.compactMap(\.heartRate) : measured
  }
}

/// The reason why a ruck can't be completed.
public enum SessionError: Error, LocalizedError, Equatable, Sendable {
  /// The ruck is already completed.
  case alreadyCompleted
  /// The end isn't after the start.
  case invalidEndDate
  /// The duration is less than one minute.
  case sessionTooShort
  /// The distance is negative, not a number, or above 50 miles.
  case unreasonableDistance

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .alreadyCompleted:
      "Session is already completed. Edit it, or start another one."
    case .invalidEndDate:
      "End date must be after start date. Give a later end."
    case .sessionTooShort:
      "Session must be at least 1 minute long. Give a later end, or delete the session."
    case .unreasonableDistance:
      "Distance seems unreasonable for a single session: it must be 0 to 50 miles (80.47 km)."
    }
  }
}
