// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Energy of a ruck from its totals alone, in the units of ``RuckingSession``.
///
/// With a track, ``TrackAnalyzer`` knows better: it has the speed and the slope of each leg.
public enum RuckingCalculator {
  /// Kilocalories by ``Pandolf`` for a ruck at even speed.
  ///
  /// The equation's grade term is linear, so the cost of the climb doesn't depend on where it was;
  /// descents count as level ground.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - bodyWeight: The person in pounds; not above 0 takes ``HealthProfile/assumedWeight``.
  ///   - distance: Miles.
  ///   - time: Seconds.
  ///   - elevation: Climb in feet.
  ///   - persona: Without effect: no published equation knows personas.
  /// - Returns: Kilocalories; 0 where time or distance is not above 0 or not finite.
  public static func calculateCalories(
    weight: Double, bodyWeight: Double, distance: Double, time: TimeInterval, elevation: Double,
    persona: UserPersona
  ) -> Double {
    estimate(
      weight: weight, bodyWeight: bodyWeight, distance: distance, time: time, elevation: elevation
    )?.kilocalories ?? 0
  }

  /// Kilocalories on level ground for a person of ``HealthProfile/assumedWeight``.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - distance: Miles.
  ///   - time: Seconds.
  /// - Returns: Kilocalories; 0 where time or distance is not above 0 or not finite.
  public static func calculateCalories(
    weight: Double, distance: Double, time: TimeInterval
  ) -> Double {
    calculateCalories(
      weight: weight, bodyWeight: HealthProfile.assumedWeight, distance: distance, time: time,
      elevation: 0, persona: .general)
  }

  /// The energy with its band; nil where time or distance is not above 0.
  ///
  /// - Parameters:
  ///   - weight: The pack in pounds.
  ///   - bodyWeight: The person in pounds; nil or not above 0 takes
  ///     ``HealthProfile/assumedWeight``, and the estimate says so.
  ///   - distance: Miles.
  ///   - time: Seconds.
  ///   - elevation: Climb in feet.
  /// - Returns: The estimate with the body weight that went in.
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
