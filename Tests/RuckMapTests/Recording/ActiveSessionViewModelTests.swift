// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import SwiftData
import Testing

/// The suite of the same name in the design documents, over a real store and submitted locations.
@MainActor @Suite(.timeLimit(.minutes(15))) struct ActiveSessionViewModelTests {
  private let library: RuckLibrary
  private let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
  private let service: LocationTrackingService
  private let model: ActiveSessionViewModel

  init() throws {
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    service = LocationTrackingService(
      library: library, manager: CLLocationManager(source: source))
    model = ActiveSessionViewModel(library: library, locationService: service)
  }

  private func submit(_ seconds: ClosedRange<Int>) async throws {
    for second in seconds { source.submit(Walk.location(Double(second))) }
    // The last location is shown after it was delivered.
    let last = Walk.now(Double(seconds.upperBound))
    try await wait { service.currentLocation?.timestamp == last ? true : nil }
  }

  @Test func `a session starts and is tracked`() async throws {
    await model.startSession(weight: 35)
    let session = try #require(model.activeSession)
    #expect(model.error == nil)
    #expect(service.isTracking)
    #expect(!model.isLoading)
    #expect(abs(session.packWeight - 15.876) < 0.001)
    #expect(try await library.activeRecordings().map(\.id) == [session.id])
  }

  @Test func `a second session is rejected with its reason`() async throws {
    await model.startSession(weight: 35)
    let id = try #require(model.activeSession?.id)
    let other = ActiveSessionViewModel(
      library: library,
      locationService: LocationTrackingService(
        library: library, manager: CLLocationManager(source: source)))
    await other.startSession(weight: 40)
    #expect(other.activeSession == nil)
    #expect(other.error as? RecordingError == .alreadyRecording(id))
    // It can take over the running one.
    await other.restoreSession()
    #expect(other.activeSession?.id == id)
  }

  @Test func `pace follows from the speed of the latest location`() async throws {
    await model.startSession(weight: 35)
    #expect(model.currentPace == 0)
    try await submit(0...1)
    #expect(abs(model.currentPace - 1_000 / 1.4 / 60) < 1e-9)
    await model.pauseSession()
    #expect(model.currentPace == 0)
  }

  @Test func `a second ruck starts without the place and the pace of the first`() async throws {
    await model.startSession(weight: 35)
    try await submit(0...90)
    await model.endSession()
    await model.startSession(weight: 35)
    #expect(model.activeSession != nil)
    #expect(service.currentLocation == nil)
    #expect(model.currentPace == 0)
  }

  @Test func `pause, resume and end keep the parts of the walk`() async throws {
    await model.startSession(weight: 35)
    try await submit(0...120)
    await model.pauseSession()
    #expect(!service.isTracking)
    #expect(model.activeSession?.phase == .paused)
    #expect(model.activeSession?.points == 25)
    source.submit(Walk.location(300))
    await model.resumeSession()
    #expect(service.isTracking)
    try await submit(400...520)
    await model.endSession(rpe: 7, notes: "Good ruck")
    #expect(model.error == nil)
    #expect(model.activeSession == nil)
    #expect(!service.isTracking)
    let context = ModelContext(library.modelContainer)
    let session = try #require(try context.fetch(RuckingSession.completedSessions).first)
    #expect(session.rpe == 7)
    #expect(session.notes == "Good ruck")
    #expect(session.pointCount == 50)
    #expect(session.movingTime == 240)
  }

  @Test func `a session that is too short continues`() async throws {
    await model.startSession(weight: 35)
    try await submit(0...10)
    await model.endSession()
    let id = try #require(model.activeSession?.id)
    #expect(model.error as? RecordingError == .tooShort(id))
    #expect(service.isTracking)
    try await submit(11...90)
    await model.endSession()
    #expect(model.activeSession == nil)
  }

  @Test func `a session that was ended elsewhere is left`() async throws {
    await model.startSession(weight: 35)
    try await submit(0...90)
    let id = try #require(model.activeSession?.id)
    try await wait {
      try await library.activeRecordings().contains { $0.points > 1 && $0.movingTime > 60 }
        ? true : nil
    }
    // A location that is stored after the end fails, and does not stop the next recording.
    try await submit(91...92)
    _ = try await library.endRecording(id)
    try await wait { model.activeSession == nil ? true : nil }
    #expect(model.error as? RecordingError == .alreadyEnded(id))
    #expect(!service.isTracking)
    await model.startSession(weight: 35)
    #expect(model.activeSession != nil)
    #expect(model.error == nil)
    await service.finishTracking()
    #expect(service.error == nil)
  }

  @Test func `a paused session that was deleted elsewhere is left`() async throws {
    await model.startSession(weight: 35)
    try await submit(0...90)
    await model.pauseSession()
    let id = try #require(model.activeSession?.id)
    try await library.discardRecording(id)
    await model.resumeSession()
    #expect(model.activeSession == nil)
    #expect(model.error as? RecordingError == .notRecording(id))
    await model.startSession(weight: 35)
    #expect(model.activeSession != nil)
  }

  @Test func `a location without accuracy is ignored`() async throws {
    await model.startSession(weight: 35)
    source.submit(Walk.location(0, accuracy: 0))
    source.submit(Walk.location(5, accuracy: -1))
    try await submit(10...10)
    await service.finishTracking()
    #expect(try await library.activeRecordings().first?.points == 1)
  }

  @Test func `the weather never delays the start, and is stored once`() async throws {
    let weather = SlowWeather()
    let model = ActiveSessionViewModel(
      library: library, locationService: service, weather: weather)
    await model.startSession(weight: 35)
    #expect(model.activeSession != nil)
    try await submit(0...60)
    try await wait { await weather.requests > 0 ? true : nil }
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<WeatherData>()) == 0)
    await weather.answer()
    try await wait {
      try ModelContext(library.modelContainer).fetchCount(FetchDescriptor<WeatherData>()) == 1
        ? true : nil
    }
    #expect(await weather.requests == 1)
    await model.endSession()
    let session = try #require(
      try ModelContext(library.modelContainer).fetch(RuckingSession.completedSessions).first)
    #expect(session.weather?.condition == "Light rain")
    #expect(session.temperature == 7)
  }
}

/// A weather service that answers when a test permits it.
private actor SlowWeather: WeatherSource {
  private(set) var requests = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func weather(at coordinate: CLLocationCoordinate2D) async throws -> WeatherObservation {
    requests += 1
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    return WeatherObservation(
      timestamp: .now, condition: "Light rain", temperature: 7, humidity: 90)
  }

  func answer() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Waits for a condition, at most for the time limit of the test.
@discardableResult
func wait<Value>(
  isolation: isolated (any Actor)? = #isolation, for condition: () async throws -> Value?
) async throws -> Value {
  while true {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(10))
  }
}
