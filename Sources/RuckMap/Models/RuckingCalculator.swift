// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures

/// The energy of a ruck from its totals, in the units of ``RuckingSession``.
///
/// ```swift
/// let calories = RuckingCalculator.estimate(
///   weight: 35, bodyWeight: 180, distance: 4, time: 3_600, elevation: 300)
/// if let calories { print(calories.low, calories.kilocalories, calories.high) }
/// ```
///
/// If there is a track, ``TrackAnalyzer`` is more accurate: it uses the speed and the slope of each
/// leg.
public enum RuckingCalculator {
  /// Returns the kilocalories by ``Pandolf`` for a ruck at constant speed.
  ///
  /// The equation's grade term is linear, so the energy of the climb does not depend on its
  /// location; descents count as level ground.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - bodyWeight: The person in pounds; a value not above 0 means
  ///     ``HealthProfile/assumedWeight``.
  ///   - distance: Miles.
  ///   - time: Seconds.
  ///   - elevation: Climb in feet.
  ///   - persona: Ignored: no published equation depends on it.
  /// - Returns: Kilocalories; 0 if time or distance is not above 0 or not finite.
  public static func calculateCalories(
    weight: Double, bodyWeight: Double, distance: Double, time: TimeInterval, elevation: Double,
    persona: UserPersona
  ) -> Double {
    estimate(
      weight: weight, bodyWeight: bodyWeight, distance: distance, time: time, elevation: elevation
    )?.kilocalories ?? 0
  }

  /// Returns the kilocalories on level ground for a person of ``HealthProfile/assumedWeight``.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - distance: Miles.
  ///   - time: Seconds.
  /// - Returns: Kilocalories; 0 if time or distance is not above 0 or not finite.
  public static func calculateCalories(
    weight: Double, distance: Double, time: TimeInterval
  ) -> Double {
    calculateCalories(
      weight: weight, bodyWeight: HealthProfile.assumedWeight, distance: distance, time: time,
      elevation: 0, persona: .general)
  }

  /// Returns the energy with its error band; nil if time or distance is not above 0.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - bodyWeight: The person in pounds; nil or a value not above 0 means
  ///     ``HealthProfile/assumedWeight``, and sets `isBodyWeightAssumed`.
  ///   - distance: Miles.
  ///   - time: Seconds.
  ///   - elevation: Climb in feet.
  /// - Returns: The estimate, including the body weight used.
  public static func estimate(
    weight: Double, bodyWeight: Double?, distance: Double, time: TimeInterval, elevation: Double
  ) -> CalorieEstimate? {
    guard time > 0, distance > 0, time.isFinite, distance.isFinite else { return nil }
    let carrier = Carrier(
      bodyMass: bodyWeight.map(Mass.kilograms(pounds:)), load: Mass.kilograms(pounds: weight))
    let metres = Length.metres(miles: distance)
    let climb = elevation.isFinite ? max(0, Length.metres(feet: elevation)) : 0
    var energy = EnergyIntegrator(equation: .pandolfSantee, carrier: carrier)
    energy.add(
      TrackLeg(
        distance: metres, movingTime: time, standingTime: 0, grade: climb / metres * 100))
    return energy.estimate
  }
}
