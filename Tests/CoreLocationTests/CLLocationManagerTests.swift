// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

/// A delegate that records its calls.
@MainActor private final class Recorder: CLLocationManagerDelegate {
  var locations: [CLLocation] = []
  var errors: [CLError] = []
  var statuses: [CLAuthorizationStatus] = []
  var pauses = 0

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    self.locations += locations
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    if let error = error as? CLError { errors.append(error) }
  }

  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    statuses.append(status)
  }

  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { pauses += 1 }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct CLLocationManagerTests {
  private let recorder = Recorder()

  private func place(_ metres: Double, second: Double = 0) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 46 + metres / 111_195, longitude: 7),
      altitude: 0, horizontalAccuracy: 5, verticalAccuracy: -1,
      timestamp: Date(timeIntervalSince1970: 1_795_000_000 + second))
  }

  private func manager(_ source: any LocationSource) -> CLLocationManager {
    let manager = CLLocationManager(source: source)
    manager.delegate = recorder
    return manager
  }

  @Test func `locations of a replay arrive in order, and its end is reported`() async throws {
    let places = (0..<50).map { place(Double($0), second: Double($0)) }
    let manager = manager(ReplayLocationSource(places, speed: .infinity))
    manager.startUpdatingLocation()
    try await wait { recorder.pauses > 0 ? true : nil }
    #expect(recorder.locations == places)
    #expect(manager.location == places.last)
    #expect(recorder.statuses.allSatisfy { $0 == .authorizedAlways })
  }

  @Test func `a replay keeps its pace at any speed`() async {
    let places = (0..<5).map { place(Double($0), second: Double($0 * 60)) }
    let start = ContinuousClock.now
    var count = 0
    for await _ in ReplayLocationSource(places, speed: 1_200).events() { count += 1 }
    #expect(count == 5)
    // 240 s at 1,200 times the pace.
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  @Test func `the distance filter leaves out near locations`() async throws {
    let manager = manager(
      ReplayLocationSource([0, 4, 9, 12, 15, 30].map { place($0) }, speed: .infinity))
    manager.distanceFilter = 10
    manager.startUpdatingLocation()
    try await wait { recorder.pauses > 0 ? true : nil }
    let metres = recorder.locations.map { (($0.coordinate.latitude - 46) * 111_195).rounded() }
    #expect(metres == [0, 12, 30])
  }

  @Test func `the permission comes from the source`() async throws {
    let source = SubmittedLocationSource()
    let manager = manager(source)
    #expect(manager.authorizationStatus == .notDetermined)
    manager.startUpdatingLocation()
    // Wait for the reader, which starts in a task.
    try await wait {
      source.setAuthorization(.denied)
      return recorder.statuses.contains(.denied) ? true : nil
    }
    #expect(manager.authorizationStatus == .denied)
  }

  @Test func `a failure is reported, and updates continue`() async throws {
    let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
    let manager = manager(source)
    manager.startUpdatingLocation()
    source.submit(CLError(.locationUnknown))
    source.submit(place(1))
    try await wait { recorder.locations.isEmpty ? nil : true }
    #expect(recorder.errors.map(\.code) == [.locationUnknown])
    source.submit(CLError(.denied))
    try await wait { recorder.errors.count == 2 ? true : nil }
    // A denied permission ends the updates.
    source.submit(place(2))
    try await Task.sleep(for: .milliseconds(50))
    #expect(recorder.locations.count == 1)
  }

  @Test func `no location arrives after the updates were stopped`() async throws {
    let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
    let manager = manager(source)
    manager.startUpdatingLocation()
    source.submit(place(1))
    manager.stopUpdatingLocation()
    manager.startUpdatingLocation()
    source.submit(place(2))
    try await wait { recorder.locations.isEmpty ? nil : true }
    #expect(recorder.locations == [recorder.locations[0]])
    #expect(abs(recorder.locations[0].coordinate.latitude - place(2).coordinate.latitude) < 1e-9)
  }

  @Test func `a single request delivers one location`() async throws {
    let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
    let manager = manager(source)
    manager.requestLocation()
    source.submit(place(1))
    source.submit(place(2))
    try await wait { recorder.locations.isEmpty ? nil : true }
    try await Task.sleep(for: .milliseconds(50))
    #expect(recorder.locations.count == 1)
  }

  @Test func `the default source can be replaced`() {
    let source = SubmittedLocationSource(authorizationStatus: .restricted)
    let former = CLLocationManager.defaultSource
    CLLocationManager.defaultSource = source
    defer { CLLocationManager.defaultSource = former }
    #expect(CLLocationManager().authorizationStatus == .restricted)
  }

  @Test func `an error has Apple's number and a remedy`() {
    #expect(CLError(.denied).errorCode == 1)
    #expect(CLError.errorDomain == kCLErrorDomain)
    for code in CLError.Code.allCases {
      #expect(!CLError(code).localizedDescription.isEmpty)
    }
    let isDenied: Bool
    do {
      throw CLError(.denied)
    } catch let error as CLError where error.code == CLError.denied {
      isDenied = true
    } catch {
      isDenied = false
    }
    #expect(isDenied)
  }
}
