// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The load-carriage equation of Pandolf, Givoni and Goldman.
///
/// ```swift
/// let watts = Pandolf.rate(bodyMass: 80, load: 15, speed: 1.4, grade: 5, terrainFactor: 1.1)
/// print(Energy.kilocaloriesPerHour(watts: watts), "kcal/h")
/// ```
///
/// Source: K. B. Pandolf, B. Givoni, R. F. Goldman, "Predicting energy expenditure with loads while
/// standing or walking very slowly", J Appl Physiol 43 (1977) 577-581:
/// `M = 1.5 W + 2 (W + L)(L / W)² + η (W + L)(1.5 V² + 0.35 V G)`.
///
/// It applies to level and rising ground; ``Santee`` corrects it for descents. Measurements with
/// modern, heavy loads are 12 to 33 % higher (Drain et al. 2017).
public enum Pandolf {
  /// The range of speeds for which the equation was derived, in metres per second.
  public static let speedRange = 0.0...2.0
  /// The range of loads for which the equation was derived, in kilograms.
  public static let loadRange = 0.0...70.0
  /// The range of grades for which the equation was derived, in percent.
  public static let gradeRange = 0.0...25.0

  /// Returns the gross metabolic rate in watts, exactly as published and without limits.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - load: Carried mass in kilograms, not the total mass.
  ///   - speed: Metres per second.
  ///   - grade: Percent: 5 is a rise of 5 m in 100 m.
  ///   - terrainFactor: η, see WalkingSurface/terrainFactor; 1 is a paved road.
  /// - Returns: Watts.
  public static func rate(
    bodyMass: Double, load: Double, speed: Double, grade: Double, terrainFactor: Double = 1
  ) -> Double {
    let total = bodyMass + load
    let ratio = load / bodyMass
    let standing = 1.5 * bodyMass + 2 * total * ratio * ratio
    return standing + terrainFactor * total * (1.5 * speed * speed + 0.35 * speed * grade)
  }
}
