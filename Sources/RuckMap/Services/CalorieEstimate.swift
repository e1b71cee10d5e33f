// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Energy spent, with the equation and the band of error that go with the figure.
public struct CalorieEstimate: Sendable, Hashable, Codable {
  /// Gross energy in kilocalories.
  public var kilocalories: Double
  /// The lower end of the equation's published error band, in kilocalories.
  public var low: Double
  /// The upper end of the equation's published error band, in kilocalories.
  public var high: Double
  /// The equation's short name, such as `pandolf-santee`.
  public var equation: String
  /// True if the body weight is not known and ``HealthProfile/assumedWeight`` stands in for it.
  public var isBodyWeightAssumed: Bool
  /// The body weight that went in, in kilograms.
  public var bodyWeight: Double

  /// An estimate by its parts.
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
