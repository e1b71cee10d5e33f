// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

/// One or more objects of each kind in a library, so that all pages show every part.
struct SampleObjects: Sendable {
  let ruck: UUID
  let gear: UUID
  let route: UUID
  let challenge: UUID
  let group: UUID
  let event: UUID
  let plan: UUID

  private static let longName = "Over the ridge and back " + String(repeating: "very-", count: 18)

  /// Adds the objects.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - ruck: A ruck with positions.
  /// - Returns: The identifiers.
  static func fill(_ library: RuckLibrary, ruck: UUID) async throws -> SampleObjects {
    let today = Calendar.current.startOfDay(for: .now)
    let gear = try await addGear(library, ruck)
    let route = try await library.makeRoute(from: ruck, named: longName)
    var review = ReviewItem()
    review.route = route.id
    review.rating = 4.5
    review.difficulty = .hard
    review.recommendedPackWeight = 15
    review.comment = "<b>Bring</b> water & bread."
    try await library.setReview(review)
    try await library.edit(RouteItem.self, route.id) {
      $0.tags = ["night", "beach"]
      $0.isChildFriendly = true
      $0.estimatedDuration = 5400
    }

    var goal = GoalItem(startDate: today.addingTimeInterval(-40 * 86400))
    goal.name = "Twenty a week " + longName
    goal.target = 20_000
    try await library.insert(goal)
    goal.name = "Ended"
    goal.isActive = false
    try await library.insert(goal)

    var group = GroupItem()
    group.name = "Sunday club"
    group.details = "Everybody is welcome."
    let club = try await library.insert(group)
    try await library.addMember(named: "Kim Lee", role: .member, to: club.id)

    var challenge = ChallengeItem(
      startDate: today.addingTimeInterval(-5 * 86400),
      endDate: today.addingTimeInterval(20 * 86400))
    challenge.name = longName
    challenge.target = 5_000
    challenge.minimumPackWeight = 5
    challenge.group = club.id
    let contest = try await library.insert(challenge)

    var planned: UUID?
    for (day, name) in [(3.0, "Night ruck"), (-9, "Past ruck")] {
      var event = EventItem(startDate: today.addingTimeInterval(day * 86400 + 79_200))
      event.name = name
      event.place = "At the old bridge"
      event.distance = 10_000
      event.reminderMinutes = 120
      event.group = club.id
      event.route = route.id
      event.isCancelled = day < 0
      let stored = try await library.insert(event)
      planned = planned ?? stored.id
    }
    let night = try #require(planned)
    try await library.addNote("<b>Boots</b> & socks: " + longName, to: club.id)
    try await library.addParticipant(named: longName, to: night)
    try await library.setEvent(night, of: ruck)
    let plan = try await addPlan(library, today)
    try await addHealth(library, today)
    try await addRunning(library)
    for (index, name) in ["Home", longName].enumerated() {
      let zone = try await library.addPrivacyZone(
        name: name, latitude: -46.5, longitude: Double(index), radius: 200)
      if index > 0 { try await library.setPrivacyZone(zone.id, isActive: false) }
    }
    return SampleObjects(
      ruck: ruck, gear: gear, route: route.id, challenge: contest.id, group: club.id,
      event: night, plan: plan)
  }

  private static func addGear(_ library: RuckLibrary, _ ruck: UUID) async throws -> UUID {
    var ids: [UUID] = []
    for (index, type) in EquipmentType.allCases.enumerated() {
      var item = GearItem()
      item.name = index == 0 ? longName : "Item \(index)"
      item.type = type
      item.brand = "Brand"
      item.weight = 1.4
      item.price = 240
      item.isActive = index != 3
      item.replacementThreshold = index == 1 ? 1000 : GearItem.suggestedThreshold(type)
      if index == 0 {
        item.nextMaintenance = Date(timeIntervalSinceNow: -86400)
        item.maintenanceNotes = "Wax the seams."
      }
      ids.append(try await library.insert(item).id)
    }
    try await library.setGear(Set(ids), of: ruck)
    try await library.recordUse(of: ids[0], distance: 4000, duration: 3600, at: .now)
    return ids[0]
  }

