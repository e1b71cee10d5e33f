// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

/// The advice about a pack for a person, in kilograms.
///
/// ```swift
/// let advice = PackAdvice(packWeight: 20, bodyWeight: 80, fitness: .moderate)
/// if advice?.level == .aboveRecommendation { print("recommended:", advice?.recommended ?? 0) }
/// ```
///
/// The recommendation is 10 to 25 % of the body weight by fitness, and 30 % is the limit of a
/// warning. Both are rules of thumb, and neither prevents a ruck.
public struct PackAdvice: Sendable, Hashable, Codable {
  /// The relation of a pack to the recommendation.
  public enum Level: String, Codable, Sendable, CaseIterable {
    /// Up to the recommendation.
    case recommended
    /// Above the recommendation, up to the limit.
    case aboveRecommendation = "above_recommendation"
    /// Above 30 % of the body weight.
    case aboveLimit = "above_limit"
  }

  /// The fraction of the body weight above which a pack causes a warning.
  public static let limitShare = 0.3

  /// The pack.
  public var packWeight: Double
  /// The pack as a fraction of the body weight.
  public var share: Double
  /// The recommended maximum.
  public var recommended: Double
  /// 30 % of the body weight.
  public var limit: Double
  /// The relation of the pack to the recommendation.
  public var level: Level

  /// Creates the advice for a pack.
  ///
  /// - Parameters:
  ///   - packWeight: Kilograms.
  ///   - bodyWeight: Kilograms; without it, there is no advice.
  ///   - fitness: The self-assessed fitness.
  public init?(packWeight: Double, bodyWeight: Double?, fitness: FitnessLevel) {
    guard let bodyWeight, bodyWeight > 0, bodyWeight.isFinite, packWeight.isFinite else {
      return nil
    }
    var profile = HealthProfile()
    profile.weight = Mass.pounds(kilograms: bodyWeight)
    profile.fitnessLevel = fitness
    self.packWeight = packWeight
    share = packWeight / bodyWeight
    recommended = Mass.kilograms(pounds: profile.recommendedMaxPackWeight ?? 0)
    limit = bodyWeight * Self.limitShare
    switch PackWeightAdvice(packWeight: Mass.pounds(kilograms: packWeight), profile: profile) {
    case .aboveMaximum: level = .aboveLimit
    case .aboveRecommendation: level = .aboveRecommendation
    case nil: level = .recommended
    }
  }
}

/// The category of a body mass index, by the World Health Organization.
///
/// ```swift
/// let category = BodyMassCategory(index: 25.8)  // .overweight
/// ```
public enum BodyMassCategory: String, Codable, Sendable, CaseIterable {
  /// Below 18.5.
  case underweight
  /// 18.5 to below 25.
  case normal
  /// 25 to below 30.
  case overweight
  /// 30 or more.
  case obese

  /// Creates the category of an index in kg/m².
  public init(index: Double) {
    switch index {
    case ..<18.5: self = .underweight
    case ..<25: self = .normal
    case ..<30: self = .overweight
    default: self = .obese
    }
  }
}
