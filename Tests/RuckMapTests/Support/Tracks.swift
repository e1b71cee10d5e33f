// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap

/// Generated tracks.
enum Tracks {
  static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
  /// Degrees of latitude in one metre on the sphere of the haversine.
  static let degreesPerMetre = 180 / (Double.pi * LocationCalculator.meanRadius)

  /// A walk due north at constant speed.
  static func north(
    points: Int, spacing: Double = 10, seconds: Double = 10,
    altitude: (Int) -> Double? = { _ in nil },
    segment: Int = 0, from latitude: Double = 45, at start: Date = start
  ) -> [TrackPoint] {
    (0..<points).map { index in
      TrackPoint(
        latitude: latitude + Double(index) * spacing * degreesPerMetre, longitude: 7,
        altitude: altitude(index), timestamp: start + Double(index) * seconds, segment: segment)
    }
  }
}
