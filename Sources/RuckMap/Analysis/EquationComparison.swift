// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Geodesy

/// The energy of one track by one equation, with the equation's range.
public struct EquationResult: Sendable, Hashable, Codable {
  /// The short name, such as `pandolf-santee`.
  public var equation: String
  /// The publication.
  public var citation: String
  /// Gross kilocalories.
  public var kilocalories: Double
  /// The lower end of the published error band, in kilocalories.
  public var low: Double
  /// The upper end of the published error band, in kilocalories.
  public var high: Double
  /// The valid speeds in metres per second.
  public var speedRange: ClosedRange<Double>
  /// The valid grades in percent.
  public var gradeRange: ClosedRange<Double>
  /// The valid loads as a fraction of the body mass.
  public var relativeLoadRange: ClosedRange<Double>
  /// The share of the moving time within the ranges of speed and grade, 0...1.
  public var validShare: Double
  /// Whether the load is within its range.
  public var isLoadValid: Bool

  /// Whether the result may be used: the load is valid, and at least 95 % of the motion.
  public var isValid: Bool { isLoadValid && validShare >= 0.95 }
}

/// All equations for the energy of one track, side by side.
///
/// ```swift
/// let comparison = EquationComparison(points, carrier: Carrier(bodyMass: 80, load: 15))
/// for result in comparison.results where result.isValid {
///   print(result.equation, result.low, result.kilocalories, result.high)
/// }
/// ```
public struct EquationComparison: Sendable, Hashable, Codable {
  /// The short name of the equation of the American College of Sports Medicine for walking.
  public static let acsmWalking = "acsm-walking"

  /// The results, in the order of the equations' publication.
  public var results: [EquationResult]
  /// Whether the body mass is unknown and ``Carrier/assumedBodyMass`` was used.
  public var isBodyMassAssumed: Bool

  /// Calculates the energy of a track by each equation.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording, with times.
  ///   - carrier: The person and the pack.
  public init(_ track: [TrackPoint], carrier: Carrier) {
    self.init(legs: TrackAnalyzer.legs(of: track), carrier: carrier)
  }

  /// Calculates the energy of legs by each equation.
  init(legs: [TrackLeg], carrier: Carrier) {
    isBodyMassAssumed = carrier.isBodyMassAssumed
    guard legs.contains(where: { $0.movingTime + $0.standingTime > 0 }) else {
      results = []
      return
    }
    results =
      EnergyEquation.allCases.compactMap { Self.result($0, legs, carrier) }
      + [Self.acsm(legs, carrier)]
  }

  private static func result(
    _ equation: EnergyEquation, _ legs: [TrackLeg], _ carrier: Carrier
  ) -> EquationResult? {
    var energy = EnergyIntegrator(equation: equation, carrier: carrier)
    for leg in legs { energy.add(leg) }
    guard let estimate = energy.estimate else { return nil }
    let loads: ClosedRange<Double> =
      switch equation {
      case .pandolfSantee: 0...(Pandolf.loadRange.upperBound / carrier.bodyMass)
      case .lcdaBackpacking: LCDABackpacking.relativeLoadRange
      case .lcdaWalking: 0...0
      }
    return EquationResult(
      equation: equation.rawValue, citation: equation.citation,
      kilocalories: estimate.kilocalories, low: estimate.low, high: estimate.high,
      speedRange: equation.speedRange, gradeRange: equation.gradeRange, relativeLoadRange: loads,
      validShare: validShare(legs, speeds: equation.speedRange, grades: equation.gradeRange),
      isLoadValid: loads.contains(carrier.relativeLoad))
  }

  private static func acsm(_ legs: [TrackLeg], _ carrier: Carrier) -> EquationResult {
    let mass = carrier.bodyMass + carrier.load
    let joules = legs.reduce(0) { sum, leg in
      let moving = ACSM.rate(
        totalMass: mass, speed: min(leg.speed, ACSM.walkingSpeedRange.upperBound),
        grade: leg.grade)
      let standing = ACSM.rate(totalMass: mass, speed: 0, grade: 0)
      return sum + moving * leg.movingTime + standing * leg.standingTime
    }
    let value = Energy.kilocalories(joules: joules)
    let grades = 0.0...100.0
    return EquationResult(
      equation: acsmWalking,
      citation: "ACSM's Guidelines for Exercise Testing and Prescription, 10th ed. (2018), ch. 6",
      kilocalories: value, low: value * (1 - ACSM.standardError),
      high: value * (1 + ACSM.standardError), speedRange: ACSM.walkingSpeedRange,
      gradeRange: grades, relativeLoadRange: 0...0,
      validShare: validShare(legs, speeds: ACSM.walkingSpeedRange, grades: grades),
      isLoadValid: carrier.load == 0)
  }

  private static func validShare(
    _ legs: [TrackLeg], speeds: ClosedRange<Double>, grades: ClosedRange<Double>
  ) -> Double {
    let moving = legs.reduce(0) { $0 + $1.movingTime }
    guard moving > 0 else { return 0 }
    let valid = legs.filter { speeds.contains($0.speed) && grades.contains($0.grade) }
    return valid.reduce(0) { $0 + $1.movingTime } / moving
  }
}
