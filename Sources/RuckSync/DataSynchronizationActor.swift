// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring
import RuckMap
public import SwiftData

/// A part of RuckMap's data.
public enum SyncPart: String, Sendable, Hashable, CaseIterable {
  /// Users.
  case userProfile
  /// Rucks.
  case ruckingSessions
  /// Saved routes.
  case routes
  /// Groups and challenges.
  case communityData
}

/// The objects of a part after a sync.
public struct SyncResult: Sendable, Hashable {
  /// The part.
  public let part: SyncPart
  /// The number of objects in the store.
  public let count: Int
  /// The difference to the number before the sync.
  public let added: Int
}

/// Fetches all records again, and counts the objects of each part.
///
/// The parts share one zone, so that one fetch has them all; they are counted in parallel. A call during
/// another one waits for that and has its results. A sync is cancelled when the tasks of all its callers
/// are.
public actor DataSynchronizationActor {
  private let container: ModelContainer
  private let sync: StoreSync
  private var running: Task<[SyncResult], any Error>?
  /// The last sync that was cancelled; the next one begins after its end.
  private var cancelled: Task<[SyncResult], any Error>?
  private var syncCount = 0
  /// The number of callers of the running sync that are not cancelled; 0 without one.
  package private(set) var callerCount = 0

  /// Creates an actor.
  ///
  /// - Parameters:
  ///   - container: The store, which is mirrored.
  ///   - sync: The mirroring of the store.
  public init(container: ModelContainer, sync: StoreSync) {
    self.container = container
    self.sync = sync
  }

  /// Sends all changes, and fetches all records again.
  ///
  /// - Returns: The results, in the order of ``SyncPart``.
  /// - Throws: ``SyncError``, or `CancellationError`.
  public func performFullSync() async throws -> [SyncResult] {
    try Task.checkCancellation()
    let task = running ?? begin()
    let number = syncCount
    callerCount += 1
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await cancelCaller(ofSync: number) }
    }
  }

  private func begin() -> Task<[SyncResult], any Error> {
    syncCount += 1
    callerCount = 0
    let (number, previous) = (syncCount, cancelled)
    cancelled = nil
    let task = Task {
      defer { end(number) }
      _ = await previous?.result
      return try await synchronize()
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

  private func synchronize() async throws -> [SyncResult] {
    let before = try await counts()
    do {
      try await sync.syncAll()
    } catch {
      try Task.checkCancellation()
      throw SyncError(error)
    }
    try Task.checkCancellation()
    let after = try await counts()
    return SyncPart.allCases.map { part in
      let count = after[part] ?? 0
      return SyncResult(part: part, count: count, added: count - (before[part] ?? 0))
    }
  }

  /// Counts the objects of all parts in parallel, each in a context of its own.
  private func counts() async throws -> [SyncPart: Int] {
    try await withThrowingTaskGroup(of: (SyncPart, Int).self) { group in
      for part in SyncPart.allCases {
        group.addTask { [container] in (part, try Self.count(part, container)) }
      }
      var counts: [SyncPart: Int] = [:]
      for try await (part, count) in group { counts[part] = count }
      return counts
    }
  }

  private static func count(_ part: SyncPart, _ container: ModelContainer) throws -> Int {
    let context = ModelContext(container)
    return switch part {
    case .userProfile: try context.fetchCount(FetchDescriptor<User>())
    case .ruckingSessions: try context.fetchCount(FetchDescriptor<RuckingSession>())
    case .routes: try context.fetchCount(FetchDescriptor<Route>())
    case .communityData:
      try context.fetchCount(FetchDescriptor<Group>())
        + context.fetchCount(FetchDescriptor<Challenge>())
    }
  }
}