  private static func addPlan(_ library: RuckLibrary, _ today: Date) async throws -> UUID {
    var plan = PlanItem(startDate: today)
    plan.name = "Twelve miles"
    plan.targetDate = today.addingTimeInterval(60 * 86400)
    plan.details = "Three rucks a week."
    let stored = try await library.insert(plan)
    for (day, name) in [(1.0, "Easy five"), (3, longName)] {
      var ruck = PlannedRuckItem(plan: stored.id, date: today.addingTimeInterval(day * 86400))
      ruck.name = name
      ruck.distance = 8_000
      ruck.packWeight = 12
      ruck.rpe = 4
      ruck.reminderMinutes = 60
      ruck.isSkipped = day == 3
      try await library.insert(ruck)
    }
    return stored.id
  }

  private static func addHealth(_ library: RuckLibrary, _ today: Date) async throws {
    for day in 0..<5 {
      var measurement = MeasurementItem(date: today.addingTimeInterval(Double(-day) * 7 * 86400))
      measurement.weight = 80 + Double(day) / 2
      measurement.bodyFat = 18
      measurement.restingHeartRate = 52
      measurement.sleepHours = 7.5
      try await library.insert(measurement)
    }
    var contact = ContactItem()
    contact.name = "Kim Lee"
    contact.phone = "+41 44 123 45 67"
    contact.email = "kim@example.org"
    contact.relation = "partner"
    contact.overdueMinutes = 30
    contact.isPrimary = true
    try await library.insert(contact)
    try await library.setProfile(UserProfileEdit(height: 1.78))
  }

  /// Starts two rucks, as devices that were offline do; the return of the second one is overdue.
  private static func addRunning(_ library: RuckLibrary) async throws {
    _ = try await library.startRecording(
      RecordingOptions(packWeight: 5, name: longName, expectedEnd: .now + 3_600))
    let start = (Date.now.timeIntervalSince1970 - 600) * 1_000
    let upload = """
      {"recording":"\(UUID())","first":true,"name":"Second","expectedEnd":\(start + 300_000),\
      "loads":[{"time":\(start),"packWeight":15}],"pauses":[],"points":[]}
      """
    _ = try await library.receive(
      JSONDecoder().decode(PageRecording.self, from: Data(upload.utf8)))
  }

  /// The paths of the pages with these objects, and of pages with forms.
  var paths: [String] {
    func text(_ id: UUID) -> String { id.uuidString.lowercased() }
    return [
      "/rucks/dashboard/mission", "/rucks/dashboard/city", "/rucks/dashboard/family",
      "/rucks/statistics?by=week",
      "/rucks/statistics/records", "/rucks/statistics/load", "/rucks/statistics/calendar",
      "/rucks/statistics/standards", "/rucks/statistics/checks", "/rucks/statistics/report",
      "/rucks/statistics/map", "/rucks/statistics/compare", "/rucks/routes",
      "/rucks/routes/new",
      "/rucks/routes/\(text(route))", "/rucks/gear", "/rucks/gear/\(text(gear))",
      "/rucks/gear/\(text(gear))/edit", "/rucks/\(text(ruck))", "/rucks/\(text(ruck))/gear",
      "/rucks/edit", "/rucks/new", "/rucks/feed", "/rucks/goals",
      "/rucks/challenges/\(text(challenge))", "/rucks/groups",
      "/rucks/groups/\(text(group))", "/rucks/events/\(text(event))", "/rucks/plans/\(text(plan))",
      "/rucks/plans",
      "/rucks/health", "/rucks/health/report", "/rucks/health/conditions", "/rucks/safety",
      "/rucks/zones", "/rucks/record",
      "/settings",
      "/rucks/\(text(ruck))/track", "/rucks/routes/\(text(route))/efforts",
    ]
  }

  /// The paths of pages of an empty library.
  static let emptyPaths = [
    "/rucks/dashboard", "/rucks/statistics/map", "/rucks/routes", "/rucks/goals", "/rucks/health",
    "/rucks/zones", "/rucks/statistics/compare", "/rucks/feed",
  ]
}
