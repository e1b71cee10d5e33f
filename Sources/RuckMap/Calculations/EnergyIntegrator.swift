// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Sums the energy of a track's legs by one equation.
public struct EnergyIntegrator: Sendable, Hashable {
  /// The equation that it sums by.
  public let equation: EnergyEquation
  /// Who carries what.
  public let carrier: Carrier
  /// Joules so far.
  public private(set) var joules = 0.0
  /// Seconds that went into `joules`.
  public private(set) var seconds = 0.0
  /// Seconds in motion.
  public private(set) var movingSeconds = 0.0
  /// Seconds in motion that were faster than the equation's range, and counted as its end.
  public private(set) var tooFastSeconds = 0.0

  /// An integrator that has seen nothing.
  public init(equation: EnergyEquation, carrier: Carrier) {
    self.equation = equation
    self.carrier = carrier
  }

  /// Takes the next leg: its motion at its speed and grade, its rests as standing with the load.
  public mutating func add(_ leg: TrackLeg) {
    let moving = carrier.rate(equation, speed: leg.speed, grade: leg.grade)
    let standing = carrier.rate(equation, speed: 0, grade: 0)
    joules += moving * leg.movingTime + standing * leg.standingTime
    seconds += leg.movingTime + leg.standingTime
    movingSeconds += leg.movingTime
    if leg.speed > equation.speedRange.upperBound { tooFastSeconds += leg.movingTime }
  }

  /// The share of the motion that was faster than the equation's range, 0...1.
  public var tooFastShare: Double { movingSeconds > 0 ? tooFastSeconds / movingSeconds : 0 }

  /// The energy with its band, or nil where no time was recorded.
  ///
  /// EnergyEquation/pandolfSantee: measurements lie up to 33 % of their own value above the
  /// equation (Drain et al. 2017) and no bias to the other side is published, so the band reaches
  /// from the figure to the figure / 0.67. The others: the published mean difference plus and minus
  /// one published standard deviation.
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
