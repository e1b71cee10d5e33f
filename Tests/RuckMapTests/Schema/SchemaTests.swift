// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@Suite struct SchemaTests {
  private func encrypted(_ type: any PersistentModel.Type) -> Set<String> {
    let name = Schema.entityName(for: type)
    let entity = Schema(versionedSchema: SchemaV5.self).entities.first { $0.name == name }
    return Set(
      (entity?.attributes ?? []).filter { $0.options.contains(.allowsCloudEncryption) }
        .map(\.name))
  }

  @Test func `private values are encrypted in records`() {
    #expect(
      encrypted(EmergencyContact.self) == [
        "name", "phone", "email", "relation", "notes", "overdueMinutes",
      ])
    #expect(
      encrypted(BodyMeasurement.self) == [
        "weight", "bodyFat", "restingHeartRate", "sleepHours", "notes",
      ])
    #expect(
      encrypted(PrivacyZone.self) == [
        "name", "latitude", "longitude", "radius", "offsetNorth", "offsetEast",
      ])
  }

  @Test func `no property of the released layout is encrypted`() {
    for entity in Schema(versionedSchema: ReleasedSchema.self).entities {
      let current = Schema(versionedSchema: SchemaV5.self).entitiesByName[entity.name]
      let released = Set(entity.attributes.map(\.name))
      #expect(released.isSubset(of: Set((current?.attributes ?? []).map(\.name))))
      for attribute in current?.attributes ?? [] where released.contains(attribute.name) {
        #expect(!attribute.options.contains(.allowsCloudEncryption), "\(attribute.name)")
      }
    }
  }

  @Test func `every entity of the seeds is in the schema`() {
    let names = Set(Schema(versionedSchema: SchemaV5.self).entities.map(\.name))
    #expect(
      names.isSuperset(of: [
        "User", "RuckingSession", "LocationPoint", "ActivityMetric", "WeatherData", "Route",
        "Waypoint", "RouteReview", "RouteTag", "Equipment", "SessionSegment", "Group",
        "GroupMembership", "Challenge", "Achievement", "SocialActivity",
      ]))
  }

  @Test func `a deleted user takes along all but groups and reviews`() throws {
    let context = ModelContext(try RuckMapStore.inMemory())
    let user = User(email: "a@example.com", displayName: "A", persona: .general)
    let other = User(email: "b@example.com", displayName: "B", persona: .general)
    context.insert(user)
    context.insert(other)
    let route = Route(name: "Ridge", distance: 1, startLat: 1, startLon: 1, creator: other)
    context.insert(route)
    route.review(by: user, rating: 4)
    let group = Group(name: "Club", owner: other)
    context.insert(group)
    group.add(user)
    group.add(user)
    #expect(group.memberships.count == 1)
    #expect(group.canBeEditedBy(other) && !group.canBeEditedBy(user))
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let session = RuckingSession(startDate: now, packWeight: 30, user: user)
    context.insert(session)
    let segment = SessionSegment(startTime: now, terrainType: .trail)
    context.insert(segment)
    segment.session = session
    let pack = Equipment(name: "Pack", type: .backpack, weight: 1, owner: user)
    context.insert(pack)
    try session.completeSession(endDate: now + 3600, finalDistance: 4)
    session.equipment = [pack]
    session.recordEquipmentUse()
    let plan = TrainingPlan(name: "12 miles", startDate: now, user: user)
    context.insert(plan)
    context.insert(PlannedRuck(date: now, title: "Short", plan: plan))
    context.insert(
      Goal(name: "20", metric: .distance, period: .week, target: 20, startDate: now, user: user))
    context.insert(EmergencyContact(name: "Kim", phone: nil, user: user))
    context.insert(BodyMeasurement(date: now, weight: 180, user: user))
    context.insert(
      Achievement(code: "distance-100", title: "100 miles", value: 100, earnedAt: now, user: user))
    context.insert(SocialActivity(kind: .note, user: user, createdAt: now))
    let challenge = Challenge(
      name: "March", metric: .distance, rule: .total, target: 0, startDate: now,
      endDate: now + 86400, creator: other)
    context.insert(challenge)
    challenge.participants = [user, other]
    try context.save()
    context.delete(user)
    try context.save()

    #expect(try context.fetch(FetchDescriptor<User>()).map(\.email) == ["b@example.com"])
    func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
      try context.fetchCount(FetchDescriptor<Model>())
    }
    #expect(try count(RuckingSession.self) == 0)
    #expect(try count(SessionSegment.self) == 0)
    #expect(try count(Equipment.self) == 0)
    #expect(try count(EquipmentUse.self) == 0)
    #expect(try count(TrainingPlan.self) == 0)
    #expect(try count(PlannedRuck.self) == 0)
    #expect(try count(Goal.self) == 0)
    #expect(try count(EmergencyContact.self) == 0)
    #expect(try count(BodyMeasurement.self) == 0)
    #expect(try count(Achievement.self) == 0)
    #expect(try count(SocialActivity.self) == 0)
    #expect(try count(Route.self) == 1)
    #expect(try context.fetch(FetchDescriptor<RouteReview>()).map(\.reviewer) == [nil])
    #expect(try context.fetch(FetchDescriptor<GroupMembership>()).map(\.user) == [nil])
    #expect(challenge.participants.map(\.email) == ["b@example.com"])
  }

  @Test func `a privacy zone hides the place by a fixed offset`() throws {
    var random = SeededRandom(seed: 3)
    let zone = PrivacyZone(
      name: "home", latitude: 46.95, longitude: 7.44, radius: 10_000, user: nil, using: &random)
    #expect(zone.radius == 5000)
    let offset = (zone.offsetNorth * zone.offsetNorth + zone.offsetEast * zone.offsetEast)
      .squareRoot()
    #expect(offset > 0 && offset <= 2500)
    #expect(zone.contains(latitude: 46.95, longitude: 7.44))
    #expect(!zone.contains(latitude: 47.05, longitude: 7.44))
    zone.isActive = false
    #expect(!zone.contains(latitude: 46.95, longitude: 7.44))
  }

  @Test func `goals and challenges count rucks in their period with their pack`() throws {
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let context = ModelContext(try RuckMapStore.inMemory())
    let session = RuckingSession(startDate: now, packWeight: 30, user: nil)
    context.insert(session)
    let goal = Goal(
      name: "20", metric: .ruckWork, period: .week, target: 20, startDate: now, user: nil)
    context.insert(goal)
    #expect(!goal.counts(session))
    try session.completeSession(endDate: now + 3600, finalDistance: 4)
    #expect(goal.counts(session))
    goal.minimumPackWeight = 31
    #expect(!goal.counts(session))
    let challenge = Challenge(
      name: "March", metric: .distance, rule: .total, target: 0, startDate: now - 1,
      endDate: now - 2, creator: nil)
    #expect(challenge.endDate == challenge.startDate)
    #expect(!challenge.counts(session))
    challenge.endDate = now
    #expect(challenge.counts(session))
    challenge.minimumDistance = 5
    #expect(!challenge.counts(session))
    #expect(
      TargetMetric.allCases.map { $0.value(of: session) } == [
        4, 3600, 1, 0, session.calories, 120, 30, 1,
      ])
    let standard = PTStandard(
      organization: "Army", name: "12 miles", distance: 4, packWeight: 30, timeLimit: 3600,
      source: "test")
    #expect(standard.isMet(by: session))
    standard.timeLimit = 3599
    #expect(!standard.isMet(by: session))
  }
}
