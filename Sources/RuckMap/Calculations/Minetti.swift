// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The energy of a metre uphill and downhill, without a load.
///
/// ```swift
/// let factor = Minetti.walkingCost(grade: 10) / Minetti.walkingCost(grade: 0)  // 1.96
/// ```
///
/// Source: A. E. Minetti et al., "Energy cost of walking and running at extreme uphill and downhill
/// slopes", J Appl Physiol 93 (2002) 1039-1046. The costs are net, without the rate at rest.
public enum Minetti {
  /// The range of grades for which the polynomials were derived, in percent.
  public static let gradeRange = -45.0...45.0

  /// Returns the energy of walking a metre.
  ///
  /// - Parameter grade: Percent; a value outside ``gradeRange`` counts as its end, because the
  ///   polynomial diverges there.
  /// - Returns: Joules per kilogram and metre.
  public static func walkingCost(grade: Double) -> Double {
    polynomial(grade, [280.5, -58.7, -76.8, 51.9, 19.6, 2.5])
  }

  /// Returns the energy of running a metre.
  ///
  /// - Parameter grade: Percent; a value outside ``gradeRange`` counts as its end.
  /// - Returns: Joules per kilogram and metre.
  public static func runningCost(grade: Double) -> Double {
    polynomial(grade, [155.4, -30.4, -43.3, 46.3, 19.5, 3.6])
  }

  private static func polynomial(_ grade: Double, _ coefficients: [Double]) -> Double {
    let slope = min(max(grade, gradeRange.lowerBound), gradeRange.upperBound) / 100
    return coefficients.reduce(0) { $0 * slope + $1 }
  }
}
