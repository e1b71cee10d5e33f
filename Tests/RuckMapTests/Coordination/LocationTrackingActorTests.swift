// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Geodesy
import RuckMap
import Testing

@Suite(.timeLimit(.minutes(15))) struct LocationTrackingActorTests {
  private let library: RuckLibrary

  init() throws { library = RuckLibrary(modelContainer: try RuckMapStore.inMemory()) }

  /// A delegate that counts locations, and calls the actor again.
  private actor Delegate: LocationTrackingDelegate {
    private let tracking: LocationTrackingActor
    private(set) var count = 0

    init(_ tracking: LocationTrackingActor) { self.tracking = tracking }

    func locationUpdated(_ location: CLLocation) async {
      count += 1
      _ = await tracking.recentLocations
    }
  }

  @Test func `concurrent starts begin one ruck`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let session = try? await tracking.createSession(
            from: nil, options: RecordingOptions(packWeight: 10))
          return session != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results == 1)
    #expect(
      try await library.activeRecordings().map(\.id) == [try #require(await tracking.sessionID)])
  }

  @Test func `concurrent updates store each position once, in the order of time`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    let id = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    await withTaskGroup(of: Void.self) { group in
      for second in 0..<300 {
        group.addTask { try? await tracking.updateSession(with: Walk.location(Double(second))) }
      }
    }
    let ruck = try #require(try await library.recording(id))
    #expect(ruck.points >= 1)
    let summary = try await tracking.endSession(RecordingEnd(date: Walk.now(400)))
    let times = try #require(try await library.ruck(summary.id)).track.compactMap(\.timestamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(await tracking.recentLocations.count == 100)
  }

  @Test func `a delegate may call the actor while it is called`() async throws {
    let tracking = try LocationTrackingActor(library: library, bufferSize: 3)
    let delegate = Delegate(tracking)
    await tracking.setDelegate(delegate)
    for second in 0..<5 { await tracking.addLocation(Walk.location(Double(second))) }
    #expect(await delegate.count == 5)
    #expect(await tracking.recentLocations.map(\.timestamp) == [2, 3, 4].map { Walk.now($0) })
    await tracking.cleanup().value
    #expect(await tracking.recentLocations.isEmpty)
  }

  @Test func `the delegate is not retained`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    var delegate: Delegate? = Delegate(tracking)
    await tracking.setDelegate(delegate)
    #expect(await tracking.delegate != nil)
    delegate = nil
    #expect(await tracking.delegate == nil)
  }

  @Test func `a ruck that was ended elsewhere is left`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    let id = try await tracking.createSession(
      from: Walk.location(0), options: RecordingOptions(packWeight: 10)
    ).id
    for second in [60, 120] {
      try await tracking.updateSession(with: Walk.location(Double(second)))
    }
    _ = try await library.endRecording(id)
    try await tracking.updateSession(with: Walk.location(180))
    #expect(await tracking.sessionID == nil)
    await #expect(throws: RecordingError.self) { try await tracking.endSession() }
  }

  @Test func `of concurrent ends one completes the ruck, and publishes it`() async throws {
    let bus = EventBus()
    let log = EventLog()
    await bus.subscribe(to: SessionCompleted.self) { await log.add("end \($0.sessionID)") }
    let tracking = try LocationTrackingActor(library: library, events: bus)
    let id = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    for second in [0, 90] {
      try await tracking.updateSession(with: Walk.location(Double(second)))
    }
    let ended = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (try? await tracking.endSession(RecordingEnd(date: Walk.now(90)))) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ended == 1)
    #expect(await log.entries == ["end \(id)"])
    #expect(await tracking.sessionID == nil)
  }

  @Test func `locations beside an end are stored or only buffered`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    let id = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    for second in [0, 90] {
      try await tracking.updateSession(with: Walk.location(Double(second)))
    }
    await withTaskGroup(of: Void.self) { group in
      for second in 95..<145 {
        group.addTask { try? await tracking.updateSession(with: Walk.location(Double(second))) }
      }
      group.addTask { _ = try? await tracking.endSession(RecordingEnd(date: Walk.now(150))) }
    }
    #expect(await tracking.recentLocations.count == 52)
    let detail = try #require(try await library.ruck(id))
    #expect(detail.summary.points == detail.track.count)
    let times = detail.track.compactMap(\.timestamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // The next ruck is recorded by the same actor.
    let next = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    #expect(await tracking.sessionID == next)
  }

  @Test func `a cancelled start begins one ruck or none`() async throws {
    let tracking = try LocationTrackingActor(library: library)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try? await tracking.createSession(
        from: Walk.location(0), options: RecordingOptions(packWeight: 10)
      ).id
    }
    task.cancel()
    let id = await task.value
    let running = try await library.activeRecordings().map(\.id)
    if let id { #expect(running == [id]) }
    #expect(running.count <= 1)
    if running.isEmpty {
      _ = try await tracking.createSession(
        from: nil, options: RecordingOptions(packWeight: 10))
    }
    #expect(try await library.activeRecordings().count == 1)
  }

  @Test func `a location of a cancelled task is buffered, and the next one is stored`() async throws
  {
    let tracking = try LocationTrackingActor(library: library)
    let id = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try? await tracking.updateSession(with: Walk.location(0))
    }
    task.cancel()
    await task.value
    #expect(await tracking.recentLocations.count == 1)
    let before = try #require(try await library.recording(id)).points
    try await tracking.updateSession(with: Walk.location(30))
    #expect(try await library.recording(id)?.points == before + 1)
    #expect(await tracking.sessionID == id)
  }

  @Test func `starts, positions and ends are published`() async throws {
    let bus = EventBus()
    let log = EventLog()
    await bus.subscribe(to: RuckingSessionStarted.self) { await log.add("start \($0.sessionID)") }
    await bus.subscribe(to: LocationUpdated.self) { await log.add("location \($0.sessionId)") }
    await bus.subscribe(to: SessionCompleted.self) { event in
      // The start precedes the first location by the time until it was processed.
      #expect(event.stats.time >= 90)
      await log.add("end \(event.sessionID)")
    }
    let tracking = try LocationTrackingActor(library: library, events: bus)
    let id = try await tracking.createSession(
      from: nil, options: RecordingOptions(packWeight: 10)
    ).id
    for second in [0, 1, 90] {
      try await tracking.updateSession(with: Walk.location(Double(second)))
    }
    _ = try await tracking.endSession(RecordingEnd(date: Walk.now(90)))
    #expect(
      await log.entries == ["start \(id)", "location \(id)", "location \(id)", "end \(id)"])
  }
}

/// The events of a test.
actor EventLog {
  private(set) var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
}
