// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who carries what: the figures that the energy equations need of a person and a pack.
public struct Carrier: Sendable, Hashable {
  /// The body mass in kilograms that stands in for an unknown one: 154.3 lb.
  public static let assumedBodyMass = Mass.kilograms(pounds: HealthProfile.assumedWeight)

  /// Kilograms.
  public var bodyMass: Double
  /// True if nobody gave the body mass.
  public var isBodyMassAssumed: Bool
  /// Kilograms carried.
  public var load: Double
  /// η of the ground.
  public var terrainFactor: Double
  /// Watts per kilogram at rest.
  public var restingRate: Double

  /// A carrier; what is not known is replaced by an average, and `isBodyMassAssumed` says so.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms; nil or not above 0 takes assumedBodyMass.
  ///   - load: Kilograms; what is not above 0 counts as 0.
  ///   - height: Metres.
  ///   - age: Years.
  ///   - sex: The sex whose average resting rate applies.
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

  /// The gross rate in watts by an equation, inside its limits.
  ///
  /// A speed above the equation's range counts as the range's end, and so does a grade outside.
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
