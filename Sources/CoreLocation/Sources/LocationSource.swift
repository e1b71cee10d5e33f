// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A source of locations, such as a receiver, a recording or a page.
///
/// ```swift
/// for await event in GPSDLocationSource().events() {
///   if case .location(let location) = event { print(location) }
/// }
/// ```
public protocol LocationSource: Sendable {
  /// The program's permission to use the source.
  var authorizationStatus: CLAuthorizationStatus { get }
  /// Asks for the permission, and returns the decision.
  func requestAuthorization() async -> CLAuthorizationStatus
  /// Starts the source, which runs until the sequence's task ends or the sequence is released.
  ///
  /// - Returns: The events from now on; the sequence ends after the last location of a recording.
  func events() -> AsyncStream<LocationEvent>
}

extension LocationSource {
  /// The permission of a source that needs none: ``CLAuthorizationStatus/authorizedAlways``.
  public var authorizationStatus: CLAuthorizationStatus { .authorizedAlways }

  /// Returns the present permission.
  public func requestAuthorization() async -> CLAuthorizationStatus { authorizationStatus }
}

/// An event of a ``LocationSource``.
public enum LocationEvent: Sendable, Hashable {
  /// A new location.
  case location(CLLocation)
  /// No location is available for now; the source continues unless the code is `denied`.
  case unavailable(CLError)
  /// The permission has changed.
  case authorization(CLAuthorizationStatus)
}
