// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Geodesy

/// The level distance that costs as much energy as a hilly track, by ``Minetti``.
///
/// ```swift
/// let correction = HillCorrection(points)
/// print(correction.pace ?? 0, "s per level kilometre")
/// ```
///
/// The correction ignores the load and the surface: it compares the hills of two tracks.
public struct HillCorrection: Sendable, Hashable, Codable {
  /// Metres covered in motion.
  public var distance: Double
  /// Metres on level ground with the same cost.
  public var levelDistance: Double
  /// Seconds in motion.
  public var movingTime: Double

  /// Calculates the correction of a track.
  ///
  /// - Parameter track: Points in the order of recording.
  public init(_ track: [TrackPoint]) { self.init(legs: TrackAnalyzer.legs(of: track)) }

  /// Calculates the correction of legs.
  init(legs: [TrackLeg]) {
    distance = legs.reduce(0) { $0 + $1.distance }
    movingTime = legs.reduce(0) { $0 + $1.movingTime }
    let level = Minetti.walkingCost(grade: 0)
    levelDistance = legs.reduce(0) { sum, leg in
      sum + leg.distance * Minetti.walkingCost(grade: leg.grade) / level
    }
  }

  /// The hill-corrected pace in seconds per kilometre of motion; nil without motion.
  public var pace: Double? {
    guard movingTime > 0, levelDistance > 0 else { return nil }
    return movingTime / levelDistance * 1000
  }

  /// The cost relative to level ground: 1.1 is ten percent more.
  public var factor: Double { distance > 0 ? levelDistance / distance : 1 }
}
