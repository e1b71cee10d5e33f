// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import StoreTestSupport
import SwiftData
import Testing

@Suite struct OptimizedQueriesTests {
  static let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

  let context: ModelContext
  let user: User
  let other: User

  init() throws {
    context = ModelContext(try RuckMapStore.inMemory())
    user = User(email: "a@example.com", displayName: "A", persona: .general)
    other = User(email: "b@example.com", displayName: "B", persona: .general)
    context.insert(user)
    context.insert(other)
    for index in 0..<45 {
      let session = RuckingSession(
        startDate: Self.day + Double(index) * 86400, packWeight: 30, user: user)
      session.distance = Double(index)
      session.isCompleted = true
      context.insert(session)
    }
    context.insert(RuckingSession(startDate: Self.day, packWeight: 30, user: user))
    context.insert(RuckingSession(startDate: Self.day, packWeight: 30, user: other))
    try context.save()
  }

  private func route(
    _ name: String, _ latitude: Double = 46.95, _ longitude: Double = 7.44,
    rating: Double? = nil, isPublic: Bool = true
  ) throws -> Route {
    let route = Route(
      name: name, distance: 5, startLat: latitude, startLon: longitude, creator: user)
    route.isPublic = isPublic
    context.insert(route)
    if let rating { route.review(by: user, rating: rating) }
    try context.save()
    return route
  }

  // MARK: Rucks

