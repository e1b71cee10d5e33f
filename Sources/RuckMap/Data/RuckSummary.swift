// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy
import Measures

/// A ruck's summary for lists, as a sendable value.
///
/// ```swift
/// let format = MeasureFormat(unitSystem: .metric)
/// for ruck in try await library.rucks() {
///   print(ruck.name ?? "unnamed", format.distance(ruck.distance), format.duration(ruck.duration))
/// }
/// ```
///
/// All values are in SI units: metres, seconds, kilograms; energy is in kilocalories. Displays
/// convert them to the user's `UnitSystem`.
public struct RuckSummary: Sendable, Hashable, Codable, Identifiable {
  /// The session's identifier, equal on every device.
  public var id: UUID
  /// The name of the file that the ruck was imported from; nil if it was not imported.
  public var file: String?
  /// The name given by the user or the recording device.
  public var name: String?
  /// The start of the ruck, for sorting; display ``date`` instead.
  public var startedAt: Date
  /// False if the file has no usable times: `startedAt` is then the time of the import, and there
  /// is no date, duration, pace or calories.
  public var isTimed: Bool
  /// The number of recorded points.
  public var points: Int
  /// Distance in metres, along the ground.
  public var distance: Double
  /// Time from the first to the last point, in seconds, pauses included.
  public var duration: TimeInterval
  /// Time in motion, in seconds.
  public var movingTime: TimeInterval
  /// Elevation gain in metres by hysteresis.
  public var elevationGain: Double
  /// Elevation loss in metres by hysteresis, not negative.
  public var elevationLoss: Double
  /// The sum of all rises as recorded, in metres.
  public var elevationGainRecorded: Double
  /// The carried weight in kilograms.
  public var packWeight: Double
  /// The user's notes.
  public var notes: String
  /// The energy estimate; nil if it can't be calculated (no times).
  public var calories: CalorieEstimate?
  /// Mean heart rate in beats per minute.
  public var averageHeartRate: Int?
  /// Highest heart rate in beats per minute.
  public var maxHeartRate: Int?

  /// The start of the ruck; nil if the file has no usable times.
  public var date: Date? { isTimed ? startedAt : nil }

  /// Creates a summary.
  public init(
    id: UUID, file: String?, name: String?, startedAt: Date, isTimed: Bool, points: Int,
    distance: Double, duration: TimeInterval, movingTime: TimeInterval, elevationGain: Double,
    elevationLoss: Double, elevationGainRecorded: Double, packWeight: Double, notes: String,
    calories: CalorieEstimate?, averageHeartRate: Int?, maxHeartRate: Int?
  ) {
    self.id = id
    self.file = file
    self.name = name
    self.startedAt = startedAt
    self.isTimed = isTimed
    self.points = points
    self.distance = distance
    self.duration = duration
    self.movingTime = movingTime
    self.elevationGain = elevationGain
    self.elevationLoss = elevationLoss
    self.elevationGainRecorded = elevationGainRecorded
    self.packWeight = packWeight
    self.notes = notes
    self.calories = calories
    self.averageHeartRate = averageHeartRate
    self.maxHeartRate = maxHeartRate
  }
}

extension RuckSummary {
  /// Creates a ruck's summary, in SI units.
  init(_ session: RuckingSession) {
    self.init(
      id: session.id, file: session.sourceFile, name: session.name, startedAt: session.startDate,
      isTimed: session.isTimed, points: session.pointCount, distance: session.totalDistance,
      duration: session.duration, movingTime: session.movingTime,
      elevationGain: session.totalElevationGain,
      elevationLoss: Length.metres(feet: session.elevationLoss),
      elevationGainRecorded: Length.metres(feet: session.elevationGainRecorded),
      packWeight: session.packMass, notes: session.notes ?? "", calories: session.calorieEstimate,
      averageHeartRate: session.averageHeartRate, maxHeartRate: session.maxHeartRate)
  }
}

extension RuckSummary {
  /// True if the mean speed in motion is above ``WalkingSpeed/limit``.
  ///
  /// Such a ruck stays out of the records, the means and the level of ``RuckTotals``, and out of
  /// ``RuckLibrary/days(from:to:in:)``.
  public var isTooFastToWalk: Bool {
    isTimed
      && WalkingSpeed.isExceeded(distance: distance, time: movingTime > 0 ? movingTime : duration)
  }
}

/// A ruck with its track, as a sendable value.
///
/// ```swift
/// if let ruck = try await library.ruck(id) {
///   print(ruck.summary.distance, ruck.track.count, "points")
/// }
/// ```
public struct RuckDetail: Sendable, Hashable, Codable, Identifiable {
  /// The summary, as in lists.
  public var summary: RuckSummary
  /// The estimate by the alternative equation, if its range permits.
  public var alternativeCalories: CalorieEstimate?
  /// Recorded points in order of time.
  public var track: [TrackPoint]
  /// The warnings of the import, one sentence each.
  public var warnings: [String]
  /// The loads of a ruck with several, in order; empty for a ruck with one load.
  public var loads: [CarriedLoad]
  /// The climb in metres that the recording device measured; nil if the file has none.
  public var deviceElevationGain: Double?
  /// The session's own identifier.
  public var id: UUID { summary.id }

  /// Creates a detail.
  public init(
    summary: RuckSummary, alternativeCalories: CalorieEstimate?, track: [TrackPoint],
    warnings: [String], loads: [CarriedLoad] = [], deviceElevationGain: Double? = nil
  ) {
    self.summary = summary
    self.alternativeCalories = alternativeCalories
    self.track = track
    self.warnings = warnings
    self.loads = loads
    self.deviceElevationGain = deviceElevationGain
  }
}
