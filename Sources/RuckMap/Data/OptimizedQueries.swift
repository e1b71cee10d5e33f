// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
public import SwiftData

/// The descriptors of the app's lists; an index of the models serves each of them.
///
/// ```swift
/// let page = try context.fetch(OptimizedQueries.paginatedSessions(for: id, page: 0))
/// ```
public enum OptimizedQueries {
  // MARK: Rucks

  /// One page of a user's completed rucks, newest first.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - page: The number of the page, from 0; a negative number counts as 0.
  ///   - pageSize: The number of rucks of a page, at least 1.
  /// - Returns: A descriptor of the page.
  public static func paginatedSessions(
    for userId: UUID, page: Int, pageSize: Int = 20
  ) -> FetchDescriptor<RuckingSession> {
    var descriptor = RuckingSession.sessionsForUser(userId)
    let size = max(1, pageSize)
    descriptor.fetchLimit = size
    let (offset, isOutside) = max(0, page).multipliedReportingOverflow(by: size)
    descriptor.fetchOffset = isOutside ? .max : offset
    return descriptor
  }

  /// A user's completed rucks with the columns of lists only, newest first.
  ///
  /// - Parameter userId: The user's identifier.
  /// - Returns: A descriptor; other properties are read on access.
  public static func sessionsWithMinimalData(
    for userId: UUID
  ) -> FetchDescriptor<RuckingSession> {
    var descriptor = RuckingSession.sessionsForUser(userId)
    descriptor.propertiesToFetch = [
      \.id, \.startDate, \.distance, \.duration, \.packWeight, \.calories,
    ]
    return descriptor
  }

  /// A user's completed rucks, in no order, for aggregates.
  ///
  /// - Parameter userId: The user's identifier.
  /// - Returns: A descriptor.
  public static func userStatistics(for userId: UUID) -> FetchDescriptor<RuckingSession> {
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { session in
        session.user?.id == userId && session.isCompleted
      })
  }

  /// A user's completed rucks that start in a range of dates, the earliest first.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - startDate: The first start.
  ///   - endDate: The last start.
  /// - Returns: A descriptor.
  public static func sessionsInDateRange(
    for userId: UUID, from startDate: Date, to endDate: Date
  ) -> FetchDescriptor<RuckingSession> {
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { session in
        session.user?.id == userId && session.isCompleted && session.startDate >= startDate
          && session.startDate <= endDate
      },
      sortBy: [SortDescriptor(\.startDate)])
  }

  // MARK: Routes

  /// The search for public routes that start within a radius, nearest first.
  ///
  /// The distance is the length of the shortest line on the ellipsoid, not a box of degrees.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - radiusInMiles: Miles.
  /// - Returns: A descriptor for `ModelContext.search(_:)`.
  public static func routesNearLocation(
    latitude: Double, longitude: Double, radiusInMiles: Double
  ) -> NearbyDescriptor<Route> {
    Route.routesNear(
      latitude: latitude, longitude: longitude, radius: Length.metres(miles: radiusInMiles))
  }

  /// Public routes whose name, description or tags contain a text: short names first, then the
  /// best rated.
  ///
  /// A text inside of a word matches too, so every public route is read. ``routes(matching:limit:in:)``
  /// uses the full-text index.
  ///
  /// - Parameter query: The text; case and diacritics are ignored.
  /// - Returns: A descriptor, whose order by rating is computed in memory.
  public static func searchRoutes(query: String) -> FetchDescriptor<Route> {
    FetchDescriptor<Route>(
      predicate: #Predicate { route in
        route.isPublic
          && (route.name.localizedStandardContains(query)
            || route.description?.localizedStandardContains(query) == true
            || route.routeTags.contains { $0.name.localizedStandardContains(query) })
      },
      sortBy: [
        SortDescriptor(\.name.count), SortDescriptor(\.averageRating, order: .reverse),
      ])
  }

  /// Returns public routes whose name, description or tags contain the words of a text.
  ///
  /// It uses the indexes of words and tags, and orders the matches as ``searchRoutes(query:)``.
  ///
  /// - Parameters:
  ///   - query: Words; the last one may be incomplete.
  ///   - limit: The maximum number of routes.
  ///   - context: A context of the store.
  /// - Returns: The routes.
  /// - Throws: A `SwiftDataError`.
  public static func routes(
    matching query: String, limit: Int = 50, in context: ModelContext
  ) throws -> [Route] {
    let words = FullTextQuery(query, completesLastWord: true)
    let text = FullTextDescriptor<Route>(words, predicate: #Predicate { $0.isPublic })
    let tags = FullTextDescriptor<RouteTag>(words)
    var found = try context.search(text).map(\.model)
    var known = Set(found.map(\.id))
    for tag in try context.search(tags).map(\.model) {
      for route in tag.routes where route.isPublic && known.insert(route.id).inserted {
        found.append(route)
      }
    }
    let ranked = found.map { (route: $0, length: $0.name.count, rating: $0.averageRating) }
      .sorted { ($0.length, -$0.rating, $0.route.name) < ($1.length, -$1.rating, $1.route.name) }
    return ranked.prefix(max(0, limit)).map(\.route)
  }

  // MARK: Gear

  /// A user's gear in use, last used first; items that were never used are last.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - type: The kind of gear; nil for all.
  /// - Returns: A descriptor.
  public static func activeEquipment(
    for userId: UUID, type: EquipmentType? = nil
  ) -> FetchDescriptor<Equipment> {
    let order = [SortDescriptor(\Equipment.lastUsed, order: .reverse)]
    guard let type else {
      return FetchDescriptor<Equipment>(
        predicate: #Predicate { $0.owner?.id == userId && $0.isActive }, sortBy: order)
    }
    return FetchDescriptor<Equipment>(
      predicate: #Predicate {
        $0.owner?.id == userId && $0.isActive && $0.equipmentType == type
      }, sortBy: order)
  }
}
