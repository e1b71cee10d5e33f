// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct RuckingSessionManagerTests {
  private let library: RuckLibrary
  private let source = SubmittedLocationSource(authorizationStatus: .authorizedWhenInUse)
  private let options = RecordingOptions(packWeight: 12)

  init() throws { library = RuckLibrary(modelContainer: try RuckMapStore.inMemory()) }

  private func id(_ manager: RuckingSessionManager) -> UUID? {
    if case .recording(let id) = manager.state { id } else { nil }
  }

  @Test func `a stopped recording leaves the ruck open, and a start resumes it`() async throws {
    let manager = RuckingSessionManager(library: library, source: source)
    let first = Task { await manager.startSession(options) }
    let ruck = try await wait { id(manager) }
    manager.stopSession()
    await first.value
    #expect(manager.state == .stopped(ruck))
    #expect(try await library.activeRecordings().map(\.id) == [ruck])

    let second = Task { await manager.startSession(options) }
    try await wait { id(manager) == ruck ? true : nil }
    // The reader starts in a task of its own.
    var second0 = 0
    try await wait {
      source.submit(Walk.location(Double(second0)))
      second0 += 5
      return try await library.recording(ruck)?.points ?? 0 >= 30 ? true : nil
    }
    let summary = try await manager.endSession()
    await second.value
    #expect(summary.id == ruck)
    #expect(manager.state == .idle)
    #expect(try await library.activeRecordings().isEmpty)
  }

  @Test func `a second start stops the first one`() async throws {
    let manager = RuckingSessionManager(library: library, source: source)
    let first = Task { await manager.startSession(options) }
    let ruck = try await wait { id(manager) }
    let second = Task { await manager.startSession(options) }
    await first.value
    try await wait { id(manager) == ruck ? true : nil }
    #expect(try await library.activeRecordings().count == 1)
    manager.stopSession()
    await second.value
    #expect(manager.state == .stopped(ruck))
  }

  @Test func `the end of a replay is reported, and the ruck can be ended`() async throws {
    let walk = ReplayLocationSource((0...90).map { Walk.location(Double($0)) }, speed: .infinity)
    let manager = RuckingSessionManager(library: library, source: walk)
    await manager.startSession(options)
    guard case .exhausted = manager.state else {
      Issue.record("not exhausted: \(manager.state)")
      return
    }
    #expect(try await manager.endSession().points == 19)
  }

  @Test func `a denied permission fails with its reason`() async throws {
    let manager = RuckingSessionManager(library: library, source: source)
    let recording = Task { await manager.startSession(options) }
    _ = try await wait { id(manager) }
    try await wait {
      source.submit(CLError(.denied, "Not here."))
      if case .failed = manager.state { return true }
      return nil
    }
    await recording.value
    #expect(manager.state == .failed("Not here."))
  }
}
