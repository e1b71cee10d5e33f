// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

extension TargetMetric {
  /// Converts a value from the metric's unit to SI units: metres, seconds, kilograms, or kilograms
  /// times metres; numbers, days and kilocalories stay.
  package func toSI(_ value: Double) -> Double {
    switch self {
    case .distance: Length.metres(miles: value)
    case .elevationGain: Length.metres(feet: value)
    case .packWeight: Mass.kilograms(pounds: value)
    case .ruckWork: Mass.kilograms(pounds: Length.metres(miles: value))
    case .duration, .sessions, .calories, .streak: value
    }
  }

  /// Converts a value from SI units to the metric's unit.
  package func fromSI(_ value: Double) -> Double {
    switch self {
    case .distance: Length.miles(metres: value)
    case .elevationGain: Length.feet(metres: value)
    case .packWeight: Mass.pounds(kilograms: value)
    case .ruckWork: Mass.pounds(kilograms: Length.miles(metres: value))
    case .duration, .sessions, .calories, .streak: value
    }
  }
}
