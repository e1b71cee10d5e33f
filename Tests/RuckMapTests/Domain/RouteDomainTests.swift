// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@MainActor
@Suite struct RouteDomainTests {
  let testCase: SwiftDataTestCase

  init() throws { testCase = try SwiftDataTestCase() }

  @Test func `the Mountain Challenge of 8 miles and 2000 ft is hard`() async throws {
    let user = try testCase.user("creator@example.com", .outdoorAdventurer)
    let created = try await testCase.dataActor.createRoute(
      name: "Mountain Challenge", distance: 8, startLat: 40.7128, startLon: -74.0060,
      creatorId: user.id
    ).get()
    let route = try #require(try testCase.model(created.persistentModelID, as: Route.self))
    route.elevationGain = 2000
    route.terrain = .mountain
    route.updateDifficulty()
    #expect(route.name == "Mountain Challenge")
    #expect(route.distance == 8)
    #expect(abs(route.difficultyScore - 4.2) < 1e-9)
    #expect(route.difficulty == .hard)
    #expect(route.creator?.id == user.id)
  }

  @Test func `waypoints have an order`() throws {
    let user = try testCase.user()
    let route = Route(
      name: "Test Route", distance: 5, startLat: 40, startLon: -74, creator: user)
    testCase.context.insert(route)
    try testCase.context.save()
    route.addWaypoint(name: "Checkpoint 1", latitude: 40.1, longitude: -74.1, type: .checkpoint)
    route.addWaypoint(name: "Water Stop", latitude: 40.2, longitude: -74.2, type: .waterStop)
    route.addWaypoint(name: "Finish", latitude: 40.3, longitude: -74.3, type: .finish)
    try testCase.context.save()
    #expect(route.waypoints.count == 3)
    #expect(route.waypoints[0].name == "Checkpoint 1")
    #expect(route.waypoints[0].order == 0)
    #expect(route.waypoints[1].waypointType == .waterStop)
    #expect(route.waypoints[2].waypointType == .finish)
    let stored = try ModelContext(testCase.container).fetch(
      FetchDescriptor<Waypoint>(sortBy: [SortDescriptor(\.order)]))
    #expect(stored.map(\.name) == ["Checkpoint 1", "Water Stop", "Finish"])
    #expect(stored.map(\.route?.name) == ["Test Route", "Test Route", "Test Route"])
  }

  @Test func `60 completions rated 4,5 are popular`() throws {
    let creator = try testCase.user("creator@example.com")
    let route = Route(
      name: "Popular Route", distance: 5, startLat: 40, startLon: -74, creator: creator)
    route.isPublic = true
    testCase.context.insert(route)
    for index in 0..<60 {
      let user = User(
        email: "user\(index)@example.com", displayName: "User \(index)", persona: .general)
      let session = RuckingSession(startDate: Date(), packWeight: 30, user: user)
      session.route = route
      session.isCompleted = true
      testCase.context.insert(user)
      testCase.context.insert(session)
    }
    for index in 0..<20 {
      let reviewer = User(
        email: "reviewer\(index)@example.com", displayName: "Reviewer \(index)",
        persona: .general)
      let review = RouteReview(rating: 4.5, reviewer: reviewer)
      review.route = route
      testCase.context.insert(reviewer)
      testCase.context.insert(review)
    }
    try testCase.context.save()
    #expect(route.totalCompletions == 60)
    #expect(route.averageRating == 4.5)
    #expect(route.isPopular)
  }

  @Test func `the creator and administrators can edit a route`() throws {
    let creator = try testCase.user("creator@example.com")
    let other = try testCase.user("other@example.com")
    let admin = try testCase.user("admin@example.com")
    admin.isAdmin = true
    let route = Route(
      name: "Test Route", distance: 5, startLat: 40, startLon: -74, creator: creator)
    testCase.context.insert(route)
    try testCase.context.save()
    #expect(route.canBeEditedBy(creator))
    #expect(!route.canBeEditedBy(other))
    #expect(route.canBeEditedBy(admin))
  }

  @Test(
    arguments: [
      (0, .easy), (0.999, .easy), (1, .moderate), (2.499, .moderate), (2.5, .hard), (4.2, .hard),
      (4.499, .hard), (4.5, .extreme), (100, .extreme), (-1, .easy), (.nan, .easy),
      (.infinity, .extreme),
    ] as [(Double, RouteDifficulty)])
  func `a score has a difficulty`(score: Double, difficulty: RouteDifficulty) {
    #expect(RouteDifficulty(score: score) == difficulty)
  }

