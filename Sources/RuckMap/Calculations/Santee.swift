// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The correction of Pandolf for walking downhill.
///
/// ```swift
/// let watts = Santee.rate(bodyMass: 80, load: 15, speed: 1.4, grade: -8)
/// ```
///
/// Source: W. R. Santee et al., "A proposed model for load carriage on sloped terrain", Aviat Space
/// Environ Med 72 (2001) 562-566, measured at -4, -8.6 and -12 %. The grade keeps its negative sign
/// in every term: with its absolute value the result is meaningless.
public enum Santee {
  /// The steepest grade that ``rate(bodyMass:load:speed:grade:terrainFactor:)`` distinguishes, in
  /// percent.
  ///
  /// The quadratic term grows without bound below -15 %, for which there are no measurements;
  /// steeper descents count as -15 %.
  public static let steepestGrade = -15.0
  /// The grade at and below which the full correction applies, in percent.
  ///
  /// The published term has a discontinuity at 0 (6 % for 70 kg, 20 kg, 1.34 m/s). Between level
  /// ground and -2 %, the rate is interpolated, so that it is continuous.
  public static let onset = -2.0

  /// Returns the correction in watts, to be subtracted from
  /// ``Pandolf/rate(bodyMass:load:speed:grade:terrainFactor:)``.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - load: Carried mass in kilograms.
  ///   - speed: Metres per second.
  ///   - grade: Percent, negative.
  ///   - terrainFactor: η.
  /// - Returns: Watts.
  public static func correction(
    bodyMass: Double, load: Double, speed: Double, grade: Double, terrainFactor: Double = 1
  ) -> Double {
    let total = bodyMass + load
    let offset = grade + 6
    let quadratic = total * offset * offset / bodyMass
    return terrainFactor * (grade * total * speed / 3.5 - quadratic + 25 - speed * speed)
  }

  /// Returns the corrected rate in watts as published, for a negative grade.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - load: Carried mass in kilograms.
  ///   - speed: Metres per second.
  ///   - grade: Percent, negative.
  ///   - terrainFactor: η.
  /// - Returns: Watts.
  public static func publishedRate(
    bodyMass: Double, load: Double, speed: Double, grade: Double, terrainFactor: Double = 1
  ) -> Double {
    Pandolf.rate(
      bodyMass: bodyMass, load: load, speed: speed, grade: grade, terrainFactor: terrainFactor)
      - correction(
        bodyMass: bodyMass, load: load, speed: speed, grade: grade, terrainFactor: terrainFactor)
  }

  /// Returns the rate in watts on any grade: Pandolf on level and rising ground, corrected below.
  ///
  /// At and below ``onset`` it is the published rate; between 0 and ``onset`` it is interpolated;
  /// below ``steepestGrade`` it is constant. The grade is ignored while standing. On soft ground
  /// and at a slow walk, the published rate is lower than the rate of standing, which is the
  /// minimum.
  ///
  /// - Parameters:
  ///   - bodyMass: Kilograms, above 0.
  ///   - load: Carried mass in kilograms.
  ///   - speed: Metres per second.
  ///   - grade: Percent, of either sign.
  ///   - terrainFactor: η.
  /// - Returns: Watts.
  public static func rate(
    bodyMass: Double, load: Double, speed: Double, grade: Double, terrainFactor: Double = 1
  ) -> Double {
    func published(_ grade: Double) -> Double {
      publishedRate(
        bodyMass: bodyMass, load: load, speed: speed, grade: grade, terrainFactor: terrainFactor)
    }
    let level = Pandolf.rate(
      bodyMass: bodyMass, load: load, speed: speed, grade: max(grade, 0),
      terrainFactor: terrainFactor)
    guard grade < 0, speed > 0 else { return level }
    let standing = Pandolf.rate(bodyMass: bodyMass, load: load, speed: 0, grade: 0)
    if grade <= onset { return max(standing, published(max(grade, steepestGrade))) }
    return max(standing, level + (published(onset) - level) * grade / onset)
  }
}
