// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData
import Synchronization
import Testing
import TravelFiles

@testable import TripPlanner

/// An adapter that records pushes, fails on demand, and returns prepared envelopes.
private final class RecordingAdapter: CloudKitSyncAdapter {
  struct Unreachable: Error {}

  private struct State {
    var pushed: [ChangeEnvelope] = []
    var remote: [ChangeEnvelope] = []
    var fails = false
  }

  private let state = Mutex(State())

  var pushed: [ChangeEnvelope] { state.withLock { $0.pushed } }
  func setFails(_ fails: Bool) { state.withLock { $0.fails = fails } }
  func add(remote: [ChangeEnvelope]) { state.withLock { $0.remote += remote } }

  func push(_ envelopes: [ChangeEnvelope]) async throws {
    try state.withLock { state in
      if state.fails { throw Unreachable() }
      state.pushed += envelopes
    }
  }

  func pull() async throws -> [ChangeEnvelope] {
    state.withLock { state in
      defer { state.remote = [] }
      return state.remote
    }
  }

  func lastSyncedAt(_ cloudIdentifier: String) async throws -> Date? { nil }
}

/// An adapter that counts the pushes that run at one time.
private actor SlowAdapter: CloudKitSyncAdapter {
  private(set) var pushed: [UUID] = []
  private(set) var highestCount = 0
  private var count = 0

  func push(_ envelopes: [ChangeEnvelope]) async throws {
    count += 1
    highestCount = max(highestCount, count)
    for _ in 0..<100 { await Task.yield() }
    pushed += envelopes.map(\.objectID)
    count -= 1
  }

  func pull() async throws -> [ChangeEnvelope] { [] }

  func lastSyncedAt(_ cloudIdentifier: String) async throws -> Date? { nil }
}

