// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A cache of rucks, routes and statistics, which never returns a value older than the store.
///
/// Each value has the store's last transaction at the time of its calculation. A read compares it
/// with the current one, so that a save by this process, by sync or by another process makes the
/// value invalid at once. A value is also invalid after the timeout, since some depend on the date.
///
/// ```swift
/// let version = try await cache.version()
/// if try await cache.getCachedStatistics(for: id) == nil {
///   await cache.cacheStatistics(try statistics(for: id), for: id, asOf: version)
/// }
/// ```
public actor DataCacheManager {
  /// The state of the store for which a value was calculated.
  public struct Version: Sendable, Hashable {
    let transaction: Int64
  }

  private struct Entry<Value: Sendable> {
    let value: Value
    let version: Version
    let time: Date
  }

  /// Seconds after which a value is invalid.
  public nonisolated let timeout: TimeInterval
  private let container: ModelContainer
  private let now: @Sendable () -> Date
  private var sessions: [UUID: Entry<[RuckingSessionSnapshot]>] = [:]
  private var routes: [String: Entry<[RouteSnapshot]>] = [:]
  private var statistics: [UUID: Entry<UserStatistics>] = [:]
  /// Reads the store's state only, so it registers no models.
  private lazy var context = ModelContext(container)

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - modelContainer: The store of the values.
  ///   - timeout: Seconds after which a value is invalid.
  ///   - now: The clock.
  public init(
    modelContainer: ModelContainer, timeout: TimeInterval = 300,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    container = modelContainer
    self.timeout = timeout
    self.now = now
  }

  /// The number of cached values, invalid ones included.
  public var count: Int { sessions.count + routes.count + statistics.count }

  /// Returns the store's current state; read it before the calculation of a value.
  ///
  /// - Throws: A `SwiftDataError`.
  public func version() throws -> Version {
    Version(transaction: try context.reading(store: 0) { try $0.lastTransaction() })
  }

  private func value<Value>(_ entry: Entry<Value>?) throws -> Value? {
    guard let entry, isFresh(entry.time), entry.version == (try version()) else { return nil }
    return entry.value
  }

  private func entry<Value>(_ value: Value, _ version: Version) -> Entry<Value> {
    Entry(value: value, version: version, time: now())
  }

  private func isFresh(_ time: Date) -> Bool {
    // A clock that was set back makes no value valid for longer.
    (0..<timeout).contains(now().timeIntervalSince(time))
  }

  // MARK: Rucks

  /// Returns the cached rucks of a user; nil if there are none, or if the store has changed.
  ///
  /// - Throws: A `SwiftDataError`.
  public func getCachedSessions(for userId: UUID) throws -> [RuckingSessionSnapshot]? {
    try value(sessions[userId])
  }

  /// Caches the rucks of a user.
  public func cacheSessions(
    _ values: [RuckingSessionSnapshot], for userId: UUID, asOf version: Version
  ) {
    sessions[userId] = entry(values, version)
  }

  /// Removes the rucks of a user.
  public func invalidateSessionCache(for userId: UUID) { sessions[userId] = nil }

  // MARK: Routes

  /// Returns the cached routes of a query; nil if there are none, or if the store has changed.
  ///
  /// - Throws: A `SwiftDataError`.
  public func getCachedRoutes(for query: String) throws -> [RouteSnapshot]? {
    try value(routes[query])
  }

  /// Caches the routes of a query.
  public func cacheRoutes(_ values: [RouteSnapshot], for query: String, asOf version: Version) {
    routes[query] = entry(values, version)
  }

  // MARK: Statistics

  /// Returns the cached statistics of a user; nil if there are none, or if the store has changed.
  ///
  /// - Throws: A `SwiftDataError`.
  public func getCachedStatistics(for userId: UUID) throws -> UserStatistics? {
    try value(statistics[userId])
  }

  /// Caches the statistics of a user.
  public func cacheStatistics(_ value: UserStatistics, for userId: UUID, asOf version: Version) {
    statistics[userId] = entry(value, version)
  }

  // MARK: Removal

  /// Removes values after their timeout.
  public func clearExpiredCache() {
    sessions = sessions.filter { isFresh($0.value.time) }
    routes = routes.filter { isFresh($0.value.time) }
    statistics = statistics.filter { isFresh($0.value.time) }
  }

  /// Removes all values.
  public func clearAllCache() {
    sessions.removeAll()
    routes.removeAll()
    statistics.removeAll()
  }

  /// Removes all values whenever memory is short, until the task is cancelled.
  ///
  /// - Parameter memory: The observer of the memory.
  public func clearUnderPressure(of memory: MemoryManager) async {
    for await _ in memory.pressures() { clearAllCache() }
  }
}
