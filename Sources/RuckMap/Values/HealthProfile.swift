// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user's physical data; every value is optional.
///
/// ```swift
/// var health = HealthProfile()
/// health.weight = 180
/// health.height = 71
/// print(health.bmi ?? 0, health.recommendedMaxPackWeight ?? 0)
/// ```
public struct HealthProfile: Codable, Sendable, Hashable {
  /// The assumed body weight in pounds (70 kg) if it is unknown.
  public static let assumedWeight = Carrier.assumedBodyWeight

  /// Years.
  public var age: Int?
  /// Pounds.
  public var weight: Double?
  /// Inches.
  public var height: Double?
  /// The sex for the resting metabolic rate.
  public var sex: BiologicalSex?
  /// The self-assessed fitness.
  public var fitnessLevel: FitnessLevel = .moderate
  /// The conditions that limit the load.
  public var healthConditions: [HealthCondition] = []
  /// Beats per minute.
  public var maxHeartRate: Int?
  /// Beats per minute.
  public var restingHeartRate: Int?

  /// Creates an empty profile.
  public init() {}

  /// The body mass index; nil without weight or height.
  public var bmi: Double? {
    guard let weight, let height, height > 0 else { return nil }
    return weight / (height * height) * 703
  }

  /// The recommended maximum pack weight in pounds, by fitness level; nil without body weight.
  ///
  /// The fractions (10, 15, 20 and 25 %) are a rule of thumb, not the result of a study.
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

/// A person's self-assessed fitness.
public enum FitnessLevel: String, Codable, Sendable, CaseIterable {
  case low
  case moderate
  case high
  case expert
}

/// A health condition that limits the load.
public enum HealthCondition: String, Codable, Sendable, CaseIterable {
  case asthma
  case backPain = "back_pain"
  case diabetes
  case heartCondition = "heart_condition"
  case hypertension
  case jointPain = "joint_pain"
  case pregnancy
  case other

  /// Returns each condition once, in the order of the cases, so that equal sets are equal values.
  static func ordered(_ conditions: [HealthCondition]) -> [HealthCondition] {
    allCases.filter(conditions.contains)
  }
}

/// Advice about a heavy pack; it never prevents a ruck.
public enum PackWeightAdvice: Sendable, Hashable {
  /// Above the recommendation of the health profile, in pounds.
  case aboveRecommendation(limit: Double)
  /// Above 30 % of the body weight, in pounds.
  case aboveMaximum(limit: Double)

  /// Creates the advice for a pack; nil if there is none, or no body weight.
  ///
  /// - Parameters:
  ///   - packWeight: Pounds.
  ///   - profile: The health profile of the person who carries it.
  public init?(packWeight: Double, profile: HealthProfile) {
    guard let weight = profile.weight, weight > 0 else { return nil }
    if packWeight > weight * 0.3 {
      self = .aboveMaximum(limit: weight * 0.3)
    } else if let limit = profile.recommendedMaxPackWeight, packWeight > limit {
      self = .aboveRecommendation(limit: limit)
    } else {
      return nil
    }
  }
}
