// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

/// The properties of a person and a pack that the energy equations need.
///
/// ```swift
/// let carrier = Carrier(
///   bodyMass: 80, load: 15, terrainFactor: WalkingSurface.dirtRoad.terrainFactor)
/// let watts = carrier.rate(.pandolfSantee, speed: 1.4, grade: 5)
/// ```
public struct Carrier: Sendable, Hashable {
  /// The assumed body weight in pounds (70 kg) if it is unknown.
  static let assumedBodyWeight = 154.3

  /// The assumed body mass in kilograms if it is unknown: 154.3 lb.
  public static let assumedBodyMass = Mass.kilograms(pounds: assumedBodyWeight)

  /// Kilograms.
  public var bodyMass: Double
  /// True if the body mass is unknown.
  public var isBodyMassAssumed: Bool
  /// Kilograms carried.
  public var load: Double
  /// η of the ground.
  public var terrainFactor: Double
  /// Watts per kilogram at rest.
  public var restingRate: Double

  /// Creates a carrier; unknown values are replaced by averages.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms; nil or a value not above 0 means ``assumedBodyMass``.
  ///   - load: Kilograms; a value not above 0 counts as 0.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The sex for the average resting rate.
  ///   - terrainFactor: η, see WalkingSurface.
  public init(
    bodyMass: Double?, load: Double, height: Double? = nil, age: Int? = nil,
    sex: BiologicalSex? = nil, terrainFactor: Double = 1
  ) {
    let known = bodyMass.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.bodyMass = known ?? Self.assumedBodyMass
    isBodyMassAssumed = known == nil
    self.load = load.isFinite ? max(0, load) : 0
    self.terrainFactor = terrainFactor
    restingRate = MifflinStJeor.restingRate(
      bodyMass: self.bodyMass, height: height ?? MifflinStJeor.assumedHeight,
      age: age ?? MifflinStJeor.assumedAge, sex: sex)
  }

  /// The carried mass as a fraction of the body mass.
  public var relativeLoad: Double { load / bodyMass }

  /// Returns the gross metabolic rate by an equation, within the equation's limits.
  ///
  /// A speed or grade outside the equation's range is clamped to it.
  ///
  /// - Parameters:
  ///   - equation: The equation.
  ///   - speed: Metres per second; 0 is standing.
  ///   - grade: Percent.
  /// - Returns: Watts.
  public func rate(_ equation: EnergyEquation, speed: Double, grade: Double) -> Double {
    let speed = min(max(speed, 0), equation.speedRange.upperBound)
    let range = equation.gradeRange
    let grade = min(max(grade, range.lowerBound), range.upperBound)
    switch equation {
    case .pandolfSantee:
      return Santee.rate(
        bodyMass: bodyMass, load: load, speed: speed, grade: grade, terrainFactor: terrainFactor)
    case .lcdaBackpacking:
      return bodyMass
        * LCDABackpacking.rate(
          restingRate: restingRate, speed: speed, relativeLoad: relativeLoad, grade: grade,
          terrainFactor: terrainFactor)
    case .lcdaWalking:
      return bodyMass * LCDAWalking.rate(speed: speed, grade: grade)
    }
  }
}
