// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

extension PackAdvice {
  /// The warning for a pack above 30 % of the body weight, on simple pages too; nil for a lighter one.
  ///
  /// - Parameters:
  ///   - packWeight: Kilograms.
  ///   - bodyWeight: Kilograms; nil if unknown.
  /// - Returns: The warning, such as "34 % of your weight: above 30 %".
  static func warning(_ packWeight: Double, bodyWeight: Double?) -> String? {
    guard
      let advice = PackAdvice(
        packWeight: packWeight, bodyWeight: bodyWeight, fitness: .moderate),
      advice.level == .aboveLimit
    else { return nil }
    return "\(Int((advice.share * 100).rounded())) % of your weight: above 30 %"
  }
}
