// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An integrator of the energy of a track's legs, by one equation.
///
/// ```swift
/// var energy = EnergyIntegrator(
///   equation: .lcdaBackpacking, carrier: Carrier(bodyMass: 80, load: 15))
/// energy.add(TrackLeg(distance: 140, movingTime: 100, standingTime: 20, grade: 5))
/// print(energy.estimate?.kilocalories ?? 0)
/// ```
public struct EnergyIntegrator: Sendable, Hashable {
  /// The equation.
  public let equation: EnergyEquation
  /// The person and the pack.
  public let carrier: Carrier
  /// The total in joules.
  public private(set) var joules = 0.0
  /// The total time in seconds.
  public private(set) var seconds = 0.0
  /// Seconds in motion.
  public private(set) var movingSeconds = 0.0
  /// Seconds in motion above the equation's speed range, which count as the maximum speed.
  public private(set) var tooFastSeconds = 0.0

  /// Creates an integrator.
  public init(equation: EnergyEquation, carrier: Carrier) {
    self.equation = equation
    self.carrier = carrier
  }

  /// Adds the next leg: motion at its speed and grade, rests as standing with the load.
  public mutating func add(_ leg: TrackLeg) {
    let moving = carrier.rate(equation, speed: leg.speed, grade: leg.grade)
    let standing = carrier.rate(equation, speed: 0, grade: 0)
    joules += moving * leg.movingTime + standing * leg.standingTime
    seconds += leg.movingTime + leg.standingTime
    movingSeconds += leg.movingTime
    if leg.speed > equation.speedRange.upperBound { tooFastSeconds += leg.movingTime }
  }

  /// The share of the moving time above the equation's speed range, 0...1.
  public var tooFastShare: Double { movingSeconds > 0 ? tooFastSeconds / movingSeconds : 0 }

  /// The energy with its error band; nil if no time was recorded.
  ///
  /// ``EnergyEquation/pandolfSantee``: measurements exceed the equation by up to 33 % of the
  /// measured value (Drain et al. 2017), and no bias in the other direction is published, so the
  /// band reaches from the value to the value / 0.67. Other equations: the published mean
  /// difference plus and minus one published standard deviation.
  public var estimate: CalorieEstimate? {
    guard seconds > 0 else { return nil }
    let value = Energy.kilocalories(joules: joules)
    let low: Double
    let high: Double
    switch equation {
    case .pandolfSantee: (low, high) = (value, value / 0.67)
    case .lcdaBackpacking:
      (low, high) = band(value, LCDABackpacking.bias, LCDABackpacking.deviation)
    case .lcdaWalking:
      (low, high) = band(value, LCDAWalking.gradedBias, LCDAWalking.gradedDeviation)
    }
    return CalorieEstimate(
      kilocalories: value, low: low, high: high, equation: equation.rawValue,
      isBodyWeightAssumed: carrier.isBodyMassAssumed, bodyWeight: carrier.bodyMass)
  }

  private func band(_ value: Double, _ bias: Double, _ deviation: Double) -> (Double, Double) {
    func shifted(_ wattsPerKilogram: Double) -> Double {
      let joules = wattsPerKilogram * carrier.bodyMass * seconds
      return max(0, value + Energy.kilocalories(joules: joules))
    }
    return (shifted(-bias - deviation), shifted(-bias + deviation))
  }
}

/// An energy estimate with its equation and error band.
///
/// ```swift
/// if let calories = try await library.ruck(id)?.summary.calories {
///   print(calories.kilocalories, "kcal, between", calories.low, "and", calories.high)
/// }
/// ```
public struct CalorieEstimate: Sendable, Hashable, Codable {
  /// Gross energy in kilocalories.
  public var kilocalories: Double
  /// The lower end of the equation's published error band, in kilocalories.
  public var low: Double
  /// The upper end of the equation's published error band, in kilocalories.
  public var high: Double
  /// The equation's short name, such as `pandolf-santee`.
  public var equation: String
  /// True if the body weight is unknown and ``HealthProfile/assumedWeight`` was used.
  public var isBodyWeightAssumed: Bool
  /// The body weight used, in kilograms.
  public var bodyWeight: Double

  /// Creates an estimate.
  public init(
    kilocalories: Double, low: Double, high: Double, equation: String, isBodyWeightAssumed: Bool,
    bodyWeight: Double
  ) {
    self.kilocalories = kilocalories
    self.low = low
    self.high = high
    self.equation = equation
    self.isBodyWeightAssumed = isBodyWeightAssumed
    self.bodyWeight = bodyWeight
  }
}
