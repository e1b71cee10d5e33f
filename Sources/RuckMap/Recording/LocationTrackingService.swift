// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import Observation

/// Stores the locations of a manager in a running ruck, by the rules of recordings.
///
/// A location with an accuracy of 0 or less is ignored, and one of five seconds is stored. The main actor
/// is never blocked: locations are stored by another actor, in their order.
@MainActor @Observable
public final class LocationTrackingService: NSObject {
  /// The latest location with a known accuracy since ``startTracking(session:)``; nil before it.
  public private(set) var currentLocation: CLLocation?
  /// Whether locations are being stored.
  public private(set) var isTracking = false
  /// The permission to use locations.
  public private(set) var authorizationStatus: CLAuthorizationStatus
  /// The last failure; nil after the next location.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let manager: CLLocationManager
  @ObservationIgnored private let library: RuckLibrary
  @ObservationIgnored private let rules: RecordingRules
  @ObservationIgnored private var queue: AsyncStream<CLLocation>.Continuation?
  @ObservationIgnored private var storing: Task<Void, Never>?
  /// Increases with each start, so that a failure of an earlier one does not stop a later one.
  @ObservationIgnored private var generation = 0
  /// Called for each stored position.
  @ObservationIgnored var onStored: (@MainActor (CLLocation, UUID) async -> Void)?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - manager: The manager of the locations.
  ///   - rules: The rules for positions.
  public init(
    library: RuckLibrary, manager: CLLocationManager = CLLocationManager(),
    rules: RecordingRules = RecordingRules()
  ) {
    self.library = library
    self.manager = manager
    self.rules = rules
    authorizationStatus = manager.authorizationStatus
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.activityType = .fitness
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.showsBackgroundLocationIndicator = true
  }

  /// Asks for the permission to use locations.
  public func requestAuthorization() { manager.requestWhenInUseAuthorization() }

  /// Starts to store locations in a running ruck; without effect while locations are stored.
  ///
  /// - Parameter id: The ruck's identifier.
  public func startTracking(session id: UUID) {
    guard !isTracking else { return }
    isTracking = true
    // The last location of an earlier ruck is neither the pace nor the place of this one.
    currentLocation = nil
    error = nil
    let (locations, continuation) = AsyncStream.makeStream(of: CLLocation.self)
    queue = continuation
    generation += 1
    let own = generation
    let previous = storing
    storing = Task { [library, rules, weak self] in
      await previous?.value
      do {
        let recorder = try await RuckRecorder.open(library, ruck: id, rules: rules)
        for await location in locations {
          if case .stored = try await recorder.receive(location) {
            await self?.onStored?(location, id)
          }
        }
        try await recorder.flush()
      } catch {
        self?.fail(error, own)
      }
    }
    manager.startUpdatingLocation()
  }

  /// Stops storing locations; those that have arrived are still stored.
  public func stopTracking() {
    manager.stopUpdatingLocation()
    queue?.finish()
    queue = nil
    isTracking = false
  }

  /// Stops storing locations, and waits until those that have arrived are stored.
  public func finishTracking() async {
    stopTracking()
    await storing?.value
  }

  private func fail(_ error: any Error, _ number: Int) {
    guard number == generation else { return }
    self.error = error
    stopTracking()
  }
}

extension LocationTrackingService: CLLocationManagerDelegate {
  /// Stores the latest location.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last, location.horizontalAccuracy > 0 else { return }
    currentLocation = location
    error = nil
    queue?.yield(location)
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
