// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData
import Testing

/// Gear, routes, goals, challenges, groups and plans of a library.
@Suite struct RuckObjectTests {
  let folder: TemporaryFolder
  let library: RuckLibrary
  let calendar: Calendar

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    calendar.firstWeekday = 2
    self.calendar = calendar
  }

  /// Imports a generated track; each number of points yields a different ruck.
  private func add(
    points: Int, at start: Date = Tracks.start, packWeight: Double = 20
  ) async throws -> RuckSummary {
    let track = Tracks.north(points: points, seconds: 10, altitude: { _ in 300 }, at: start)
    let file = try folder.file("\(points).gpx", GPXText.file(track, name: "North \(points)"))
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: packWeight, bodyWeight: 80))
    return try #require(report.imported.first?.ruck)
  }

  private func gear(_ name: String, _ type: EquipmentType = .boots) async throws -> GearItem {
    var item = GearItem()
    item.name = name
    item.type = type
    item.replacementThreshold = GearItem.suggestedThreshold(type)
    return try await library.insert(item)
  }

  // MARK: Gear

  @Test func `the use of gear is recorded once for a ruck, and taken back`() async throws {
    let (first, second) = (try await add(points: 101), try await add(points: 202))
    let (boots, jacket) = (try await gear("Boots"), try await gear("Jacket", .clothing))
    for _ in 0..<2 { try await library.setGear([boots.id, jacket.id], of: first.id) }
    try await library.setGear([boots.id], of: second.id)
    var used = try #require(try await library.object(GearItem.self, boots.id))
    #expect(used.uses == 2)
    #expect(abs(used.distance - first.distance - second.distance) < 0.01)
    let worn = try #require(used.remainingLife)
    #expect(abs(worn - (1 - used.distance / Length.metres(miles: 500))) < 1e-9)
    let shell = try #require(try await library.object(GearItem.self, jacket.id))
    #expect(abs(shell.duration - first.duration) < 0.01 && shell.uses == 1)
    #expect(try await library.gear(of: first.id) == [boots.id, jacket.id])

    try await library.setGear([jacket.id], of: first.id)
    used = try #require(try await library.object(GearItem.self, boots.id))
    #expect(used.uses == 1 && abs(used.distance - second.distance) < 0.01)
    try await library.delete(second.id)
    #expect(try await library.gearUses(boots.id).isEmpty)
  }

  @Test func `the wear of gear has its use of the last 90 days`() async throws {
    let boots = try await gear("Boots")
    let now = Tracks.start.addingTimeInterval(200 * 86_400)
    let (old, recent) = (try await add(points: 101), try await add(points: 202, at: now - 86_400))
    for ruck in [old, recent] { try await library.setGear([boots.id], of: ruck.id) }
    try await library.recordUse(of: boots.id, distance: 5_000, duration: 0, at: now - 89 * 86_400)
    let wear = try await library.gearWear(boots.id, at: now)
    #expect(abs(wear.used - old.distance - recent.distance - 5_000) < 0.01)
    #expect(abs(wear.recent - recent.distance - 5_000) < 0.01 && wear.recentDays == 90)
    let day = try #require(wear.replacementDate(from: now))
    let rest = Length.metres(miles: 500) - wear.used
    #expect(abs(day.timeIntervalSince(now) - rest / wear.recent * 90 * 86_400) < 1)
    // A ruck without the item does not count any more.
    try await library.setGear([], of: recent.id)
    #expect(abs(try await library.gearWear(boots.id, at: now).recent - 5_000) < 0.01)
  }

  @Test func `a use without a ruck counts, and an empty one is rejected`() async throws {
    let pack = try await gear("Pack", .backpack)
    try await library.recordUse(of: pack.id, distance: 5000, duration: 3600, at: Tracks.start)
    let used = try #require(try await library.object(GearItem.self, pack.id))
    #expect(used.uses == 1 && abs(used.distance - 5000) < 0.01 && used.lastUsed == Tracks.start)
    await #expect(throws: RuckObjectError.self) {
      try await library.recordUse(of: pack.id, distance: 0, duration: 0, at: .now)
    }
    await #expect(throws: RuckObjectError.self) {
      try await library.recordUse(of: pack.id, distance: .nan, duration: 1, at: .now)
    }
  }

  @Test func `unknown gear changes nothing`() async throws {
    let ruck = try await add(points: 101)
    let boots = try await gear("Boots")
    let unknown = UUID()
    await #expect(throws: RuckObjectError.self) {
      try await library.setGear([boots.id, unknown], of: ruck.id)
    }
    #expect(try await library.gear(of: ruck.id).isEmpty)
    #expect(try await library.object(GearItem.self, boots.id)?.uses == 0)
  }

  @Test func `objects are found by a prefix of the ID, the name, or a part of it`() async throws {
    let boots = try await gear("Trail boots")
    _ = try await gear("Trail")
    #expect(
      try await library.objects(
        GearItem.self, matching: String(boots.id.uuidString.lowercased().prefix(13))
      ).map(\.id) == [boots.id])
    #expect(try await library.objects(GearItem.self, matching: "trail").map(\.name) == ["Trail"])
    #expect(try await library.objects(GearItem.self, matching: "boo").map(\.id) == [boots.id])
    #expect(try await library.objects(GearItem.self, matching: "").isEmpty)
  }

  @Test func `invalid values are rejected, and nothing is stored`() async throws {
    await #expect(throws: RuckObjectError.self) { try await library.insert(GearItem()) }
    let boots = try await gear("Boots")
    await #expect(throws: RuckObjectError.self) {
      try await library.edit(GearItem.self, boots.id) { $0.weight = -1 }
    }
    await #expect(throws: RuckObjectError.self) {
      try await library.edit(GearItem.self, UUID()) { $0.name = "Nothing" }
    }
    let stored = try await library.objects(GearItem.self)
    #expect(stored.map(\.name) == ["Boots"] && stored.first?.weight == nil)
  }

  // MARK: Routes

  @Test func `a route takes its line from a ruck, and its figures from the recording`()
    async throws
  {
    let ruck = try await add(points: 2000)
    let route = try await library.makeRoute(from: ruck.id, named: "North")
    #expect(route.name == "North" && route.type == .pointToPoint)
    #expect(route.path.points.count == 1000)
    #expect(abs((route.distance ?? 0) - ruck.distance) < 1)
    #expect(route.completions == 1)
    #expect(try await library.route(of: ruck.id) == route.id)
    #expect(try await library.rucks(on: route.id).map(\.id) == [ruck.id])
    try await library.setRoute(nil, of: ruck.id)
    #expect(try await library.rucks(on: route.id).isEmpty)
    #expect(try await library.ruck(ruck.id)?.summary == ruck)
  }

  @Test func `a drawn line sets the length, the ends and the climb`() async throws {
    var route = RouteItem()
    route.name = "Triangle"
    route.terrain = .mountain
    route.tags = ["night", "Night", "steep"]
    route.path = try RoutePath(text: "46, 7, 500\n46.01, 7, 600\n46.01, 7.01, 550\n46, 7, 500")
    let stored = try await library.insert(route)
    #expect(abs((stored.distance ?? 0) - stored.path.length) < 0.1)
    #expect(abs((stored.elevationGain ?? 0) - 100) < 0.1)
    #expect(abs((stored.elevationLoss ?? 0) - 100) < 0.1)
    #expect(stored.tags == ["night", "steep"])
    #expect(stored.start?.latitude == 46)
    #expect(try await library.routes(containing: "steep TRI").map(\.name) == ["Triangle"])
    #expect(try await library.routes(containing: "steep flat").isEmpty)
    #expect(try await library.routes(difficulty: .extreme).isEmpty)
  }

  @Test func `a second review of a route replaces the first`() async throws {
    var route = RouteItem()
    route.name = "Ridge"
    route.distance = 12_000
    let stored = try await library.insert(route)
    var review = ReviewItem()
    review.route = stored.id
    review.rating = 3
    try await library.setReview(review)
    review.rating = 5
    review.comment = "Better in snow"
    try await library.setReview(review)
    let reviews = try await library.reviews(of: stored.id)
    #expect(reviews.map(\.rating) == [5] && reviews.first?.comment == "Better in snow")
    #expect(try await library.object(RouteItem.self, stored.id)?.rating == 5)
    review.rating = 6
    await #expect(throws: RuckObjectError.self) { try await library.setReview(review) }
    review.rating = .nan
    await #expect(throws: RuckObjectError.self) { try await library.setReview(review) }
  }

  // MARK: Goals and challenges

  @Test func `a goal counts the rucks of each period, heavy ones only`() async throws {
    let monday = Date(timeIntervalSince1970: 1_780_272_000)  // 2026-06-01
    let rucks = [
      try await add(points: 301, at: monday.addingTimeInterval(3600)),
      try await add(points: 302, at: monday.addingTimeInterval(7 * 86400)),
      try await add(points: 303, at: monday.addingTimeInterval(8 * 86400)),
      try await add(points: 304, at: monday.addingTimeInterval(9 * 86400), packWeight: 5),
    ]
    var goal = GoalItem(startDate: monday)
    goal.name = "Heavy"
    goal.target = rucks[1].distance + rucks[2].distance - 1
    goal.minimumPackWeight = 10
    let stored = try await library.insert(goal)
    let now = monday.addingTimeInterval(10 * 86400)
    let progress = try #require(try await library.goals(at: now, in: calendar).first)
    #expect(progress.id == stored.id && progress.periods.count == 2)
    #expect(abs(progress.periods[0].value - rucks[0].distance) < 0.01)
    #expect(!progress.periods[0].isReached)
    #expect(abs((progress.current?.value ?? 0) - rucks[1].distance - rucks[2].distance) < 0.01)
    #expect(progress.current?.isReached == true && progress.streak == 1)
  }

  @Test(arguments: [
    (TargetMetric.sessions, 3.0), (.streak, 2), (.packWeight, 25),
  ])
  func `a goal of the whole time counts numbers, streaks and packs`(
    metric: TargetMetric, value: Double
  ) async throws {
    for (index, day) in [0.0, 2, 3].enumerated() {
      _ = try await add(
        points: 400 + index, at: Tracks.start.addingTimeInterval(day * 86400),
        packWeight: index == 1 ? 25 : 10)
    }
    var goal = GoalItem(startDate: Tracks.start.addingTimeInterval(-86400))
    goal.name = "Goal"
    goal.metric = metric
    goal.period = .once
    goal.target = 1000
    _ = try await library.insert(goal)
    let progress = try #require(
      try await library.goals(at: Tracks.start.addingTimeInterval(9 * 86400), in: calendar).first)
    #expect(abs((progress.current?.value ?? 0) - value) < 1e-6)
    #expect(abs(progress.fraction - value / 1000) < 1e-9)
  }

  @Test func `standings are computed from the rucks of the participants`() async throws {
    let first = try await add(points: 500)
    let second = try await add(points: 510, at: Tracks.start.addingTimeInterval(86400))
    _ = try await add(points: 520, at: Tracks.start.addingTimeInterval(40 * 86400))
    var challenge = ChallengeItem(
      startDate: Tracks.start.addingTimeInterval(-3600),
      endDate: Tracks.start.addingTimeInterval(30 * 86400))
    challenge.name = "Month"
    challenge.rule = .target
    challenge.target = first.distance + 10
    let stored = try await library.insert(challenge)
    var standings = try await library.standings(of: stored.id, in: calendar)
    let own = try #require(standings.first)
    #expect(standings.count == 1 && own.place == 1 && own.rucks == 2)
    #expect(abs(own.value - first.distance - second.distance) < 0.01)
    #expect(
      own.reachedAt.map { abs($0.timeIntervalSince(second.startedAt) - second.duration) < 1 }
        == true)
    try await library.setParticipation(in: stored.id, false)
    standings = try await library.standings(of: stored.id, in: calendar)
    #expect(standings.isEmpty)
    try await library.setParticipation(in: stored.id, true)
    try await library.delete(second.id)
    standings = try await library.standings(of: stored.id, in: calendar)
    #expect(standings.first?.reachedAt == nil)
    await #expect(throws: RuckObjectError.self) {
      try await library.edit(ChallengeItem.self, stored.id) { $0.target = nil }
    }
  }

  // MARK: Groups, plans, health and contacts

  @Test func `a group has its creator and members, each once`() async throws {
    var group = GroupItem()
    group.name = "Club"
    let stored = try await library.insert(group)
    for name in ["Kim", " Kim ", "me"] {
      try await library.addMember(named: name, role: .member, to: stored.id)
    }
    let members = try #require(try await library.object(GroupItem.self, stored.id)?.members)
    #expect(members.count == 2 && members.first?.role == .organizer)
    let kim = try #require(members.first { $0.name == "Kim" })
    for role in [GroupRole.organizer, nil] {
      try await library.addMember(named: "Kim", role: role, to: stored.id)
      let changed = try await library.object(GroupItem.self, stored.id)?.members
      #expect(changed?.count == 2 && changed?.allSatisfy { $0.role == .organizer } == true)
    }
    try await library.removeMember(kim.id, from: stored.id)
    #expect(try await library.object(GroupItem.self, stored.id)?.members.count == 1)
    await #expect(throws: RuckObjectError.self) {
      try await library.removeMember(kim.id, from: stored.id)
    }
    // The owner of the store is still the first user.
    #expect(try await library.profile().displayName == "Rucker")
  }

  @Test func `a planned ruck is fulfilled by the longest ruck of its day`() async throws {
    let plan = try await library.insert(
      {
        var plan = PlanItem(startDate: Tracks.start)
        plan.name = "Test"
        return plan
      }())
    let short = try await add(points: 200)
    let long = try await add(points: 400, at: Tracks.start.addingTimeInterval(600))
    var planned = PlannedRuckItem(plan: plan.id, date: Tracks.start)
    planned.name = "Easy"
    planned.reminderMinutes = 60
    planned = try await library.insert(planned)
    #expect(planned.reminderDate == Tracks.start.addingTimeInterval(-3600))
    #expect(try await library.ruck(fulfilling: planned, in: calendar) == long.id)
    planned = try await library.edit(PlannedRuckItem.self, planned.id) { $0.ruck = long.id }
    #expect(planned.reminderDate == nil)
    let rucks = try await library.object(PlanItem.self, plan.id)?.rucks.map(\.ruck)
    #expect(rucks == [long.id])
    #expect(try await library.ruck(fulfilling: planned, in: calendar) == short.id)
  }

  @Test func `the latest weight becomes that of the profile`() async throws {
    var measurement = MeasurementItem(date: Tracks.start)
    measurement.weight = 82
    _ = try await library.insert(measurement)
    var older = MeasurementItem(date: Tracks.start.addingTimeInterval(-86400))
    older.weight = 90
    older.restingHeartRate = 52
    _ = try await library.insert(older)
    let profile = try await library.profile()
    #expect(abs((profile.bodyWeight ?? 0) - 82) < 1e-9 && profile.restingHeartRate == 52)
    await #expect(throws: RuckObjectError.self) {
      try await library.insert(MeasurementItem(date: .now))
    }
  }

  @Test func `a contact needs a way to be reached`() async throws {
    var contact = ContactItem()
    contact.name = "Kim"
    await #expect(throws: RuckObjectError.self) { try await library.insert(contact) }
    contact.email = "kim@example.org"
    contact.overdueMinutes = 30
    let stored = try await library.insert(contact)
    #expect(stored.name == "Kim" && stored.overdueMinutes == 30)
    try await library.remove(ContactItem.self, stored.id)
    #expect(try await library.objects(ContactItem.self).isEmpty)
  }

  @Test func `a ruck is edited with exertion and surface`() async throws {
    let ruck = try await add(points: 600)
    let changed = try await library.edit(ruck.id, RuckEdit(rpe: 7, surface: .looseSand))
    #expect((changed.calories?.kilocalories ?? 0) > (ruck.calories?.kilocalories ?? .infinity))
    var extras = try await library.extras(of: ruck.id)
    #expect(extras.rpe == 7 && extras.surface == .looseSand)
    _ = try await library.edit(ruck.id, RuckEdit(cleared: [.rpe, .surface]))
    extras = try await library.extras(of: ruck.id)
    #expect(extras.rpe == nil && extras.surface == nil)
    await #expect(throws: RuckLibraryError.invalidExertion(11)) {
      try await library.edit(ruck.id, RuckEdit(rpe: 11))
    }
  }

  @Test func `a child's objects are private, also those of before`() async throws {
    let ruck = try await add(points: 700)
    _ = try await library.edit(ruck.id, RuckEdit(isPublic: true))
    var route = RouteItem()
    route.name = "Park"
    route.isPublic = true
    let old = try await library.insert(route)
    #expect(old.isPublic)
    try await library.setProfile(UserProfileEdit(isChild: true))
    #expect(try await library.object(RouteItem.self, old.id)?.isPublic == false)
    #expect(try await library.extras(of: ruck.id).isPublic == false)
    _ = try await library.edit(ruck.id, RuckEdit(isPublic: true))
    #expect(try await library.extras(of: ruck.id).isPublic == false)
    var goal = GoalItem(startDate: Tracks.start)
    goal.name = "Goal"
    goal.target = 10
    goal.visibility = .public
    #expect(try await library.insert(goal).visibility == .private)
    let edited = try await library.edit(RouteItem.self, old.id) { $0.isPublic = true }
    #expect(!edited.isPublic)
  }

  @Test func `the audience of the profile limits those of rucks and objects`() async throws {
    let ruck = try await add(points: 700)
    _ = try await library.edit(ruck.id, RuckEdit(isPublic: true))
    var group = GroupItem()
    group.name = "Club"
    group.visibility = .public
    let club = try await library.insert(group)
    #expect(club.visibility == .public)
    try await library.setProfile(UserProfileEdit(privacyLevel: .friends))
    #expect(try await library.object(GroupItem.self, club.id)?.visibility == .friends)
    #expect(try await library.extras(of: ruck.id).isPublic == false)
    let wider = try await library.edit(GroupItem.self, club.id) { $0.visibility = .public }
    #expect(wider.visibility == .friends)
    let smaller = try await library.edit(GroupItem.self, club.id) { $0.visibility = .private }
    #expect(smaller.visibility == .private)
    // A larger audience publishes nothing.
    try await library.setProfile(UserProfileEdit(privacyLevel: .public))
    #expect(try await library.object(GroupItem.self, club.id)?.visibility == .private)
    #expect(try await library.extras(of: ruck.id).isPublic == false)
    _ = try await library.edit(ruck.id, RuckEdit(isPublic: true))
    #expect(try await library.extras(of: ruck.id).isPublic)
  }
}