  @Test func `raw values are read in any case`() throws {
    #expect(RouteDifficulty(rawValue: "Easy") == .easy)
    #expect(RouteType(rawValue: "OUT_AND_BACK") == .outAndBack)
    #expect(WaypointType(rawValue: "Water_Stop") == .waterStop)
    #expect(EquipmentType(rawValue: "Backpack") == .backpack)
    #expect(TerrainType(rawValue: "Pavement") == .pavement)
    #expect(RouteDifficulty(rawValue: "impossible") == nil)
    let decoded = try JSONDecoder().decode(
      [RouteDifficulty].self, from: Data(#"["Easy","hard","EXTREME"]"#.utf8))
    #expect(decoded == [.easy, .hard, .extreme])
    #expect(
      try String(decoding: JSONEncoder().encode([RouteType.outAndBack]), as: UTF8.self)
        == #"["out_and_back"]"#)
  }

  @Test func `tags of one name are one tag`() throws {
    let user = try testCase.user()
    let (one, two) = (
      Route(name: "One", distance: 1, startLat: 1, startLon: 1, creator: user),
      Route(name: "Two", distance: 1, startLat: 1, startLon: 1, creator: user)
    )
    testCase.context.insert(one)
    testCase.context.insert(two)
    one.tags = ["night", " Beach ", "beach", ""]
    two.tags = ["Night"]
    try testCase.context.save()
    #expect(one.tags == ["Beach", "night"])
    #expect(two.tags == ["night"])
    #expect(try testCase.context.fetchCount(FetchDescriptor<RouteTag>()) == 2)
    one.tags = []
    try testCase.context.save()
    #expect(one.tags.isEmpty)
    #expect(two.tags == ["night"])
  }

  @Test func `a rating is clamped to 1...5`() throws {
    let user = try testCase.user()
    for (rating, stored) in [(0, 1), (6, 5), (3.5, 3.5), (-Double.infinity, 1), (.nan, 1)]
      as [(Double, Double)]
    {
      #expect(RouteReview(rating: rating, reviewer: user).rating == stored)
    }
  }

  @Test func `a user has one review of a route`() async throws {
    let user = try testCase.user()
    let route = try await testCase.dataActor.createRoute(
      name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creatorId: user.id
    ).get()
    _ = try await testCase.dataActor.reviewRoute(
      routeId: route.id, reviewerId: user.id, rating: 2, comment: "Muddy"
    ).get()
    let reviewed = try await testCase.dataActor.reviewRoute(
      routeId: route.id, reviewerId: user.id, rating: 4
    ).get()
    #expect(reviewed.reviewCount == 1)
    #expect(reviewed.averageRating == 4)
    let review = try #require(try testCase.context.fetch(FetchDescriptor<RouteReview>()).first)
    #expect(review.id == RouteReview.identifier(route: route.id, reviewer: user.id))
    #expect(review.comment == nil)
  }

  @Test func `a route is deleted with its waypoints and reviews, and rucks remain`() throws {
    let user = try testCase.user()
    let route = Route(name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creator: user)
    testCase.context.insert(route)
    route.addWaypoint(name: "Hut", latitude: 47, longitude: 7.5, type: .restArea)
    route.review(by: user, rating: 5)
    route.tags = ["alpine"]
    let session = RuckingSession(startDate: Date(), packWeight: 30, user: user)
    testCase.context.insert(session)
    session.route = route
    try testCase.context.save()
    testCase.context.delete(route)
    try testCase.context.save()
    let context = ModelContext(testCase.container)
    #expect(try context.fetchCount(FetchDescriptor<Waypoint>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<RouteReview>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<RouteTag>()) == 1)
    let sessions = try context.fetch(FetchDescriptor<RuckingSession>())
    #expect(sessions.count == 1)
    #expect(sessions.first?.route == nil)
  }

  @Test func `the energy of a route is of 70 kg with 15 kg`() {
    let route = Route(name: "Ridge", distance: 4, startLat: 0, startLon: 0, creator: nil)
    #expect(route.estimatedCalories == 0)
    route.estimatedDuration = 3600
    let expected = RuckingCalculator.calculateCalories(
      weight: 33.0693, bodyWeight: 154.3, distance: 4, time: 3600, elevation: 0,
      persona: .general)
    #expect(abs(route.estimatedCalories - expected) < 0.01)
    #expect(route.estimatedCalories > 300)
  }
}
