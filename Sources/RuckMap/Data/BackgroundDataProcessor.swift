// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// Calculations over many rucks, routes and items of gear, outside of the main actor.
///
/// Each calculation runs on a context of its own, so that it sees one state of the store.
public actor BackgroundDataProcessor {
  private let container: ModelContainer
  private let cache: DataCacheManager

  /// Creates a processor.
  ///
  /// - Parameters:
  ///   - modelContainer: The store.
  ///   - cacheManager: The cache of the results; nil for one of the processor's own.
  public init(modelContainer: ModelContainer, cacheManager: DataCacheManager? = nil) {
    container = modelContainer
    cache = cacheManager ?? DataCacheManager(modelContainer: modelContainer)
  }

  /// Returns the statistics of a user, from the cache if the store has not changed.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - now: The current time, for the streak.
  /// - Returns: The statistics; nil if no user has the identifier.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func calculateUserStatistics(
    for userId: UUID, now: Date = Date()
  ) async throws -> UserStatistics? {
    if let cached = try await cache.getCachedStatistics(for: userId) { return cached }
    // Read first: a save during the calculation makes its result invalid.
    let version = try await cache.version()
    try Task.checkCancellation()
    let context = ModelContext(container)
    guard let user = try context.model(User.self, id: userId) else { return nil }
    let statistics = try UserStatistics(
      for: userId, in: context, now: now, calendar: UserStatistics.calendar(of: user))
    await cache.cacheStatistics(statistics, for: userId, asOf: version)
    return statistics
  }

  /// Updates the derived values of all routes: the difficulty, and a missing duration from rucks.
  ///
  /// - Returns: The number of changed routes.
  /// - Throws: `CancellationError` if the task is cancelled, or a `SwiftDataError`; nothing is
  ///   changed then.
  @discardableResult
  public func updateRouteMetrics() async throws -> Int {
    let context = ModelContext(container)
    return try context.returning {
      var count = 0
      for route in try context.fetch(FetchDescriptor<Route>()) {
        try Task.checkCancellation()
        if route.refreshMetrics() { count += 1 }
      }
      return count
    }
  }

  /// Returns the gear of a user that needs replacement or maintenance, by name.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - now: The current time.
  /// - Returns: The items in use; none if no user has the identifier.
  /// - Throws: A `SwiftDataError`.
  public func checkEquipmentMaintenance(
    for userId: UUID, now: Date = Date()
  ) async throws -> [EquipmentSnapshot] {
    let context = ModelContext(container)
    return try context.fetch(OptimizedQueries.activeEquipment(for: userId))
      .filter { $0.needsReplacement || $0.needsMaintenance(at: now) }
      .map { EquipmentSnapshot($0) }
      .sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
  }
}

extension Route {
  /// Calculates the difficulty, and a missing duration as the mean of completed rucks.
  ///
  /// - Returns: True if a value has changed.
  func refreshMetrics() -> Bool {
    var isChanged = false
    let wanted = RouteDifficulty(score: difficultyScore)
    if difficulty != wanted {
      difficulty = wanted
      isChanged = true
    }
    if estimatedDuration == 0 {
      let durations = sessions.filter { $0.isCompleted && $0.duration > 0 }.map(\.duration)
      if !durations.isEmpty {
        estimatedDuration = durations.reduce(0, +) / Double(durations.count)
        isChanged = true
      }
    }
    return isChanged
  }
}
