// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// Concurrent and cancelled calls of the actors of the data layer.
@Suite(.timeLimit(.minutes(15))) struct ActorConcurrencyTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  let folder: TemporaryFolder
  let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url.appending(path: "data"))
  }

  /// A container with a connection of its own, like one of another process.
  private func otherContainer() throws -> ModelContainer {
    try RuckMapStore.container(directory: folder.url.appending(path: "data"))
  }

  private func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Model>())
  }

  /// Runs an operation several times at once, and returns the number of its successes.
  private func successes(
    of calls: Int, _ operation: @escaping @Sendable (Int) async -> Bool
  ) async -> Int {
    await withTaskGroup(of: Bool.self, returning: Int.self) { group in
      for call in 0..<calls { group.addTask { await operation(call) } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
  }

  @Test func `of concurrent calls of two actors one creates the user, and one starts the ruck`()
    async throws
  {
    let actors = [
      RuckMapDataActor(modelContainer: container),
      RuckMapDataActor(modelContainer: try otherContainer()),
    ]
    let created = await successes(of: 8) { call in
      let result = await actors[call % 2].createUser(
        email: "sam@example.com", displayName: "Sam \(call)", persona: .general)
      return (try? result.get()) != nil
    }
    #expect(created == 1)
    let id = try #require(try ModelContext(container).fetch(FetchDescriptor<User>()).first).id
    let started = await successes(of: 8) { call in
      let result = await actors[call % 2].startRuckingSession(userId: id, packWeight: 30)
      return (try? result.get()) != nil
    }
    #expect(started == 1)
    #expect(try count(RuckingSession.self) == 1)
  }

  @Test func `a cancelled completion is stored as a whole or not at all`() async throws {
    let actor = RuckMapDataActor(modelContainer: container)
    let user = try await actor.createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let session = try await actor.startRuckingSession(
      userId: user.id, packWeight: 30, startDate: Self.now
    ).get()
    let track = Tracks.north(points: 200, at: Self.now)
    let task = Task {
      try? await actor.completeRuckingSession(
        sessionId: session.id, endDate: Self.now + 3600, finalDistance: 2, locationPoints: track
      ).get()
    }
    task.cancel()
    let isStored = await task.value != nil
    #expect(try count(LocationPoint.self) == (isStored ? 200 : 0))
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(stored.isCompleted == isStored)
    // The actor serves the next call.
    #expect(try await actor.fetchUser(id: user.id).get()?.id == user.id)
  }

  @Test func `a cancelled start of the repository leaves one ruck or none`() async throws {
    let user = try await RuckMapDataActor(modelContainer: container).createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let repository = SwiftDataRuckSessionRepository(modelContainer: container)
    let task = Task { try? await repository.create(weight: 30, user: user.id) }
    task.cancel()
    let isStarted = await task.value != nil
    let active = try await repository.fetchActive(for: user.id)
    #expect((active != nil) == isStarted)
    let isAccepted = (try? await repository.create(weight: 30, user: user.id)) != nil
    #expect(isAccepted != isStarted)
    #expect(try await repository.fetchAll().count == 1)
  }

  @Test func `calculations beside saves end with the newest figures`() async throws {
    let user = try await RuckMapDataActor(modelContainer: container).createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let repository = RuckDataRepository(modelContainer: container)
    let actor = RuckMapDataActor(modelContainer: container)
    let cache = DataCacheManager(modelContainer: container)
    let processor = BackgroundDataProcessor(modelContainer: container, cacheManager: cache)
    let completed = await successes(of: 12) { call in
      let start = Self.now - Double(call) * 86_400
      guard
        let session = try? await repository.createSession(
          startDate: start, packWeight: 30, userId: user.id),
        (try? await processor.calculateUserStatistics(for: user.id, now: Self.now)) != nil
      else { return false }
      let result = await actor.completeRuckingSession(
        sessionId: session.id, endDate: start + 3600, finalDistance: 3, locationPoints: [])
      return (try? result.get()) != nil
    }
    #expect(completed == 12)
    let statistics = try await processor.calculateUserStatistics(for: user.id, now: Self.now)
    #expect(statistics?.totalSessions == 12 && statistics?.totalDistance == 36)
    #expect(try await cache.getCachedStatistics(for: user.id) == statistics)
  }

  @Test func `a cancelled calculation caches nothing`() async throws {
    let user = try await RuckMapDataActor(modelContainer: container).createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let cache = DataCacheManager(modelContainer: container)
    let processor = BackgroundDataProcessor(modelContainer: container, cacheManager: cache)
    let task = Task { () -> Bool in
      // Cancelled before the call begins.
      while !Task.isCancelled { await Task.yield() }
      do {
        _ = try await processor.calculateUserStatistics(for: user.id, now: Self.now)
        return false
      } catch {
        return error is CancellationError
      }
    }
    task.cancel()
    #expect(await task.value)
    #expect(await cache.count == 0)
    let memory = MemoryManager(folder: folder.url)
    let waiting = Task { await cache.clearUnderPressure(of: memory) }
    waiting.cancel()
    // A cancelled wait for pressure ends.
    await waiting.value
  }

  @Test func `concurrent imports of two libraries store each recording once`() async throws {
    let files = try (1...4).map { number in
      let track = Tracks.north(points: 100 + 20 * number)
      return try folder.file("\(number).gpx", GPXText.file(track))
    }
    let libraries = [
      RuckLibrary(modelContainer: container), RuckLibrary(modelContainer: try otherContainer()),
    ]
    let reports = await withTaskGroup(
      of: ImportReport.self, returning: [ImportReport].self
    ) { group in
      for call in 0..<4 {
        group.addTask {
          await libraries[call % 2].importFiles(files, options: ImportOptions(packWeight: 10))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.flatMap(\.failed).isEmpty, "\(reports.flatMap(\.failed))")
    #expect(reports.reduce(0) { $0 + $1.imported.count } == 4)
    #expect(reports.reduce(0) { $0 + $1.unchanged.count } == 12)
    #expect(try count(RuckingSession.self) == 4)
    #expect(try count(LocationPoint.self) == 120 + 140 + 160 + 180)
  }

  @Test func `concurrent restorations of one archive restore each object once`() async throws {
    let source = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    _ = await source.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions(packWeight: 16))
    try FullStore.fill(source.modelContainer, seed: 7)
    let content = try StoreContent(source.modelContainer)
    let file = folder.url.appending(path: "all.json")
    try await source.exportAll().write(to: file)
    let libraries = [
      RuckLibrary(modelContainer: container), RuckLibrary(modelContainer: try otherContainer()),
    ]
    let failed = await withTaskGroup(
      of: [ImportReport.Failed].self, returning: [ImportReport.Failed].self
    ) { group in
      for library in libraries {
        group.addTask { await library.importFiles([file], options: ImportOptions()).failed }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failed.isEmpty, "\(failed)")
    #expect(try StoreContent(container).differences(from: content) == [])
  }
}
