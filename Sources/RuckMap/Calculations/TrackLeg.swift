// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A short stretch of a track with the speed and the grade that the energy equations take.
public struct TrackLeg: Sendable, Hashable {
  /// Metres covered in motion, along the ground.
  public var distance: Double
  /// Seconds in motion.
  public var movingTime: Double
  /// Seconds standing.
  public var standingTime: Double
  /// Percent, negative downhill; 0 where the track has no altitudes.
  public var grade: Double

  /// A leg by its figures.
  public init(distance: Double, movingTime: Double, standingTime: Double, grade: Double) {
    self.distance = distance
    self.movingTime = movingTime
    self.standingTime = standingTime
    self.grade = grade
  }

  /// Metres per second while in motion; 0 for a leg without motion.
  public var speed: Double { movingTime > 0 ? distance / movingTime : 0 }
}