/// The persistence layer, by the names of the plan.
struct TripDataPersistenceTests {
  private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 16))

  private func makeController(
    _ adapter: RecordingAdapter = RecordingAdapter(), isOnline: Bool = true,
    clock: TestClock = TestClock()
  ) throws -> TripDataController {
    TripDataController(
      container: try TripStore.inMemory(), adapter: adapter, isOnline: isOnline,
      clock: clock.function)
  }

  private func trip(_ title: String) -> TripSnapshot {
    var trip = TripSnapshot(id: id, at: Date(timeIntervalSinceReferenceDate: 0))
    trip.title = title
    return trip
  }

  @Test func testMigrationPlanBootstrapsContainer() throws {
    let folder = try TemporaryFolder()
    let container = try TripStore.container(directory: folder.url)
    #expect(
      Set(container.schema.entities.map(\.name)).isSuperset(of: [
        "UserProfile", "Trip", "Segment", "DayPlanItem", "Place", "Route", "PackingItem",
        "DocumentAsset", "Collaborator", "ActivityLog",
      ]))
    #expect(TripDataMigrationPlan.schemas.count == TripDataMigrationPlan.stages.count + 1)
    let file = folder.url.appending(path: "tripplanner.store").path(percentEncoded: false)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func testCRUDWithDeterministicIDs() async throws {
    let trips = try makeController().trips
    let inserted = try await trips.insert(trip("First"))
    #expect(inserted.id == id && inserted.createdAt == inserted.updatedAt)
    var changed = inserted
    changed.title = "Second"
    let updated = try await trips.update(changed)
    #expect(updated.title == "Second" && updated.updatedAt > inserted.updatedAt)
    try await trips.softDelete(id)
    let deleted = try #require(try await trips.fetch(id))
    #expect(deleted.isDeleted && deleted.deletedAt != nil)
    #expect(try await trips.fetch().isEmpty)
    #expect(try await trips.fetch(includingDeleted: true).count == 1)
    try await trips.hardDelete(id)
    #expect(try await trips.fetch(id) == nil)
  }

  @Test func `inserting a taken identifier is an error and replaces nothing`() async throws {
    let trips = try makeController().trips
    try await trips.insert(trip("First"))
    await #expect(throws: TripLibraryError.identifierTaken(id.uuidString)) {
      try await trips.insert(trip("Second"))
    }
    #expect(try await trips.fetch(id)?.title == "First")
  }

  @Test func `generic code and predicates read the tombstone`() async throws {
    let trips = try makeController().trips
    try await trips.insert(trip("Deleted"))
    try await trips.softDelete(id)
    var other = TripSnapshot()
    other.title = "Alive"
    try await trips.insert(other)
    let deleted = try await trips.fetch(#Predicate { $0.isDeleted }, includingDeleted: true)
    #expect(deleted.map(\.title) == ["Deleted"])
    let alive = try await trips.fetch(#Predicate { !$0.isDeleted && $0.title == "Alive" })
    #expect(alive.map(\.id) == [other.id])
  }

  @Test func `observers of a repository see each save`() async throws {
    let controller = try makeController()
    var changes = controller.trips.changes().makeAsyncIterator()
    try await controller.trips.insert(trip("Seen"))
    let change = try await changes.next()
    #expect(change?.inserted.count == 1)
  }

  @Test func testOfflineQueueReplaysWhenOnline() async throws {
    let adapter = RecordingAdapter()
    let controller = try makeController(adapter, isOnline: false)
    try await controller.trips.insert(trip("Offline"))
    var changed = trip("Renamed")
    changed.destination = "Wien"
    try await controller.trips.update(changed)
    try await controller.coordinator.sync()
    #expect(adapter.pushed.isEmpty)
    #expect(try await controller.coordinator.pending().count == 2)
    try await controller.coordinator.setOnline(true)
    #expect(adapter.pushed.count == 2)
    #expect(adapter.pushed.last?.values == ["title": "Renamed", "destination": "Wien"])
    #expect(try await controller.coordinator.pending().isEmpty)
  }

  @Test func `pending changes survive failures and a restart`() async throws {
    let folder = try TemporaryFolder()
    let adapter = RecordingAdapter()
    adapter.setFails(true)
    do {
      let controller = TripDataController(
        container: try TripStore.container(directory: folder.url), adapter: adapter)
      try await controller.trips.insert(trip("Kept"))
      await #expect(throws: RecordingAdapter.Unreachable.self) {
        try await controller.coordinator.sync()
      }
      #expect(try await controller.coordinator.pending().count == 1)
    }
    adapter.setFails(false)
    let controller = TripDataController(
      container: try TripStore.container(directory: folder.url), adapter: adapter)
    try await controller.coordinator.sync()
    try await controller.coordinator.sync()
    #expect(adapter.pushed.map(\.objectID) == [id])
  }

  private func envelope(
    _ values: [String: String], at milliseconds: Int64, node: UInt64 = 7,
    kind: ChangeEnvelope.Kind = .update, cleared: [String] = []
  ) -> ChangeEnvelope {
    let time = HybridTimestamp(milliseconds: milliseconds, node: node)
    return ChangeEnvelope(
      id: UUID(), kind: kind, entity: "Trip", objectID: id, values: values,
      clocks: Dictionary(uniqueKeysWithValues: (values.keys + cleared).map { ($0, time) }),
      token: 1)
  }

  private func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1000) }

  @Test func testLastWriterWins() async throws {
    let controller = try makeController()
    try await controller.trips.insert(trip("Local"))
    let now = milliseconds(Date())
    // An earlier write loses and is logged, a later one wins.
    let lost = try await controller.coordinator.apply([
      envelope(["title": "Earlier"], at: now - 3_600_000)
    ])
    #expect(lost.map(\.value) == ["Earlier"] && lost.allSatisfy { !$0.isLocal })
    #expect(try await controller.trips.fetch(id)?.title == "Local")
    let replaced = try await controller.coordinator.apply([
      envelope(["title": "Later"], at: now + 3_600_000)
    ])
    #expect(replaced.map(\.value) == ["Local"] && replaced.allSatisfy(\.isLocal))
    #expect(try await controller.trips.fetch(id)?.title == "Later")
    #expect(
      try await controller.coordinator.overwrittenValues().map(\.value) == ["Earlier", "Local"])
  }

  @Test func `offline edits of two properties are both kept`() async throws {
    let controller = try makeController()
    try await controller.trips.insert(trip("Start"))
    var local = try #require(try await controller.trips.fetch(id))
    local.title = "Ours"
    try await controller.trips.update(local)
    let lost = try await controller.coordinator.apply([
      envelope(["destination": "Theirs"], at: milliseconds(Date()) + 1000)
    ])
    let merged = try #require(try await controller.trips.fetch(id))
    #expect(merged.title == "Ours" && merged.destination == "Theirs")
    #expect(lost.isEmpty)
  }

  @Test func `equal times converge by device`() async throws {
    var titles: Set<String> = []
    for order in [[0, 1], [1, 0], [0, 1, 0]] {
      let controller = try makeController()
      try await controller.trips.insert(trip("Base"))
      let now = milliseconds(Date()) + 60_000
      let envelopes = [
        envelope(["title": "Device 3"], at: now, node: 3),
        envelope(["title": "Device 9"], at: now, node: 9),
      ]
      for index in order { try await controller.coordinator.apply([envelopes[index]]) }
      titles.insert(try await controller.trips.fetch(id)?.title ?? "")
    }
    #expect(titles == ["Device 9"])
  }

  @Test func testPulledDeletionsBecomeTombstones() async throws {
    let adapter = RecordingAdapter()
    let controller = try makeController(adapter)
    try await controller.trips.insert(trip("Doomed"))
    try await controller.coordinator.sync()
    let later = milliseconds(Date()) + 60_000
    adapter.add(remote: [envelope(["isDeleted": "true"], at: later, kind: .purge)])
    try await controller.coordinator.sync()
    let deleted = try #require(try await controller.trips.fetch(id))
    #expect(deleted.isDeleted && deleted.deletedAt != nil)
    // The merged deletion is no local change.
    #expect(try await controller.coordinator.pending().isEmpty)
    #expect(adapter.pushed.count == 1)
  }

  @Test func `a remote object is created with its relationships`() async throws {
    let controller = try makeController()
    let time = HybridTimestamp(milliseconds: milliseconds(Date()), node: 5)
    let segment = UUID()
    try await controller.coordinator.apply([
      ChangeEnvelope(
        id: UUID(), kind: .update, entity: "Segment", objectID: segment,
        values: ["title": "Night train", "trip": id.uuidString],
        clocks: ["title": time, "trip": time], token: 1),
      envelope(["title": "Parent"], at: milliseconds(Date())),
    ])
    let stored = try #require(try await controller.segments.fetch(segment))
    #expect(stored.title == "Night train" && stored.tripID == id)
  }

  @Test func `the service reports its status and date`() async throws {
    let adapter = RecordingAdapter()
    let controller = try makeController(adapter, isOnline: false)
    let environment = await AppEnvironment(isOnline: false)
    let service = SyncService(coordinator: controller.coordinator, environment: environment)
    await service.syncNow()
    #expect(await service.syncStatus == .offline)
    adapter.setFails(true)
    await service.setOnline(true)
    guard case .failed = await service.syncStatus else {
      Issue.record("a failed sync has no error")
      return
    }
    adapter.setFails(false)
    await service.syncNow()
    #expect(await service.syncStatus == .idle)
    let date = await service.lastSyncDate
    #expect(date != nil)
    #expect(await environment.syncStatus == .idle)
    #expect(await environment.lastSyncDate == date)
  }

  @Test func `a connection that was never lost reports no sync`() async throws {
    let adapter = RecordingAdapter()
    let controller = try makeController(adapter)
    let service = SyncService(coordinator: controller.coordinator)
    adapter.setFails(true)
    try await controller.trips.insert(trip("Pending"))
    await service.syncNow()
    await service.setOnline(true)
    guard case .failed = await service.syncStatus else {
      Issue.record("the failed sync counts as done")
      return
    }
    #expect(await service.lastSyncDate == nil)
  }

  @Test func `syncs at one time send each change once`() async throws {
    let adapter = SlowAdapter()
    let controller = TripDataController(container: try TripStore.inMemory(), adapter: adapter)
    try await controller.trips.insert(trip("Once"))
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await controller.coordinator.sync() } }
      try await group.waitForAll()
    }
    #expect(await adapter.pushed == [id])
    #expect(await adapter.highestCount == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a scheduled sync sends changes until it is stopped`() async throws {
    let adapter = RecordingAdapter()
    let controller = try makeController(adapter)
    let service = SyncService(coordinator: controller.coordinator)
    try await controller.trips.insert(trip("Scheduled"))
    await service.scheduleBackgroundSync(every: .milliseconds(5))
    while await service.lastSyncDate == nil { await Task.yield() }
    await service.stopBackgroundSync()
    #expect(adapter.pushed.map(\.objectID) == [id])
  }

  #if DEBUG
    @Test func `the preview harness has three trips in five zones`() async throws {
      let controller = try await TripDataPreviewHarness.makeInMemoryController()
      #expect(try await controller.trips.fetch().count == 3)
      let zones = Set(
        try await controller.segments.fetch().flatMap { [$0.departureTime, $0.arrivalTime] }
          .compactMap { $0?.zone.identifier })
      #expect(zones.count >= 5)
      let flight = try #require(
        try await controller.segments.fetch().first { $0.originName == "AKL" })
      #expect(flight.duration == TimeInterval(44_700))  // 12:25 h
      let train = try #require(
        try await controller.segments.fetch().first { $0.mode == .train })
      // One hour more than the clocks show, since they are set back.
      #expect(train.duration == TimeInterval(39_960))  // 11:06 h
    }
  #endif
}
