// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What to say about a heavy pack; it never stops anybody.
public enum PackWeightAdvice: Sendable, Hashable {
  /// Above what the health profile recommends, in pounds.
  case aboveRecommendation(limit: Double)
  /// Above 30 % of the body weight, in pounds.
  case aboveMaximum(limit: Double)

  /// The advice for a pack; nil if there is none, or no body weight.
  ///
  /// - Parameters:
  ///   - packWeight: Pounds.
  ///   - profile: The profile of who carries it.
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
