// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import Testing

/// The suite of the same name in the design documents, over a real store and submitted locations.
@MainActor @Suite(.timeLimit(.minutes(15))) struct RuckingViewModelTests {
  private let library: RuckLibrary
  private let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
  private let manager: LocationManager
  private let model: RuckingViewModel

  init() throws {
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    manager = LocationManager(
      trackingActor: try LocationTrackingActor(library: library),
      manager: CLLocationManager(source: source))
    model = RuckingViewModel(library: library, locationManager: manager)
    manager.start()
  }

  @Test func `rucking starts at the present location`() async throws {
    source.submit(
      CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: 37.7749, longitude: -122.4194), altitude: 20,
        horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: .now))
    try await wait { manager.currentLocation }
    await model.startRucking(weight: 30, route: nil)
    guard case .active(let session) = model.viewState else {
      Issue.record("not active: \(model.viewState)")
      return
    }
    #expect(model.currentSession?.id == session.id)
    #expect(model.currentStats?.weight.rounded() == 30)
    #expect(session.points == 1)
  }

  @Test func `a location that arrived an hour ago is not the start`() async throws {
    let clock = TestClock()
    let manager = LocationManager(
      trackingActor: try LocationTrackingActor(library: library),
      manager: CLLocationManager(source: source), now: { clock.now })
    manager.start()
    source.submit(Walk.location(0))
    try await wait { manager.currentLocation }
    clock.advance(3_600)
    let session = try await manager.startRuckingSession(
      options: RecordingOptions(packWeight: 10))
    #expect(session.points == 0)
    #expect(session.lastFix == nil)
  }

  @Test func `the figures follow the walk until its end`() async throws {
    await model.startRucking(weight: 30, route: nil)
    for second in 0...120 { source.submit(Walk.location(Double(second))) }
    try await wait {
      await model.refresh()
      return model.currentSession?.points == 25 ? true : nil
    }
    #expect(abs((model.currentStats?.distance ?? 0) - 168 / 1_609.344) < 0.001)
    await model.endRucking(rpe: 5)
    guard case .completed(let summary) = model.viewState else {
      Issue.record("not completed: \(model.viewState)")
      return
    }
    #expect(summary.points == 25)
    #expect(model.currentSession == nil)
  }

  @Test func `a ruck that was ended elsewhere is an error, and another one can start`()
    async throws
  {
    await model.startRucking(weight: 30, route: nil)
    let id = try #require(model.currentSession?.id)
    try await library.discardRecording(id)
    await model.refresh()
    #expect(
      model.viewState == .error(RecordingError.alreadyEnded(id).localizedDescription))
    await model.startRucking(weight: 30, route: nil)
    #expect(model.currentSession != nil)
  }

  @Test func `a failed start shows the reason`() async throws {
    await model.startRucking(weight: 5_000, route: nil)
    guard case .error(let reason) = model.viewState else {
      Issue.record("no error: \(model.viewState)")
      return
    }
    #expect(reason.contains("Give 0 to 500 kg"))
    await model.startRucking(weight: 30, route: nil)
    #expect(model.currentSession != nil)
  }

  @Test func `concurrent starts begin one ruck`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { await model.startRucking(weight: 30, route: nil) } }
    }
    #expect(try await library.activeRecordings().count == 1)
    #expect(model.currentSession != nil)
  }
}
