// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The receiver of a location manager's events.
///
/// ```swift
/// final class Tracker: CLLocationManagerDelegate {
///   func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
///     for location in locations { print(location) }
///   }
/// }
/// ```
///
/// All methods are optional. A manager calls them on the main actor.
public protocol CLLocationManagerDelegate: AnyObject {
  /// Receives new locations, oldest first; there is at least one.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// Receives a failure, such as a ``CLError``; after `locationUnknown` and `network`, updates
  /// continue by themselves.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Receives the notice that the permission was determined or has changed.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// Receives a new permission.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
  /// Receives the notice that the source has no further locations, as at the end of a replay.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
  /// Ignores the locations.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
  /// Ignores the failure.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Ignores the notice.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  /// Ignores the permission.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  /// Ignores the notice.
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
}
