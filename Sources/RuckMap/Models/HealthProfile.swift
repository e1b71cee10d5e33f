// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a user tells about the own body: every figure is optional.
public struct HealthProfile: Codable, Sendable, Hashable {
  /// The body weight in pounds (70 kg) that stands in for an unknown one.
  public static let assumedWeight = 154.3

  /// Years.
  public var age: Int?
  /// Pounds.
  public var weight: Double?
  /// Inches.
  public var height: Double?
  /// The sex whose averages the resting rate takes.
  public var sex: BiologicalSex?
  /// How fit the user says to be.
  public var fitnessLevel: FitnessLevel = .moderate
  /// What bears on how much to carry.
  public var healthConditions: [HealthCondition] = []
  /// Beats per minute.
  public var maxHeartRate: Int?
  /// Beats per minute.
  public var restingHeartRate: Int?

  /// A profile that tells nothing.
  public init() {}

  /// The body mass index; nil without weight or height.
  public var bmi: Double? {
    guard let weight, let height, height > 0 else { return nil }
    return weight / (height * height) * 703
  }

  /// The heaviest pack to advise, in pounds, by the level of fitness; nil without weight.
  ///
  /// The fractions (10, 15, 20 and 25 %) are a rule of thumb without a study behind them.
  public var recommendedMaxPackWeight: Double? {
    guard let weight else { return nil }
    switch fitnessLevel {
    case .low: return weight * 0.10
    case .moderate: return weight * 0.15
    case .high: return weight * 0.20
    case .expert: return weight * 0.25
    }
  }
}
