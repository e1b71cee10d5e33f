// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The access of the app's layers to the store: repository, cache, changes and sync.
///
/// ```swift
/// let manager = RuckDataManager(modelContainer: container) { try await synchronize() }
/// let ruck = try await manager.createSession(startDate: Date(), packWeight: 35, userId: id)
/// for await change in manager.observeChanges() { print(change) }
/// ```
public actor RuckDataManager {
  /// The store.
  public nonisolated let modelContainer: ModelContainer
  /// The users and rucks.
  public nonisolated let repository: RuckDataRepository
  /// The cache of rucks, routes and statistics.
  public nonisolated let cacheManager: DataCacheManager
  private let sync: @Sendable () async throws -> Void
  private var running: Task<Void, any Error>?
  /// The last sync that was cancelled; the next one begins after its end.
  private var cancelled: Task<Void, any Error>?
  private var syncCount = 0
  /// The number of callers of the running sync that are not cancelled; 0 without one.
  package private(set) var callerCount = 0

  /// Creates a manager.
  ///
  /// - Parameters:
  ///   - modelContainer: The store.
  ///   - sync: Syncs the store with other devices; by default nothing.
  public init(
    modelContainer: ModelContainer, sync: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.modelContainer = modelContainer
    self.sync = sync
    repository = RuckDataRepository(modelContainer: modelContainer)
    cacheManager = DataCacheManager(modelContainer: modelContainer)
  }

  /// Stores a running ruck; see ``RuckDataRepository/createSession(startDate:packWeight:userId:)``.
  ///
  /// - Parameters:
  ///   - startDate: The start.
  ///   - packWeight: Pounds carried.
  ///   - userId: The identifier of the ruck's owner.
  /// - Returns: The ruck.
  /// - Throws: The repository's errors.
  public func createSession(
    startDate: Date, packWeight: Double, userId: UUID
  ) async throws -> RuckingSessionSnapshot {
    try await repository.createSession(
      startDate: startDate, packWeight: packWeight, userId: userId)
  }

  /// Returns the newest rucks of a user, from the cache if the store has not changed.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - limit: The maximum number of rucks, at most 100.
  /// - Returns: The rucks.
  /// - Throws: A `SwiftDataError`.
  public func recentSessions(
    for userId: UUID, limit: Int = 10
  ) async throws -> [RuckingSessionSnapshot] {
    let most = 100
    if let cached = try await cacheManager.getCachedSessions(for: userId) {
      return Array(cached.prefix(max(0, limit)))
    }
    let version = try await cacheManager.version()
    let sessions = try await repository.fetchRecentSessions(for: userId, limit: most)
    await cacheManager.cacheSessions(sessions, for: userId, asOf: version)
    return Array(sessions.prefix(max(0, limit)))
  }

  /// Syncs the store; calls during a sync wait for its end instead of starting another one.
  ///
  /// The sync is cancelled when the tasks of all callers are.
  ///
  /// - Throws: An error of the sync.
  public func syncRuckingData() async throws {
    try Task.checkCancellation()
    let task = running ?? begin()
    let number = syncCount
    callerCount += 1
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await cancelCaller(ofSync: number) }
    }
  }

  private func begin() -> Task<Void, any Error> {
    syncCount += 1
    callerCount = 0
    let (number, previous) = (syncCount, cancelled)
    cancelled = nil
    let task = Task {
      defer { end(number) }
      _ = await previous?.result
      try await sync()
    }
    running = task
    return task
  }

  /// Called before the task ends, so that a later call starts another sync.
  private func end(_ number: Int) {
    if number == syncCount { (running, callerCount) = (nil, 0) }
  }

  private func cancelCaller(ofSync number: Int) {
    guard number == syncCount, let task = running else { return }
    callerCount -= 1
    guard callerCount == 0 else { return }
    task.cancel()
    (cancelled, running) = (task, nil)
  }

  /// Returns a stream of the store's changes, by this process, by sync, and by other processes.
  ///
  /// The stream ends if its task is cancelled, or if the store becomes unreadable.
  public nonisolated func observeChanges() -> AsyncStream<DataChange> {
    DataChange.stream(of: modelContainer)
  }
}
