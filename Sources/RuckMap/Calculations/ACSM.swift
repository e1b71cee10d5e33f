// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The oxygen uptake of walking and running by the American College of Sports Medicine.
///
/// ```swift
/// let uptake = ACSM.walkingUptake(speed: 67 / 60, grade: 3)  // 13.8 ml/kg/min
/// ```
///
/// Source: ACSM's Guidelines for Exercise Testing and Prescription, 10th edition (2018), chapter 6.
/// The equations apply to level and rising ground without a load; with a pack, ``rate`` uses the
/// total mass, which is an approximation.
public enum ACSM {
  /// The range of walking speeds in metres per second: 50 to 100 m/min.
  public static let walkingSpeedRange = (50.0 / 60)...(100.0 / 60)
  /// The energy of a litre of oxygen in kilocalories, which the guidelines assume.
  public static let kilocaloriesPerLitre = 5.0
  /// The uptake at rest in ml/kg/min.
  public static let restingUptake = 3.5
  /// The standard error of the estimate, as a fraction of the measured value.
  public static let standardError = 0.07

  /// Returns the uptake of walking.
  ///
  /// - Parameters:
  ///   - speed: Metres per second.
  ///   - grade: Percent, not negative.
  /// - Returns: Millilitres of oxygen per kilogram and minute.
  public static func walkingUptake(speed: Double, grade: Double) -> Double {
    let perMinute = speed * 60
    return restingUptake + 0.1 * perMinute + 1.8 * perMinute * grade / 100
  }

  /// Returns the uptake of running.
  ///
  /// - Parameters:
  ///   - speed: Metres per second, above 134 m/min.
  ///   - grade: Percent, not negative.
  /// - Returns: Millilitres of oxygen per kilogram and minute.
  public static func runningUptake(speed: Double, grade: Double) -> Double {
    let perMinute = speed * 60
    return restingUptake + 0.2 * perMinute + 0.9 * perMinute * grade / 100
  }

  /// Returns the gross metabolic rate of walking.
  ///
  /// - Parameters:
  ///   - totalMass: Person and pack in kilograms.
  ///   - speed: Metres per second.
  ///   - grade: Percent; a descent counts as level ground.
  /// - Returns: Watts.
  public static func rate(totalMass: Double, speed: Double, grade: Double) -> Double {
    let litresPerSecond = walkingUptake(speed: speed, grade: max(0, grade)) * totalMass / 60_000
    return litresPerSecond * kilocaloriesPerLitre * Energy.joulesPerKilocalorie
  }
}
