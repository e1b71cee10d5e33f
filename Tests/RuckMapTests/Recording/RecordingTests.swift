// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Geodesy
import Measures
import RuckMap
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
  @Test func `a point of five seconds is stored at once`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...60)
    // Another process sees them.
    let other = RuckLibrary(modelContainer: ruck.library.modelContainer)
    let running = try #require(try await other.recording(ruck.id))
    #expect(running.points == 13)
    #expect(abs(running.distance - 84) < 0.1)
    #expect(running.phase == .recording)
    let detail = try await ruck.end(65)
    #expect(detail.track.count == 13)
    let steps = zip(detail.track, detail.track.dropFirst()).compactMap {
      $1.timestamp?.timeIntervalSince($0.timestamp ?? .distantPast)
    }
    #expect(steps.allSatisfy { $0 == 5 })
    #expect(detail.summary.duration == 65)
    #expect(detail.track.allSatisfy { $0.accuracy == 5 && $0.altitude == 500 && $0.speed == 1.4 })
  }

  @Test func `the latest location is stored at the end`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...63)
    let detail = try await ruck.end(64)
    #expect(detail.track.last?.timestamp == Walk.now(63))
    #expect(abs(detail.summary.distance - 63 * Walk.speed) < 0.1)
  }

  @Test func `a user has one running ruck`() async throws {
    let ruck = try await RecordedRuck()
    await #expect(throws: RecordingError.alreadyRecording(ruck.id)) {
      try await ruck.library.startRecording(RecordingOptions(packWeight: 1))
    }
    #expect(try await ruck.library.activeRecordings().map(\.id) == [ruck.id])
  }

  @Test func `a pause adds no distance, motion or energy`() async throws {
    let paused = try await RecordedRuck()
    try await paused.walk(0...300)
    try await paused.recorder.pause(at: Walk.now(300), now: Walk.now(300))
    // Moving on during the pause is not recorded.
    try await paused.walk(301...900, from: 420)
    #expect(try await paused.recorder.snapshot()?.phase == .paused)
    #expect(try await paused.recorder.snapshot()?.elapsed(at: Walk.now(800)) == 300)
    try await paused.recorder.resume(at: Walk.now(900), now: Walk.now(900))
    try await paused.walk(905...1_205, from: 5_000)
    let detail = try await paused.end(1_205)

    let whole = try await RecordedRuck()
    try await whole.walk(0...300)
    let first = try await whole.end(300)
    #expect(abs(detail.summary.distance - 2 * first.summary.distance) < 1)
    #expect(detail.summary.movingTime == 600)
    #expect(detail.summary.duration == 1_205)
    let energy = try #require(detail.summary.calories?.kilocalories)
    let single = try #require(first.summary.calories?.kilocalories)
    #expect(abs(energy - 2 * single) < 0.01 * single)
    #expect(Set(detail.track.map(\.segment)) == [0, 1])
    let session = try #require(
      try ModelContext(paused.library.modelContainer).fetch(FetchDescriptor<RuckingSession>()).first
    )
    #expect(session.pausedTime == 600)
    #expect(session.pausedAt == nil)
    let pauses = session.segments.filter { $0.kind == .pause }
    #expect(pauses.map(\.duration) == [600])
  }

  @Test func `each load has a segment, and the energy is their sum`() async throws {
    let ruck = try await RecordedRuck(RecordingOptions(packWeight: 20, surface: .dirtRoad))
    try await ruck.walk(0...300)
    try await ruck.recorder.changeLoad(
      LoadChange(packWeight: 10), at: Walk.now(301), now: Walk.now(301))
    try await ruck.walk(302...600)
    try await ruck.recorder.changeLoad(
      LoadChange(surface: .looseSand), at: Walk.now(601), now: Walk.now(601))
    try await ruck.walk(602...900)
    let detail = try await ruck.end(900)
    // No distance is lost between the segments.
    #expect(abs(detail.summary.distance - 900 * Walk.speed) < 1)
    let session = try #require(
      try ModelContext(ruck.library.modelContainer).fetch(FetchDescriptor<RuckingSession>()).first)
    let loads = session.segments.filter { $0.kind == .load }.sorted { $0.index < $1.index }
    #expect(
      loads.map { ($0.packWeight.map(Mass.kilograms(pounds:)) ?? 0).rounded() } == [20, 10, 10])
    #expect(loads.map(\.surface) == [.dirtRoad, .dirtRoad, .looseSand])
    #expect(loads[0].calories > loads[1].calories)
    #expect(loads[2].calories > loads[1].calories)
    let sum = loads.reduce(0) { $0 + $1.calories }
    let total = try #require(detail.summary.calories?.kilocalories)
    #expect(abs(sum - total) < 1e-6)
    let miles = loads.reduce(0) { $0 + $1.distance }
    #expect(abs(Length.metres(miles: miles) - detail.summary.distance) < 0.01)
  }

  @Test func `a change to an equal load changes no figure`() async throws {
    let (plain, changed) = (try await RecordedRuck(), try await RecordedRuck())
    for ruck in [plain, changed] { try await ruck.walk(0...300) }
    try await changed.recorder.changeLoad(
      LoadChange(packWeight: 15), at: Walk.now(301), now: Walk.now(301))
    for ruck in [plain, changed] { try await ruck.walk(302...600) }
    let (first, second) = (try await plain.end(600), try await changed.end(600))
    #expect(abs(first.summary.distance - second.summary.distance) < 0.5)
    let energies = [first, second].map { $0.summary.calories?.kilocalories ?? 0 }
    #expect(abs(energies[0] - energies[1]) < 0.5)
  }

  @Test func `a gap adds no distance and is reported`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...100)
    try await ruck.walk(400...500, from: 10_000)
    let detail = try await ruck.end(500)
    #expect(abs(detail.summary.distance - 200 * Walk.speed) < 1)
    #expect(detail.summary.movingTime == 200)
    #expect(detail.warnings.contains { $0.contains("1 gap without positions, 5\u{A0}min") })
  }

  @Test func `a killed recording is resumed with a gap, or ends at its last position`() async throws
  {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...123)
    // A new process knows only the store.
    let other = try await RuckRecorder.open(
      RuckLibrary(modelContainer: ruck.library.modelContainer), ruck: ruck.id)
    for second in 300...400 {
      try await other.receive(Walk.location(Double(second)), at: Walk.now(Double(second)))
    }
    #expect(abs(try #require(await other.snapshot()).distance - 220 * Walk.speed) < 1)
    // Hours later, without a recorder.
    let summary = try await ruck.library.endRecording(ruck.id)
    #expect(summary.startedAt == Walk.start)
    #expect(summary.duration == 400)
    #expect(summary.points == 25 + 21)
  }

  @Test func `two recorders of one ruck store each position once`() async throws {
    let ruck = try await RecordedRuck()
    let other = try await RuckRecorder.open(ruck.library, ruck: ruck.id)
    for second in stride(from: 0, through: 200, by: 5) {
      let location = Walk.location(Double(second))
      let recorder = second % 10 == 0 ? ruck.recorder : other
      try await recorder.receive(location, at: Walk.now(Double(second)))
    }
    let detail = try await ruck.end(200)
    #expect(detail.track.count == 41)
    #expect(abs(detail.summary.distance - 200 * Walk.speed) < 0.5)
  }

  @Test func `a ruck of less than a minute stays open`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...30)
    await #expect(throws: RecordingError.tooShort(ruck.id)) { try await ruck.end(40) }
    try await ruck.walk(45...90)
    #expect(try await ruck.end(90).summary.duration == 90)
  }

  @Test func `a discarded ruck leaves nothing`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...30)
    try await ruck.library.discardRecording(ruck.id)
    let context = ModelContext(ruck.library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<SessionSegment>()) == 0)
    await #expect(throws: RecordingError.notRecording(ruck.id)) {
      try await ruck.recorder.receive(Walk.location(60), at: Walk.now(60))
    }
  }

  @Test func `a change in the wrong state is rejected`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...90)
    await #expect(throws: RecordingError.notPaused(ruck.id)) { try await ruck.recorder.resume() }
    try await ruck.recorder.pause(now: Walk.now(90))
    await #expect(throws: RecordingError.alreadyPaused(ruck.id)) {
      try await ruck.library.pauseRecording(ruck.id)
    }
    await #expect(throws: RecordingError.invalidExertion(11)) {
      try await ruck.library.endRecording(ruck.id, RecordingEnd(rpe: 11))
    }
    let summary = try await ruck.library.endRecording(ruck.id, RecordingEnd(rpe: 7, notes: "Good"))
    // A ruck that ends in a pause ends with its start.
    #expect(summary.duration == 90)
    #expect(summary.notes == "Good")
    await #expect(throws: RecordingError.alreadyEnded(ruck.id)) {
      try await ruck.library.pauseRecording(ruck.id)
    }
    let unknown = UUID()
    await #expect(throws: RecordingError.notRecording(unknown)) {
      try await ruck.library.endRecording(unknown)
    }
  }

  @Test func `a receiver with another clock defines the times`() async throws {
    let ruck = try await RecordedRuck()
    let old = Walk.start - 4_000_000
    for second in stride(from: 0.0, through: 120, by: 5) {
      let location = Walk.location(second)
      try await ruck.recorder.receive(
        CLLocation(
          coordinate: location.coordinate, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: -1,
          timestamp: old + second), at: Walk.now(second + 3))
    }
    let running = try #require(await ruck.recorder.snapshot())
    // The receiver needed three seconds for its first fix.
    #expect(abs(running.startedAt.timeIntervalSince(old) + 3) < 0.01)
    #expect(abs(running.elapsed(at: Walk.now(133)) - 133) < 0.01)
    let summary = try await ruck.library.endRecording(ruck.id)
    #expect(abs(summary.duration - 123) < 0.01)
  }

  @Test func `a clock that is set during a recording breaks no distance`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...100)
    // The clock jumps by three hours, and then by years.
    for jump in [10_800.0, 1e9] {
      try await ruck.recorder.pause(now: Walk.now(101 + jump))
      try await ruck.recorder.resume(now: Walk.now(102 + jump))
      try await ruck.recorder.changeLoad(LoadChange(packWeight: 15), now: Walk.now(103 + jump))
    }
    try await ruck.walk(105...200)
    let running = try #require(await ruck.recorder.snapshot())
    #expect(abs(running.distance - 195 * Walk.speed) < 1)
    #expect(running.pausedTime <= 5)
  }

  @Test func `a ruck that was started without a recording can change its load`() async throws {
    let container = try RuckMapStore.inMemory()
    let library = RuckLibrary(modelContainer: container)
    let actor = RuckMapDataActor(modelContainer: container)
    let user = try await actor.createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let id = try await actor.startRuckingSession(
      userId: user.id, packWeight: 40, startDate: Walk.start
    ).get().id
    let recorder = try await RuckRecorder.open(library, ruck: id)
    for second in 0...200 {
      if second == 101 {
        try await recorder.changeLoad(
          LoadChange(packWeight: 0), at: Walk.now(101), now: Walk.now(101))
      }
      try await recorder.receive(Walk.location(Double(second)), at: Walk.now(Double(second)))
    }
    _ = try await recorder.end(RecordingEnd(date: Walk.now(200)), now: Walk.now(200))
    let session = try #require(
      try ModelContext(container).fetch(RuckingSession.completedSessions).first)
    let loads = session.segments.filter { $0.kind == .load }.sorted { $0.index < $1.index }
    #expect(loads.map(\.packWeight) == [40, 0])
    #expect(loads[0].calories > loads[1].calories)
  }

  @Test(arguments: ["stravavis__activity_7348460494.gpx", "gpsd__haicom-305N.log"])
  func `a recorded file is replayed into a ruck`(_ name: String) async throws {
    let source = try ReplayLocationSource(contentsOf: Fixture.url(name), speed: .infinity)
    #expect(source.locations.count > 10)
    let library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let id = try await library.startRecording(RecordingOptions(packWeight: 10)).id
    let recorder = try await RuckRecorder.open(library, ruck: id)
    for await event in source.events() {
      if case .location(let location) = event { try await recorder.receive(location) }
    }
    let running = try #require(await recorder.snapshot())
    #expect(running.points > 1)
    let first = try #require(source.locations.first?.timestamp)
    #expect(abs(running.startedAt.timeIntervalSince(first)) < 120)
  }

  @Test(arguments: ["stravavis__empty-trkseg.gpx", "formulas.json"])
  func `a file without timed positions is not replayed`(_ name: String) {
    #expect(throws: (any Error).self) { try ReplayLocationSource(contentsOf: Fixture.url(name)) }
  }
}
