// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import Observation

/// The present location for views, and the start of rucks from it.
@MainActor @Observable
public final class LocationManager: NSObject {
  /// The latest location; nil before the first one.
  public private(set) var currentLocation: CLLocation?
  /// The permission to use locations.
  public private(set) var authorizationStatus: CLAuthorizationStatus
  /// The last failure; nil after the next location.
  public private(set) var error: (any Error)?

  /// The actor that records rucks.
  @ObservationIgnored public let trackingActor: LocationTrackingActor
  @ObservationIgnored private let manager: CLLocationManager
  @ObservationIgnored private let now: @Sendable () -> Date
  /// The time at which the latest location arrived, by this machine's clock.
  @ObservationIgnored private var arrival: Date?
  @ObservationIgnored private let queue: AsyncStream<CLLocation>.Continuation
  @ObservationIgnored private var storing: Task<Void, Never>?

  /// Creates a manager that doesn't request locations yet.
  ///
  /// - Parameters:
  ///   - trackingActor: The actor that records rucks.
  ///   - manager: The manager of the locations.
  ///   - now: The clock.
  public init(
    trackingActor: LocationTrackingActor, manager: CLLocationManager = CLLocationManager(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.trackingActor = trackingActor
    self.manager = manager
    self.now = now
    authorizationStatus = manager.authorizationStatus
    let (locations, queue) = AsyncStream.makeStream(of: CLLocation.self)
    self.queue = queue
    super.init()
    manager.delegate = self
    manager.activityType = .fitness
    storing = Task { [trackingActor, weak self] in
      for await location in locations {
        do {
          try await trackingActor.updateSession(with: location)
        } catch {
          self?.error = error
        }
      }
    }
  }

  isolated deinit {
    queue.finish()
    storing?.cancel()
    manager.stopUpdatingLocation()
  }

  /// Requests the permission and locations.
  public func start() {
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  /// Stops the locations; a running ruck stays open.
  public func stop() { manager.stopUpdatingLocation() }

  /// Starts a ruck at the present location.
  ///
  /// A location that arrived more than a minute ago is not the start: the ruck would begin in the past.
  ///
  /// - Parameter options: The user's information.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, a ``RuckLibraryError``, or a `SwiftDataError`.
  public func startRuckingSession(options: RecordingOptions) async throws -> RecordingSnapshot {
    let age = arrival.map { now().timeIntervalSince($0) } ?? .infinity
    let isPresent = (0...RecordingRules.longestStep).contains(age)
    return try await trackingActor.createSession(
      from: isPresent ? currentLocation : nil, options: options)
  }
}

extension LocationManager: CLLocationManagerDelegate {
  /// Adds the locations to the running ruck, in their order.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    currentLocation = locations.last
    arrival = now()
    error = nil
    for location in locations { queue.yield(location) }
  }

  /// Records the failure.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    self.error = error
  }

  /// Records the permission.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    authorizationStatus = status
  }
}
