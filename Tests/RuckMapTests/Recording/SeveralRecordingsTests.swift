// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import SwiftData
import Testing

/// The decision between running rucks that devices have started apart.
@Suite(.timeLimit(.minutes(2))) struct SeveralRecordingsTests {
  private let container: ModelContainer
  private let library: RuckLibrary

  init() throws {
    container = try RuckMapStore.inMemory()
    library = RuckLibrary(modelContainer: container)
  }

  /// Starts a ruck as another device does that has not received the first one.
  @discardableResult
  private func start(_ seconds: ClosedRange<Int>?, startedAt start: Double) async throws -> UUID {
    let context = ModelContext(container)
    let others = try context.fetch(
      FetchDescriptor<RuckingSession>(predicate: #Predicate { !$0.isCompleted }))
    for other in others { other.isCompleted = true }
    try context.save()
    let id = try await library.startRecording(
      RecordingOptions(packWeight: 15), at: Walk.now(start)
    ).id
    for other in others { other.isCompleted = false }
    try context.save()
    guard let seconds else { return id }
    let recorder = try await RuckRecorder.open(library, ruck: id)
    for second in seconds {
      try await recorder.receive(Walk.location(Double(second)), at: Walk.now(Double(second)))
    }
    return id
  }

  @Test func `one ruck or none is no question`() async throws {
    #expect(try await library.competingRecordings().isEmpty)
    try await start(0...10, startedAt: 0)
    #expect(try await library.competingRecordings().isEmpty)
  }

  @Test func `rucks of two users are no question`() async throws {
    let own = try await start(0...10, startedAt: 0)
    let actor = RuckMapDataActor(modelContainer: container)
    let user = try await actor.createUser(
      email: "kim@example.com", displayName: "Kim", persona: .general
    ).get()
    _ = try await actor.startRuckingSession(
      userId: user.id, packWeight: 20, startDate: Walk.start
    ).get()
    #expect(try await library.activeRecordings().count == 2)
    #expect(try await library.competingRecordings().isEmpty)
    #expect(try await library.continueRecording(own).ended.isEmpty)
    #expect(try await library.activeRecordings().count == 2)
  }

  @Test func `the chosen ruck goes on, and the others are ended with all positions`() async throws {
    let first = try await start(0...300, startedAt: 0)
    let short = try await start(310...340, startedAt: 310)
    let chosen = try await start(400...500, startedAt: 400)
    #expect(try await library.competingRecordings().map(\.id) == [first, short, chosen])
    let result = try await library.continueRecording(chosen, now: Walk.now(2_000))
    #expect(result.ruck.id == chosen)
    #expect(result.ended.map(\.id) == [first, short])
    #expect(result.ended.map(\.points) == [61, 7])
    #expect(result.ended.map(\.duration) == [300, 30])
    #expect(result.deleted == 0)
    #expect(try await library.activeRecordings().map(\.id) == [chosen])
    #expect(try await library.competingRecordings().isEmpty)
    #expect(Set(try await library.rucks().map(\.id)) == [first, short])
  }

  @Test func `a ruck that has no position after a minute is ended, and a newer one deleted`()
    async throws
  {
    let old = try await start(nil, startedAt: 0)
    let new = try await start(nil, startedAt: 590)
    let chosen = try await start(0...10, startedAt: 0)
    let result = try await library.continueRecording(chosen, now: Walk.now(600))
    #expect(result.ended.map(\.id) == [old])
    #expect(result.deleted == 1)
    #expect(try await library.recording(new) == nil)
  }

  @Test func `rucks that follow each other are joined, and undo separates them`() async throws {
    let first = try await start(0...300, startedAt: 0)
    let second = try await start(400...500, startedAt: 400)
    let joined = try await library.joinRecordings([second, first], now: Walk.now(2_000))
    #expect(joined.id == first)
    #expect(joined.points == 61 + 21)
    #expect(abs(joined.distance - 400 * Walk.speed) < 1)
    #expect(try await library.activeRecordings().isEmpty)
    try await library.undoTrackEdit()
    #expect(Set(try await library.rucks().map(\.id)) == [first, second])
  }

  @Test func `rucks that are too far apart are not joined, and keep running`() async throws {
    let first = try await start(0...300, startedAt: 0)
    let later = 31 * 86_400
    let second = try await start(later...(later + 100), startedAt: Double(later))
    await #expect(throws: TrackEditError.tooFarApart) {
      try await library.joinRecordings([first, second], now: Walk.now(Double(later) + 2_000))
    }
    #expect(try await library.activeRecordings().map(\.id) == [first, second])
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `a ruck on an unknown route is not started`() async throws {
    await #expect(throws: RuckObjectError.self) {
      try await library.startRecording(
        RecordingOptions(packWeight: 15, routeID: UUID()), at: Walk.start)
    }
    #expect(try await library.activeRecordings().isEmpty)
    var item = RouteItem()
    item.name = "Ridge"
    let route = try await library.insert(item)
    let ruck = try await library.startRecording(
      RecordingOptions(packWeight: 15, routeID: route.id), at: Walk.start)
    #expect(try await library.activeRecordings().map(\.id) == [ruck.id])
  }

  @Test func `rucks of the same time are not joined, and keep running`() async throws {
    let first = try await start(0...300, startedAt: 0)
    let second = try await start(200...500, startedAt: 200)
    await #expect(throws: RecordingError.overlapping) {
      try await library.joinRecordings([first, second])
    }
    await #expect(throws: RecordingError.tooFewRunning) {
      try await library.joinRecordings([first])
    }
    let empty = try await start(nil, startedAt: 600)
    await #expect(throws: RecordingError.withoutPositions(empty)) {
      try await library.joinRecordings([empty, first])
    }
    #expect(try await library.activeRecordings().count == 3)
  }

  @Test func `a ruck that has ended can't go on`() async throws {
    let first = try await start(0...100, startedAt: 0)
    let second = try await start(0...100, startedAt: 0)
    _ = try await library.endRecording(first)
    await #expect(throws: RecordingError.alreadyEnded(first)) {
      try await library.continueRecording(first)
    }
    #expect(try await library.activeRecordings().map(\.id) == [second])
  }

  @Test func `an expected return is stored, changed and removed`() async throws {
    let end = Walk.now(3_600)
    let id = try await library.startRecording(
      RecordingOptions(packWeight: 5, expectedEnd: end), at: Walk.start
    ).id
    #expect(try await library.recording(id)?.expectedEnd == end)
    let later = Date(timeIntervalSinceReferenceDate: 1_000_000_000)
    let changed = try await library.expectReturn(
      of: id, at: later, now: later.addingTimeInterval(-60))
    #expect(changed.expectedEnd == later)
    #expect(try await library.expectReturn(of: id, at: nil).expectedEnd == nil)
  }

  @Test(arguments: [-1.0, 0.0, 31.0 * 86_400])
  func `an impossible return is rejected`(_ seconds: Double) async throws {
    let end = Walk.now(seconds)
    await #expect(throws: RecordingError.invalidReturn) {
      try await library.startRecording(
        RecordingOptions(packWeight: 5, expectedEnd: end), at: Walk.start)
    }
    #expect(try await library.activeRecordings().isEmpty)
    let id = try await library.startRecording(RecordingOptions(packWeight: 5), at: Walk.start).id
    await #expect(throws: RecordingError.invalidReturn) {
      try await library.expectReturn(of: id, at: end, now: Walk.start)
    }
  }
}
