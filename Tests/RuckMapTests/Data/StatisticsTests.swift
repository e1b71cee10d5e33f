// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Synchronization
import Testing

/// Statistics, their cache, and the calculations in the background.
@Suite(.timeLimit(.minutes(15))) struct StatisticsTests {
  static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext
  let user: User

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url)
    context = ModelContext(container)
    user = User(email: "a@example.com", displayName: "A", persona: .general)
    user.timeZoneIdentifier = "Europe/Zurich"
    context.insert(user)
    try context.save()
  }

  @discardableResult
  private func ruck(
    daysAgo: Double, miles: Double, hours: Double, pack: Double = 30,
    in context: ModelContext? = nil
  ) throws -> RuckingSession {
    let context = context ?? self.context
    let owner = try context.fetch(User.descriptor(id: user.id)).first
    let session = RuckingSession(
      startDate: Self.now - daysAgo * 86400, packWeight: pack, user: owner)
    context.insert(session)
    session.elevationGain = 100
    try session.completeSession(
      endDate: session.startDate + hours * 3600, finalDistance: miles)
    try context.save()
    return session
  }

  @Test func `totals are computed in the store`() async throws {
    let rucks = [
      try ruck(daysAgo: 0, miles: 4, hours: 1, pack: 20),
      try ruck(daysAgo: 1, miles: 6, hours: 2, pack: 40),
      try ruck(daysAgo: 5, miles: 2, hours: 1, pack: 60),
    ]
    context.insert(RuckingSession(startDate: Self.now, packWeight: 99, user: user))
    try context.save()
    let statistics = try #require(
      try await BackgroundDataProcessor(modelContainer: container)
        .calculateUserStatistics(for: user.id, now: Self.now))
    #expect(statistics.totalSessions == 3)
    #expect(statistics.totalDistance == 12)
    #expect(statistics.totalTime == 4 * 3600)
    #expect(abs(statistics.totalCalories - rucks.reduce(0) { $0 + $1.calories }) < 1e-6)
    #expect(statistics.averagePackWeight == 40)
    #expect(statistics.longestSession == 6)
    #expect(statistics.fastestPace == 15)
    #expect(statistics.totalElevationGain == 300)
    #expect(statistics.currentStreak == 2)
    #expect(statistics.longestStreak == 2)
    #expect(statistics.averageDistance == 4)
    #expect(statistics.averageSessionTime == 4800)
    #expect(statistics.overallPace == 20)
    let decoded = try JSONDecoder().decode(
      UserStatistics.self, from: JSONEncoder().encode(statistics))
    #expect(decoded == statistics)
  }

  @Test func `a ruck that is too fast to walk counts in sums only`() async throws {
    try ruck(daysAgo: 1, miles: 4, hours: 1, pack: 20)
    // 20 miles an hour: a vehicle.
    let drive = try ruck(daysAgo: 0, miles: 20, hours: 1, pack: 40)
    #expect(drive.isTooFastToWalk)
    // 3 miles in motion of a quarter of an hour, although the ruck took two hours.
    let run = try ruck(daysAgo: 2, miles: 3, hours: 2, pack: 60)
    run.movingTime = 900
    try context.save()
    #expect(run.isTooFastToWalk)
    let statistics = try UserStatistics(
      for: user.id, in: context, now: Self.now, calendar: Calendar(identifier: .gregorian))
    #expect(statistics.totalSessions == 3)
    #expect(statistics.totalDistance == 27)
    #expect(statistics.averagePackWeight == 20)
    #expect(statistics.longestSession == 4)
    #expect(statistics.fastestPace == 15)
    #expect(statistics.longestStreak == 1)
    #expect(user.totalRuckingDistance == 27)
    #expect(user.averagePackWeight == 20)
    #expect(user.experienceLevel == .beginner)
  }

  @Test func `a user without rucks has zeros, and no user has none`() async throws {
    let processor = BackgroundDataProcessor(modelContainer: container)
    let statistics = try #require(
      try await processor.calculateUserStatistics(for: user.id, now: Self.now))
    #expect(statistics.totalSessions == 0)
    #expect(statistics.averagePackWeight == 0)
    #expect(statistics.fastestPace == 0)
    #expect(statistics.overallPace == 0)
    #expect(statistics.averageDistance == 0)
    #expect(statistics.averageSessionTime == 0)
    #expect(try await processor.calculateUserStatistics(for: UUID()) == nil)
  }

  @Test func `no cached value is stale after a change in any container`() async throws {
    let cache = DataCacheManager(modelContainer: container)
    let processor = BackgroundDataProcessor(modelContainer: container, cacheManager: cache)
    try ruck(daysAgo: 0, miles: 4, hours: 1)
    for count in 1...3 {
      let statistics = try await processor.calculateUserStatistics(for: user.id, now: Self.now)
      #expect(statistics?.totalSessions == count)
      #expect(try await cache.getCachedStatistics(for: user.id) == statistics)
      // Another container has its own connection, like another process.
      let other = ModelContext(try RuckMapStore.container(directory: folder.url))
      try ruck(daysAgo: Double(count), miles: 4, hours: 1, in: other)
      #expect(try await cache.getCachedStatistics(for: user.id) == nil)
    }
  }

  @Test func `a value of an earlier state is not returned after a change`() async throws {
    let cache = DataCacheManager(modelContainer: container)
    let version = try await cache.version()
    let sessions = try await RuckDataRepository(modelContainer: container)
      .fetchRecentSessions(for: user.id)
    try ruck(daysAgo: 0, miles: 4, hours: 1)
    await cache.cacheSessions(sessions, for: user.id, asOf: version)
    #expect(try await cache.getCachedSessions(for: user.id) == nil)
  }

  @Test func `values expire after 300 seconds`() async throws {
    let clock = Clock(Self.now)
    let cache = DataCacheManager(modelContainer: container, now: { clock.now })
    let version = try await cache.version()
    await cache.cacheRoutes([], for: "lake", asOf: version)
    await cache.cacheSessions([], for: user.id, asOf: version)
    clock.advance(299)
    #expect(try await cache.getCachedRoutes(for: "lake") == [])
    #expect(try await cache.getCachedRoutes(for: "ridge") == nil)
    await cache.clearExpiredCache()
    #expect(await cache.count == 2)
    clock.advance(1)
    #expect(try await cache.getCachedRoutes(for: "lake") == nil)
    await cache.clearExpiredCache()
    #expect(await cache.count == 0)
  }

  @Test func `values are removed by user, all at once, and under pressure`() async throws {
    let cache = DataCacheManager(modelContainer: container)
    let version = try await cache.version()
    await cache.cacheSessions([], for: user.id, asOf: version)
    await cache.invalidateSessionCache(for: user.id)
    #expect(try await cache.getCachedSessions(for: user.id) == nil)
    await cache.cacheRoutes([], for: "", asOf: version)
    await cache.clearAllCache()
    #expect(await cache.count == 0)

    await cache.cacheRoutes([], for: "", asOf: version)
    let proc = try TemporaryFolder()
    _ = try proc.file("meminfo", "MemTotal: 1000 kB\nMemAvailable: 20 kB\n")
    let memory = MemoryManager(folder: proc.url)
    let task = Task { await cache.clearUnderPressure(of: memory) }
    while await cache.count > 0 {
      memory.check()
      // The pressure must fall before it can rise again.
      try "MemTotal: 1000 kB\nMemAvailable: 900 kB\n".write(
        to: proc.url.appending(path: "meminfo"), atomically: true, encoding: .utf8)
      memory.check()
      try "MemTotal: 1000 kB\nMemAvailable: 20 kB\n".write(
        to: proc.url.appending(path: "meminfo"), atomically: true, encoding: .utf8)
      await Task.yield()
    }
    task.cancel()
    await task.value
  }

  @Test func `the manager returns recent rucks and syncs once at a time`() async throws {
    let counter = Clock(Self.now)
    let manager = RuckDataManager(modelContainer: container) {
      counter.advance(1)
      await Task.yield()
    }
    let session = try await manager.createSession(
      startDate: Self.now, packWeight: 30, userId: user.id)
    #expect(try await manager.recentSessions(for: user.id).map(\.id) == [session.id])
    #expect(try await manager.recentSessions(for: user.id, limit: 0).isEmpty)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { try await manager.syncRuckingData() } }
      try await group.waitForAll()
    }
    let count = counter.now.timeIntervalSince(Self.now)
    #expect(count >= 1 && count <= 5)
    try await manager.syncRuckingData()
    #expect(counter.now.timeIntervalSince(Self.now) == count + 1)
  }

  @Test func `a cancelled sync ends with an error`() async throws {
    let manager = RuckDataManager(modelContainer: container) {
      while true {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    let task = Task { try await manager.syncRuckingData() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a cancelled caller leaves the sync to the others`() async throws {
    let gate = Clock(Self.now)
    let manager = RuckDataManager(modelContainer: container) {
      while gate.now == Self.now {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    let first = Task { try await manager.syncRuckingData() }
    let second = Task { try await manager.syncRuckingData() }
    while await manager.callerCount < 2 { await Task.yield() }
    first.cancel()
    while await manager.callerCount > 1 { await Task.yield() }
    gate.advance(1)
    try await second.value
    _ = await first.result
  }

  @Test func `a call after a cancelled sync starts another one`() async throws {
    let gate = Clock(Self.now)
    let manager = RuckDataManager(modelContainer: container) {
      // The first sync ends late, although it is cancelled.
      while gate.now == Self.now { await Task.yield() }
      try Task.checkCancellation()
    }
    let first = Task { try await manager.syncRuckingData() }
    while await manager.callerCount < 1 { await Task.yield() }
    first.cancel()
    while await manager.callerCount > 0 { await Task.yield() }
    let second = Task { try await manager.syncRuckingData() }
    while await manager.callerCount < 1 { await Task.yield() }
    gate.advance(1)
    try await second.value
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  // MARK: Background

  @Test func `difficulties and missing durations of routes are updated`() async throws {
    let route = Route(name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creator: user)
    route.elevationGain = 2000
    route.terrain = .mountain
    context.insert(route)
    let first = try ruck(daysAgo: 1, miles: 8, hours: 3)
    let second = try ruck(daysAgo: 2, miles: 8, hours: 5)
    first.route = route
    second.route = route
    try context.save()
    let processor = BackgroundDataProcessor(modelContainer: container)
    #expect(try await processor.updateRouteMetrics() == 1)
    #expect(try await processor.updateRouteMetrics() == 0)
    let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Route>()).first)
    #expect(stored.difficulty == .hard)
    #expect(stored.estimatedDuration == 4 * 3600)
  }

  @Test func `worn gear and due maintenance are listed`() async throws {
    for (name, threshold, due, isActive) in [
      ("Worn", 10, nil, true), ("Due", nil, Self.now - 1, true),
      ("Later", nil, Self.now + 1, true), ("Sold", 10, nil, false), ("New", 1000, nil, true),
    ] as [(String, Double?, Date?, Bool)] {
      let item = Equipment(name: name, type: .boots, weight: 1, owner: user)
      item.replacementRecommendedAt = threshold
      item.nextMaintenanceDate = due
      item.isActive = isActive
      context.insert(item)
      item.recordUsage(distance: 20, duration: 3600)
    }
    try context.save()
    let items = try await BackgroundDataProcessor(modelContainer: container)
      .checkEquipmentMaintenance(for: user.id, now: Self.now)
    #expect(items.map(\.name) == ["Due", "Worn"])
  }

  @Test func `a cancelled update of routes changes nothing`() async throws {
    let route = Route(name: "Ridge", distance: 80, startLat: 46.9, startLon: 7.4, creator: user)
    context.insert(route)
    try context.save()
    let task = Task { [container] in
      while !Task.isCancelled { await Task.yield() }
      return try await BackgroundDataProcessor(modelContainer: container).updateRouteMetrics()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let stored = try ModelContext(container).fetch(FetchDescriptor<Route>())
    #expect(stored.map(\.difficulty) == [.moderate])
  }
}

/// A clock that a test advances.
private final class Clock: Sendable {
  private let time: Mutex<Date>

  init(_ now: Date) { time = Mutex(now) }

  var now: Date { time.withLock { $0 } }

  func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
