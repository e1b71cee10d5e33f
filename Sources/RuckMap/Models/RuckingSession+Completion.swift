// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension RuckingSession {
  /// The longest distance in miles that a completed ruck may have (80.47 km).
  public static let longestDistance = 50.0
  /// The shortest time in seconds that a completed ruck may have.
  public static let shortestDuration: TimeInterval = 60

  /// Ends the ruck and derives its figures.
  ///
  /// Every rule is checked first. A refused completion changes nothing.
  ///
  /// - Parameters:
  ///   - endDate: The end, at least a minute after the start.
  ///   - finalDistance: Miles, 0...50.
  ///   - now: The time of the change.
  /// - Throws: The ``SessionError`` of the first rule that is broken.
  public func completeSession(
    endDate: Date, finalDistance: Double, at now: Date = Date()
  ) throws {
    try completeSession(endDate: endDate, finalDistance: finalDistance, track: nil, at: now)
  }

  /// Ends the ruck with what its track says about climb, motion and heart rate.
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
    let heartRates = track == nil ? recordedHeartRates : []
    let climb = track.map { Length.feet(metres: $0.elevationGain) } ?? elevationGain
    let estimate = RuckingCalculator.estimate(
      weight: packWeight, bodyWeight: user?.healthProfile.weight, distance: finalDistance,
      time: duration, elevation: climb)

    self.endDate = endDate
    self.distance = finalDistance
    self.duration = duration
    if let track { take(track) }
    if let highest = heartRates.max() {
      let mean = Double(heartRates.reduce(0, +)) / Double(heartRates.count)
      averageHeartRate = Int(mean.rounded())
      maxHeartRate = highest
    }
    take(estimate)
    storedPace = averagePace
    isCompleted = true
    syncStatus = .pending
    lastModified = now
  }

  /// Takes over climb, motion and heart rate, but neither distance nor duration.
  func take(_ track: TrackAnalysis) {
    pointCount = track.points
    movingTime = track.movingTime
    elevationGain = Length.feet(metres: track.elevationGain)
    elevationLoss = Length.feet(metres: track.elevationLoss)
    elevationGainRecorded = Length.feet(metres: track.elevationGainRecorded)
    averageHeartRate = track.averageHeartRate ?? averageHeartRate
    maxHeartRate = track.maxHeartRate ?? maxHeartRate
  }

  /// Takes over an estimate of energy, or that there is none.
  func take(_ estimate: CalorieEstimate?) {
    calories = estimate?.kilocalories ?? 0
    caloriesLow = estimate?.low ?? 0
    caloriesHigh = estimate?.high ?? 0
    calorieEquation = estimate?.equation
    bodyWeight = estimate.flatMap {
      $0.isBodyWeightAssumed ? nil : Mass.pounds(kilograms: $0.bodyWeight)
    }
    energyBasis = presentEnergyBasis
  }

  private var recordedHeartRates: [Int] {
    let measured = metrics.compactMap(\.heartRate)
    return measured.isEmpty ? locationPoints.compactMap(\.heartRate) : measured
  }
}
