// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Geodesy

extension TrackPoint {
  /// Creates a point from a point of a GPX track.
  init(_ point: GPXPoint, segment: Int) {
    self.init(
      latitude: point.latitude, longitude: point.longitude, altitude: point.elevation,
      timestamp: point.time, speed: point.speed, heading: point.course,
      heartRate: Self.count(point.heartRate), cadence: Self.count(point.cadence),
      power: point.power, segment: segment, accuracy: point.horizontalAccuracy)
  }

  /// Creates a point from a sample of a FIT or TCX file; nil if it has no position.
  init?(_ sample: ActivitySample, segment: Int) {
    guard let latitude = sample.latitude, let longitude = sample.longitude else { return nil }
    self.init(
      latitude: latitude, longitude: longitude, altitude: sample.altitude, timestamp: sample.time,
      speed: sample.speed, heading: sample.course, heartRate: Self.count(sample.heartRate),
      cadence: Self.count(sample.cadence), power: sample.power, segment: segment,
      accuracy: sample.positionAccuracy)
  }

  /// The point for a GPX track.
  var gpx: GPXPoint {
    var point = GPXPoint(
      latitude: latitude, longitude: longitude, elevation: altitude, time: timestamp)
    point.speed = speed
    point.course = heading
    point.heartRate = heartRate.map(Double.init)
    point.cadence = cadence.map(Double.init)
    point.power = power
    point.horizontalAccuracy = accuracy
    return point
  }

  /// Converts a rate per minute to an integer; nil if it is implausible.
  private static func count(_ value: Double?) -> Int? {
    guard let value, value >= 0, value < 1000 else { return nil }
    return Int(value.rounded())
  }
}
