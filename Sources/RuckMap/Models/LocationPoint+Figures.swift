// Cairn
// SPDX-License-Identifier: Apache-2.0

extension LocationPoint {
  /// Metres to another position, along a great circle.
  public func distanceTo(_ other: LocationPoint) -> Double {
    LocationCalculator.haversineDistance(
      from: (latitude, longitude), to: (other.latitude, other.longitude))
  }

  /// True if the position is known to within 10 m.
  public var isAccurate: Bool { accuracy >= 0 && accuracy <= 10 }

  /// The position as a value that crosses actors.
  public var trackPoint: TrackPoint {
    TrackPoint(
      latitude: latitude, longitude: longitude, altitude: altitude, timestamp: timestamp,
      speed: speed, heading: heading, heartRate: heartRate, cadence: cadence, power: power,
      segment: segment, accuracy: accuracy < 0 ? nil : accuracy)
  }
}
