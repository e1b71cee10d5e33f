// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import SwiftData
import Testing

/// Concurrent and cancelled calls of the actor that stores a recording.
@Suite(.timeLimit(.minutes(15))) struct RuckRecorderConcurrencyTests {
  private func points(_ ruck: RecordedRuck) throws -> [LocationPoint] {
    try ModelContext(ruck.library.modelContainer).fetch(
      FetchDescriptor<LocationPoint>(sortBy: [SortDescriptor(\.index)]))
  }

  /// Expects times in order, and numbers without a gap.
  private func expectOrder(of points: [LocationPoint]) {
    let times = points.compactMap(\.timestamp)
    #expect(times.count == points.count)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(points.map(\.index) == Array(points.indices))
  }

  @Test func `concurrent locations are stored once each, in the order of time`() async throws {
    let ruck = try await RecordedRuck()
    let stored = await withTaskGroup(of: Bool.self) { group in
      for second in 0..<200 {
        group.addTask {
          let location = Walk.location(Double(second / 2 * 5))
          let outcome = try? await ruck.recorder.receive(location, at: location.timestamp)
          if case .stored = outcome { return true }
          return false
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let points = try points(ruck)
    #expect(stored >= 1 && points.count == stored)
    expectOrder(of: points)
  }

  @Test func `two recorders of one ruck store each position once`() async throws {
    let ruck = try await RecordedRuck()
    let other = try await RuckRecorder.open(ruck.library, ruck: ruck.id)
    for second in stride(from: 0, through: 100, by: 5) {
      let location = Walk.location(Double(second))
      let outcomes = await withTaskGroup(of: RuckRecorder.Outcome?.self) { group in
        for recorder in [ruck.recorder, other] {
          group.addTask { try? await recorder.receive(location, at: location.timestamp) }
        }
        return await group.reduce(into: [RuckRecorder.Outcome?]()) { $0.append($1) }
      }
      let stored = outcomes.count { if case .stored = $0 { true } else { false } }
      #expect(stored == 1, "second \(second): \(outcomes)")
    }
    let points = try points(ruck)
    #expect(points.count == 21)
    expectOrder(of: points)
    let running = try #require(try await ruck.library.recording(ruck.id))
    #expect(abs(running.distance - 100 * Walk.speed) < 0.1)
  }

  @Test func `a pause between concurrent locations is stored as a whole`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...60)
    await withTaskGroup(of: Void.self) { group in
      for second in stride(from: 65, through: 300, by: 5) {
        group.addTask {
          let location = Walk.location(Double(second))
          _ = try? await ruck.recorder.receive(location, at: location.timestamp)
        }
      }
      group.addTask { _ = try? await ruck.recorder.pause(at: Walk.now(62), now: Walk.now(62)) }
    }
    #expect(try await ruck.recorder.snapshot()?.phase == .paused)
    let points = try points(ruck)
    expectOrder(of: points)
    try await ruck.recorder.resume(at: Walk.now(400), now: Walk.now(400))
    let outcome = try await ruck.recorder.receive(Walk.location(405), at: Walk.now(405))
    guard case .stored = outcome else {
      Issue.record("not stored: \(outcome)")
      return
    }
    #expect(try self.points(ruck).count == points.count + 1)
  }

  @Test func `of concurrent ends one completes the ruck`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...120)
    let ended = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let summary = try? await ruck.recorder.end(
            RecordingEnd(date: Walk.now(120)), now: Walk.now(120))
          return summary != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ended == 1)
    let context = ModelContext(ruck.library.modelContainer)
    #expect(try context.fetch(RuckingSession.completedSessions).map(\.id) == [ruck.id])
    let entries = try context.fetch(FetchDescriptor<SocialActivity>())
    #expect(entries.count { $0.kind == .sessionCompleted } == 1)
    // A location after the end is not stored.
    let late = try await ruck.recorder.receive(Walk.location(200), at: Walk.now(200))
    #expect(late == .rejected(.invalid))
    #expect(try points(ruck).count == 25)
  }

  @Test func `a location of a cancelled task is stored as a whole or not at all`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...0)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try? await ruck.recorder.receive(Walk.location(5), at: Walk.now(5))
    }
    task.cancel()
    var count = 1
    if case .stored = await task.value { count += 1 }
    #expect(try points(ruck).count == count)
    #expect(try await ruck.library.recording(ruck.id)?.points == count)
    // The next locations are stored.
    try await ruck.walk(10...60)
    let stored = try points(ruck)
    #expect(stored.count == count + 11)
    expectOrder(of: stored)
  }

  @Test func `a cancelled end leaves the ruck running or completed`() async throws {
    let ruck = try await RecordedRuck()
    try await ruck.walk(0...120)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try? await ruck.recorder.end(
        RecordingEnd(date: Walk.now(120)), now: Walk.now(120))
    }
    task.cancel()
    let isEnded = await task.value != nil
    #expect(try await ruck.library.activeRecordings().isEmpty == isEnded)
    let context = ModelContext(ruck.library.modelContainer)
    #expect(try context.fetchCount(RuckingSession.completedSessions) == (isEnded ? 1 : 0))
    #expect(try points(ruck).count == 25)
    if !isEnded {
      _ = try await ruck.recorder.end(RecordingEnd(date: Walk.now(120)), now: Walk.now(120))
    }
    #expect(try await ruck.library.activeRecordings().isEmpty)
  }
}
