// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a list shows of one ruck, as a value that crosses actors.
///
/// All figures are SI: metres, seconds, kilograms, kilocalories. Displays convert to the user's
/// ``UnitSystem``.
public struct RuckSummary: Sendable, Hashable, Codable, Identifiable {
  /// The session's own identifier, the same on every device.
  public var id: UUID
  /// The name of the file that the ruck was imported from; nil if it was not imported.
  public var file: String?
  /// The name the user or the recording device gave.
  public var name: String?
  /// The start of the ruck.
  public var startedAt: Date
  /// False where the file held no times: `startedAt` is then the time of the import, and there is
  /// no duration, pace or calories.
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
  /// Energy in kilocalories, or nil where it can't be computed (no times).
  public var calories: CalorieEstimate?
  /// Mean heart rate in beats per minute.
  public var averageHeartRate: Int?
  /// Highest heart rate in beats per minute.
  public var maxHeartRate: Int?

  /// A summary by its parts.
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
