// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures

// MARK: Measurements

extension RuckingSession {
  /// ``distance`` with its unit.
  public var distanceMeasurement: Measurement<UnitLength> {
    Measurement(value: distance, unit: .miles)
  }

  /// ``elevationGain`` with its unit.
  public var elevationGainMeasurement: Measurement<UnitLength> {
    Measurement(value: elevationGain, unit: .feet)
  }

  /// ``elevationLoss`` with its unit.
  public var elevationLossMeasurement: Measurement<UnitLength> {
    Measurement(value: elevationLoss, unit: .feet)
  }

  /// ``packWeight`` with its unit.
  public var packWeightMeasurement: Measurement<UnitMass> {
    Measurement(value: packWeight, unit: .pounds)
  }

  /// ``duration`` with its unit.
  public var durationMeasurement: Measurement<UnitDuration> {
    Measurement(value: duration, unit: .seconds)
  }
}

// MARK: SI units

extension RuckingSession {
  /// The pack in pounds; an alias of ``packWeight``.
  public var weight: Double {
    get { packWeight }
    set { packWeight = newValue }
  }

  /// The pack in kilograms.
  public var packMass: Double { Mass.kilograms(pounds: packWeight) }

  /// The distance in metres.
  public var totalDistance: Double {
    get { Length.metres(miles: distance) }
    set { distance = Length.miles(metres: newValue) }
  }

  /// The climb in metres.
  public var totalElevationGain: Double {
    get { Length.metres(feet: elevationGain) }
    set { elevationGain = Length.feet(metres: newValue) }
  }

  /// Kilocalories; an alias of ``calories``.
  public var totalCalories: Double {
    get { calories }
    set { calories = newValue }
  }

  /// The work against gravity in joules: person and pack, lifted by the climb.
  ///
  /// If the body weight is unknown, it uses ``HealthProfile/assumedWeight``.
  public var totalWork: Double {
    let body = user?.healthProfile.weight ?? bodyWeight ?? HealthProfile.assumedWeight
    return Energy.liftingWork(
      mass: Mass.kilograms(pounds: body + packWeight), height: totalElevationGain)
  }

  /// An alias of ``isCompleted``.
  public var isComplete: Bool { isCompleted }

  /// An alias of ``weather``.
  public var weatherData: WeatherData? {
    get { weather }
    set { weather = newValue }
  }

  /// An alias of ``locationPoints``.
  public var waypoints: [LocationPoint] {
    get { locationPoints }
    set { locationPoints = newValue }
  }

  /// An alias of ``lastModified``.
  public var modifiedAt: Date {
    get { lastModified }
    set { lastModified = newValue }
  }
}
