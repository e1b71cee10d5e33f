// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Conversions between joules, watts and kilocalories.
public enum Energy {
  /// Joules in one thermochemical kilocalorie.
  public static let joulesPerKilocalorie = 4184.0

  /// Kilocalories in so many joules.
  public static func kilocalories(joules: Double) -> Double { joules / joulesPerKilocalorie }

  /// Kilocalories per hour at so many watts.
  public static func kilocaloriesPerHour(watts: Double) -> Double {
    watts * 3600 / joulesPerKilocalorie
  }

  /// The work in joules of lifting a mass against gravity.
  ///
  /// - Parameters:
  ///   - mass: Kilograms.
  ///   - height: Metres.
  /// - Returns: Joules.
  public static func liftingWork(mass: Double, height: Double) -> Double {
    mass * 9.80665 * height
  }
}
