// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Geodesy

extension TrackPoint {
  /// Creates a point from a location; unknown values, which are negative there, are nil.
  public init(_ location: CLLocation) {
    self.init(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      altitude: location.verticalAccuracy > 0 ? location.altitude : nil,
      timestamp: location.timestamp, speed: location.speed >= 0 ? location.speed : nil,
      heading: location.course >= 0 ? location.course : nil,
      accuracy: location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil)
  }

  /// The point as a location; nil without a time.
  var location: CLLocation? {
    guard let timestamp else { return nil }
    return CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: altitude ?? 0, horizontalAccuracy: accuracy ?? GPSDReport.assumedAccuracy,
      verticalAccuracy: altitude == nil ? -1 : 2 * (accuracy ?? GPSDReport.assumedAccuracy),
      course: heading ?? -1, speed: speed ?? -1, timestamp: timestamp)
  }
}
