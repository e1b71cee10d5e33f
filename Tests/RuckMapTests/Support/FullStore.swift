// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData

/// Objects of all entities with random values of all properties.
struct FullStore {
  private let context: ModelContext
  private var random: SeededRandom

  /// Adds the objects to a store that has a user.
  static func fill(_ container: ModelContainer, seed: UInt64) throws {
    let context = ModelContext(container)
    var store = FullStore(context: context, random: SeededRandom(seed: seed))
    try context.transaction { try store.add() }
  }

  private init(context: ModelContext, random: SeededRandom) {
    self.context = context
    self.random = random
  }

  private mutating func insert<Model: PersistentModel>(_ model: Model) -> Model {
    context.insert(model)
    model.fill(using: &random)
    return model
  }

  private mutating func add() throws {
    let users = FetchDescriptor<User>(sortBy: [SortDescriptor(\.createdAt)])
    guard let owner = try context.fetch(users).first else { return }
    owner.fill(using: &random)
    owner.createdAt = Date(timeIntervalSinceReferenceDate: 7e8)
    owner.isChild = false
    owner.persona = .outdoorAdventurer
    owner.preferences = .defaultFor(persona: .outdoorAdventurer)
    owner.preferences.unitSystem = .metric
    owner.healthProfile.weight = 171.3
    owner.healthProfile.sex = .female
    owner.healthProfile.healthConditions = [.asthma]
    let friend = insert(User(email: "", displayName: "", persona: .general))

    let group = insert(Group(name: "", owner: owner))
    group.visibility = .friends
    let membership = group.add(friend, role: .organizer)
    membership.joinedAt = Date(timeIntervalSinceReferenceDate: 8e8 + 0.1)
    let route = addRoute(owner, friend)
    let event = insert(Event(name: "", startDate: .now, organizer: owner))
    (event.group, event.route, event.visibility) = (group, route, .public)
    event.participants = [owner, friend]
    let challenge = insert(
      Challenge(
        name: "", metric: .duration, rule: .best, target: 1, startDate: .now, endDate: .now,
        creator: owner))
    (challenge.group, challenge.visibility) = (group, .friends)
    challenge.participants = [friend, owner]

    let ruck = try addRuck(owner, on: route, at: event)
    let award = insert(Achievement(code: "x", title: "", value: 0, earnedAt: .now, user: owner))
    (award.challenge, award.session) = (challenge, ruck)
    let goal = insert(
      Goal(name: "", metric: .streak, period: .year, target: 1, startDate: .now, user: owner))
    goal.visibility = .friends
    let plan = insert(TrainingPlan(name: "", startDate: .now, user: owner))
    let planned = insert(PlannedRuck(date: .now, title: "", plan: plan))
    planned.session = ruck
    let note = insert(SocialActivity(kind: .routeReviewed, user: owner))
    (note.group, note.route, note.visibility) = (group, route, .friends)
    (note.session, note.achievement) = (ruck, award)
    addPrivate(owner)
  }

  private mutating func addRoute(_ owner: User, _ friend: User) -> Route {
    let route = insert(Route(name: "", distance: 1, startLat: 1, startLon: 1, creator: owner))
    (route.difficulty, route.routeType) = (.extreme, .pointToPoint)
    (route.terrain, route.surface) = (.snow, .swamp)
    route.path = RoutePath(points: [
      .init(latitude: 46.1, longitude: 7.2, altitude: 612.5), .init(latitude: 46.2, longitude: 7.3),
    ])
    route.tags = ["Night", "beach"]
    for order in 0..<2 {
      let place = insert(
        Waypoint(name: "", latitude: 1, longitude: 1, type: .waterStop, order: order))
      place.route = route
    }
    let review = insert(RouteReview(rating: 4, reviewer: friend, route: route))
    review.difficulty = .hard
    return route
  }

  private mutating func addRuck(
    _ owner: User, on route: Route, at event: Event
  ) throws -> RuckingSession {
    let start = Date(timeIntervalSinceReferenceDate: 8e8)
    let ruck = RuckingSession(startDate: start, packWeight: 20, user: owner)
    context.insert(ruck)
    try ruck.completeSession(endDate: start + 3600, finalDistance: 3)
    ruck.fill(using: &random)
    (ruck.surface, ruck.syncStatus) = (.looseSand, .failed)
    (ruck.route, ruck.event) = (route, event)
    for index in 0..<4 {
      let point = insert(LocationPoint(timestamp: nil, latitude: 0, longitude: 0, accuracy: 1))
      (point.index, point.segment, point.session) = (index, index / 2, ruck)
    }
    for type in MetricType.allCases {
      let metric = insert(ActivityMetric(timestamp: start, type: type, value: 1, unit: ""))
      metric.session = ruck
    }
    let segment = insert(SessionSegment(startTime: start, terrainType: .beach))
    (segment.kind, segment.surface, segment.session) = (.mark, .heavyBrush, ruck)
    let weather = insert(
      WeatherData(timestamp: start, condition: "", temperature: 0, humidity: 0))
    weather.session = ruck

    let pack = insert(Equipment(name: "", type: .backpack, weight: 1, owner: owner))
    ruck.equipment = [pack]
    ruck.recordEquipmentUse()
    pack.recordUsage(distance: 2.25, duration: 1800, at: start)
    let balance = EquipmentUse(date: start, distance: 100.5, duration: 9_000, sessionCount: 7)
    pack.uses.append(balance)
    pack.refreshTotals()
    return ruck
  }

  private mutating func addPrivate(_ owner: User) {
    _ = insert(EmergencyContact(name: "", phone: nil, user: owner))
    _ = insert(BodyMeasurement(date: .now, user: owner))
    let place = PrivacyZone(
      name: "", latitude: 1, longitude: 1, radius: 300, user: owner, using: &random)
    let zone = insert(place)
    zone.radius = 312.5
    _ = insert(
      PTStandard(
        organization: "", name: "", distance: 1, packWeight: 1, timeLimit: 1, source: ""))
  }
}