  @Test func `pages have 20 rucks of one user, newest first`() throws {
    let pages = try (0..<4).map {
      try context.fetch(OptimizedQueries.paginatedSessions(for: user.id, page: $0))
    }
    #expect(pages.map(\.count) == [20, 20, 5, 0])
    #expect(pages.joined().map(\.distance) == (0..<45).reversed().map(Double.init))
    #expect(
      try context.fetch(OptimizedQueries.paginatedSessions(for: user.id, page: .max)).isEmpty)
    #expect(
      try context.fetch(
        OptimizedQueries.paginatedSessions(for: user.id, page: -1, pageSize: 0)
      ).count == 1)
  }

  @Test func `minimal data are the columns of a list`() throws {
    let sessions = try context.fetch(OptimizedQueries.sessionsWithMinimalData(for: user.id))
    #expect(sessions.count == 45)
    #expect(sessions.first?.distance == 44)
    // Other properties are read on access.
    #expect(sessions.first?.user?.email == "a@example.com")
  }

  @Test func `a range of dates includes both ends`() throws {
    let sessions = try context.fetch(
      OptimizedQueries.sessionsInDateRange(
        for: user.id, from: Self.day + 2 * 86400, to: Self.day + 4 * 86400))
    #expect(sessions.map(\.distance) == [2, 3, 4])
  }

  // MARK: Routes

  @Test func `nearby routes are within the distance on the ellipsoid`() throws {
    let near = try route("Near", 46.95, 7.45)
    let far = try route("Far", 47.05, 7.44)
    _ = try route("Private", 46.95, 7.44, isPublic: false)
    // The corner of a box of five miles is more than five miles away.
    _ = try route("Corner", 46.95 + 5 / 69.0 * 0.95, 7.44 + 5 / 47.1 * 0.95)
    let found = try context.search(
      OptimizedQueries.routesNearLocation(latitude: 46.95, longitude: 7.44, radiusInMiles: 5))
    #expect(found.map(\.model.name) == ["Near"])
    #expect(abs(try #require(found.first).distance - 761.6) < 1)
    let wide = try context.search(
      OptimizedQueries.routesNearLocation(latitude: 46.95, longitude: 7.44, radiusInMiles: 10))
    #expect(wide.map(\.model.id).first == near.id)
    #expect(wide.map(\.model.id).last == far.id)
    #expect(wide.count == 3)
  }

  @Test func `a search finds names, descriptions and tags; short names are first`() throws {
    let loop = try route("Lake loop", rating: 3)
    let long = try route("Around the great lake", rating: 5)
    let best = try route("Lake path", rating: 4)
    let tagged = try route("Ridge")
    tagged.tags = ["lakeside"]
    let described = try route("Bern")
    described.description = "Ends at a lake"
    _ = try route("Lake", isPublic: false)
    try context.save()
    let expected = [described.id, tagged.id, best.id, loop.id, long.id]
    #expect(
      try context.fetch(OptimizedQueries.searchRoutes(query: "LAKE")).map(\.id) == expected)
    #expect(
      try OptimizedQueries.routes(matching: "LAKE", in: context).map(\.id) == expected)
    #expect(
      try OptimizedQueries.routes(matching: "lake", limit: 2, in: context).map(\.id)
        == [described.id, tagged.id])
    #expect(try OptimizedQueries.routes(matching: "", in: context).isEmpty)
    #expect(try OptimizedQueries.routes(matching: "mountain", in: context).isEmpty)
  }

  @Test func `popular routes have ten rucks, the most frequent first`() throws {
    for (name, count, isPublic) in [
      ("Nine", 9, true), ("Ten", 10, true), ("Twelve", 12, true), ("Private", 20, false),
    ] {
      let route = try route(name, isPublic: isPublic)
      for _ in 0..<count {
        let session = RuckingSession(startDate: Self.day, packWeight: 30, user: user)
        context.insert(session)
        session.route = route
      }
    }
    try context.save()
    #expect(try context.fetch(Route.popularRoutes).map(\.name) == ["Twelve", "Ten"])
  }

  @Test func `active gear is ordered by its last use, never used items last`() throws {
    for (name, type, used, isActive) in [
      ("Old", .boots, Self.day, true), ("New", .backpack, Self.day + 5, true),
      ("Never", .boots, nil, true), ("Sold", .boots, Self.day + 9, false),
    ] as [(String, EquipmentType, Date?, Bool)] {
      let item = Equipment(name: name, type: type, weight: 1, owner: user)
      item.isActive = isActive
      context.insert(item)
      if let used { item.recordUsage(distance: 1, duration: 60, at: used) }
    }
    try context.save()
    #expect(
      try context.fetch(OptimizedQueries.activeEquipment(for: user.id)).map(\.name)
        == ["New", "Old", "Never"])
    #expect(
      try context.fetch(OptimizedQueries.activeEquipment(for: user.id, type: .boots))
        .map(\.name) == ["Old", "Never"])
    #expect(try context.fetch(OptimizedQueries.activeEquipment(for: other.id)).isEmpty)
  }

  // MARK: Plans

  @Test func `no query of the lists scans a table`() throws {
    let id = user.id
    #expect(
      try QueryPlan.scans(OptimizedQueries.paginatedSessions(for: id, page: 1), in: context) == [])
    #expect(
      try QueryPlan.scans(OptimizedQueries.sessionsWithMinimalData(for: id), in: context) == [])
    #expect(try QueryPlan.scans(OptimizedQueries.userStatistics(for: id), in: context) == [])
    #expect(
      try QueryPlan.scans(
        OptimizedQueries.sessionsInDateRange(for: id, from: Self.day, to: Self.day), in: context)
        == [])
    #expect(try QueryPlan.scans(OptimizedQueries.activeEquipment(for: id), in: context) == [])
    #expect(
      try QueryPlan.scans(
        OptimizedQueries.activeEquipment(for: id, type: .boots), in: context) == [])
    #expect(try QueryPlan.scans(Route.popularRoutes, in: context) == [])
    #expect(
      try QueryPlan.scans(OptimizedQueries.searchRoutes(query: "lake"), in: context) == [])
    #expect(try QueryPlan.scans(RuckingSession.recentSessions, in: context) == [])
    #expect(try QueryPlan.scans(RuckingSession.activeSessions, in: context) == [])
    #expect(try QueryPlan.scans(RuckingSession.descriptor(id: id), in: context) == [])
  }
}
