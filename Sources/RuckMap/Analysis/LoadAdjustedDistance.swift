// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The level, unloaded distance that costs as much energy as a ruck.
///
/// ```swift
/// let carrier = Carrier(bodyMass: 80, load: 16)
/// let metres = LoadAdjustedDistance.metres(kilocalories: 700, carrier: carrier)
/// ```
///
/// It is the energy divided by the energy per metre of the same person without a load, on a level
/// paved road, at 1.34 m/s.
public enum LoadAdjustedDistance {
  /// The reference speed in metres per second: 3 mph.
  public static let speed = 1.34

  /// Returns the joules per metre of a person without a load at ``speed``.
  ///
  /// - Parameters:
  ///   - equation: The equation of the energy.
  ///   - carrier: The person; the load and the surface are ignored.
  /// - Returns: Joules per metre, gross.
  public static func joulesPerMetre(
    _ equation: EnergyEquation = .pandolfSantee, carrier: Carrier
  ) -> Double {
    var unloaded = carrier
    unloaded.load = 0
    unloaded.terrainFactor = 1
    return unloaded.rate(equation, speed: speed, grade: 0) / speed
  }

  /// Returns the load-adjusted distance.
  ///
  /// - Parameters:
  ///   - kilocalories: The gross energy of the ruck.
  ///   - equation: The equation by which it was calculated.
  ///   - carrier: The person.
  /// - Returns: Metres; 0 without energy.
  public static func metres(
    kilocalories: Double, _ equation: EnergyEquation = .pandolfSantee, carrier: Carrier
  ) -> Double {
    guard kilocalories > 0, kilocalories.isFinite else { return 0 }
    return kilocalories * Energy.joulesPerKilocalorie / joulesPerMetre(equation, carrier: carrier)
  }
}
