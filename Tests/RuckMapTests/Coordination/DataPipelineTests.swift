// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import Testing

/// A store of unsent changes and a connection that sends them.
private actor Outbox: UnsyncedDataSource, NetworkService {
  private var sessions: [UUID]
  private(set) var batches: [UnsyncedDataBatch] = []
  private(set) var reads = 0
  private var failures = 0
  private var gate: CheckedContinuation<Void, Never>?
  private var isGated = false

  init(_ count: Int) { sessions = (0..<count).map { _ in UUID() } }

  func fail(_ count: Int) { failures = count }
  func add(_ count: Int) { sessions += (0..<count).map { _ in UUID() } }
  func close() { isGated = true }

  func open() {
    isGated = false
    gate?.resume()
    gate = nil
  }

  var isWaiting: Bool { gate != nil }

  func getUnsyncedData() -> UnsyncedDataBatch {
    reads += 1
    return UnsyncedDataBatch(sessions: sessions)
  }

  func sync(_ batch: UnsyncedDataBatch) async throws {
    if isGated { await withCheckedContinuation { gate = $0 } }
    try Task.checkCancellation()
    if failures > 0 {
      failures -= 1
      throw URLError(.notConnectedToInternet)
    }
    batches.append(batch)
    sessions.removeAll { batch.sessions.contains($0) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct DataPipelineTests {
  private func pipeline(_ outbox: Outbox, _ bus: EventBus = EventBus()) -> DataPipeline {
    DataPipeline(
      unsyncedData: outbox, networkService: outbox, eventBus: bus, interval: .milliseconds(20))
  }

  @Test func `unsent changes are sent in batches of fifty`() async throws {
    let outbox = Outbox(120)
    let pipeline = pipeline(outbox)
    #expect(pipeline.connectionStatus == .offline)
    try await pipeline.performSync()
    #expect(await outbox.batches.map(\.totalCount) == [50, 50, 20])
    #expect(pipeline.connectionStatus == .online)
    #expect(pipeline.syncProgress == 1)
  }

  @Test func `concurrent calls share one run`() async throws {
    let outbox = Outbox(10)
    let pipeline = pipeline(outbox)
    await outbox.close()
    let calls = (0..<5).map { _ in Task { try await pipeline.performSync() } }
    try await wait { await outbox.isWaiting ? true : nil }
    #expect(pipeline.connectionStatus == .syncing)
    await outbox.open()
    for call in calls { try await call.value }
    #expect(await outbox.reads == 1)
  }

  @Test func `a failure goes offline, and the next attempt sends`() async throws {
    let outbox = Outbox(10)
    await outbox.fail(1)
    let pipeline = pipeline(outbox)
    await #expect(throws: URLError.self) { try await pipeline.performSync() }
    #expect(pipeline.connectionStatus == .offline)
    #expect(pipeline.error is URLError)
    pipeline.startContinuousSync()
    try await wait { pipeline.connectionStatus == .online ? true : nil }
    #expect(pipeline.error == nil)
    await outbox.add(3)
    try await wait { await outbox.batches.count == 2 ? true : nil }
    pipeline.stopContinuousSync()
  }

  @Test func `a stopped run sends no further batch`() async throws {
    let outbox = Outbox(120)
    let pipeline = pipeline(outbox)
    await outbox.close()
    pipeline.startContinuousSync()
    try await wait { await outbox.isWaiting ? true : nil }
    pipeline.stopContinuousSync()
    await outbox.open()
    try await wait { pipeline.connectionStatus == .offline ? true : nil }
    #expect(await outbox.batches.isEmpty)
    #expect(pipeline.error == nil)
  }

  @Test func `events show the running ruck, and its completion is sent at once`() async throws {
    let (outbox, bus) = (Outbox(1), EventBus())
    let pipeline = pipeline(outbox, bus)
    await pipeline.subscribe()
    await pipeline.subscribe()
    #expect(await bus.subscriptionCount == 3)
    let id = UUID()
    await bus.publish(RuckingSessionStarted(sessionID: id, startLocation: nil))
    #expect(pipeline.activeSessionID == id)
    await bus.publish(LocationUpdated(location: Walk.location(0), sessionId: id))
    #expect(pipeline.activePointCount == 1)
    await bus.publish(
      SessionCompleted(
        sessionID: id, stats: RuckingStats(distance: 1, time: 1, calories: 1, weight: 1)))
    #expect(pipeline.activeSessionID == nil)
    #expect(await outbox.batches.count == 1)
  }

  @Test func `a completion during a run is sent after it`() async throws {
    let (outbox, bus) = (Outbox(1), EventBus())
    let pipeline = pipeline(outbox, bus)
    await pipeline.subscribe()
    let id = UUID()
    await bus.publish(RuckingSessionStarted(sessionID: id, startLocation: nil))
    await outbox.close()
    let run = Task { try await pipeline.performSync() }
    try await wait { await outbox.isWaiting ? true : nil }
    await outbox.add(1)
    let publishing = Task {
      await bus.publish(
        SessionCompleted(
          sessionID: id, stats: RuckingStats(distance: 1, time: 1, calories: 1, weight: 1)))
    }
    try await wait { pipeline.activeSessionID == nil ? true : nil }
    await outbox.open()
    try await run.value
    await publishing.value
    #expect(await outbox.batches.map(\.totalCount) == [1, 1])
    #expect(pipeline.connectionStatus == .online)
  }

  @Test func `a start after a stop sends at once`() async throws {
    let outbox = Outbox(10)
    let pipeline = DataPipeline(
      unsyncedData: outbox, networkService: outbox, eventBus: EventBus(), interval: .seconds(3_600))
    await outbox.close()
    pipeline.startContinuousSync()
    try await wait { await outbox.isWaiting ? true : nil }
    pipeline.stopContinuousSync()
    pipeline.startContinuousSync()
    await outbox.open()
    try await wait { pipeline.connectionStatus == .online ? true : nil }
    #expect(await outbox.batches.map(\.totalCount) == [10])
    pipeline.stopContinuousSync()
  }

  @Test func `a background task sends batches, and cancellation ends all tasks`() async throws {
    let outbox = Outbox(120)
    let manager = BackgroundTaskManager(unsyncedData: outbox, networkService: outbox)
    #expect(try await manager.scheduleBackgroundSync().value == 120)
    #expect(await outbox.batches.map(\.totalCount) == [50, 50, 20])
    #expect(await manager.activeTaskNames.isEmpty)

    await outbox.add(60)
    await outbox.close()
    let tasks = [await manager.scheduleBackgroundSync()]
    try await wait { await outbox.isWaiting ? true : nil }
    let cancelling = Task { await manager.cancelAllTasks() }
    try await wait { tasks[0].isCancelled ? true : nil }
    await outbox.open()
    await cancelling.value
    #expect(await manager.activeTaskNames.isEmpty)
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(await outbox.batches.count == 3)
  }

  @Test(arguments: [(0, 50, 0), (1, 50, 1), (50, 50, 1), (51, 50, 2), (5, 0, 5), (5, -3, 5)])
  func `a batch is divided without loss`(_ count: Int, _ size: Int, _ parts: Int) {
    let ids = (0..<count).map { _ in UUID() }
    let batch = UnsyncedDataBatch(sessions: ids, otherCount: 2 * count)
    let divided = batch.batches(of: size)
    #expect(divided.flatMap(\.sessions) == ids)
    #expect(divided.reduce(0) { $0 + $1.otherCount } == 2 * count)
    #expect(divided.filter { !$0.sessions.isEmpty }.count == parts)
    #expect(divided.allSatisfy { $0.totalCount <= max(1, size) && !$0.isEmpty })
  }
}
