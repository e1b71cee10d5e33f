// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Totals, streaks and gear, compared with a recomputation after random edits.
@Suite(.timeLimit(.minutes(15))) struct DerivedFiguresTests {
  static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `random edits leave the figures of a recomputation`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let container = try RuckMapStore.inMemory()
    let repository = RuckDataRepository(modelContainer: container)
    let actor = RuckMapDataActor(modelContainer: container)
    let library = RuckLibrary(modelContainer: container)
    let user = try await repository.insertUser(
      email: "a@example.com", displayName: "A", persona: .general)
    var gear: [UUID] = []
    for index in 0..<3 {
      gear.append(
        try await actor.addEquipment(
          name: "\(index)", type: .boots, weight: 1, ownerId: user.id
        ).get().id)
    }
    var rucks: [UUID] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let start = Self.now - Double(Int.random(in: 0..<30, using: &random)) * 86400
        let session = try await repository.createSession(
          startDate: start, packWeight: 30, userId: user.id)
        _ = try await actor.completeRuckingSession(
          sessionId: session.id, endDate: start + Double.random(in: 60...9000, using: &random),
          finalDistance: Double.random(in: 0...20, using: &random), locationPoints: []
        ).get()
        let chosen = gear.filter { _ in Bool.random(using: &random) }
        _ = try await actor.recordEquipmentUse(sessionId: session.id, equipmentIds: chosen).get()
        rucks.append(session.id)
      case 2:
        guard let id = rucks.randomElement(using: &random) else { continue }
        try await library.delete(id)
        rucks.removeAll { $0 == id }
      case 3:
        guard let id = rucks.randomElement(using: &random) else { continue }
        let distance = Double.random(in: 0...20, using: &random)
        try await RuckDataActor(modelContainer: container).performDataOperation { context in
          let session = try context.fetch(RuckingSession.descriptor(id: id)).first
          session?.distance = distance
          session?.didChange("distance")
        }
      default:
        guard let id = rucks.randomElement(using: &random) else { continue }
        let chosen = gear.filter { _ in Bool.random(using: &random) }
        _ = try await actor.recordEquipmentUse(sessionId: id, equipmentIds: chosen).get()
      }
    }
    try await check(container, user: user.id)
    // A recomputation after a merge finds nothing to correct.
    #expect(try await library.recalculateMergedFigures() == 0)
  }

  private func check(_ container: ModelContainer, user: UUID) async throws {
    let context = ModelContext(container)
    let rucks = try context.fetch(RuckingSession.completedSessions)
    for item in try context.fetch(FetchDescriptor<Equipment>()) {
      let used = rucks.filter { $0.equipment.contains(item) }
      #expect(item.totalSessions == used.count)
      #expect(abs(item.totalDistance - used.reduce(0) { $0 + $1.distance }) < 1e-6)
      #expect(abs(item.totalHours - used.reduce(0) { $0 + $1.duration }) < 1e-6)
      #expect(item.lastUsed == used.map(\.startDate).max())
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let statistics = try UserStatistics(
      for: user, in: context, now: Self.now, calendar: calendar)
    #expect(statistics.totalSessions == rucks.count)
    #expect(abs(statistics.totalDistance - rucks.reduce(0) { $0 + $1.distance }) < 1e-6)
    let walks = rucks.filter { !$0.isTooFastToWalk }
    #expect(statistics.longestSession == walks.map(\.distance).max() ?? 0)
    #expect(
      statistics.fastestPace == walks.map(\.averagePace).filter { $0 > 0 }.min() ?? 0)
    let packs = walks.reduce(0) { $0 + $1.packWeight }
    let meanPack = walks.isEmpty ? 0 : packs / Double(walks.count)
    #expect(abs(statistics.averagePackWeight - meanPack) < 1e-9)
    let days = Set(
      walks.map { Int((($0.startDate.timeIntervalSinceReferenceDate) / 86400).rounded(.down)) })
    let today = Int((Self.now.timeIntervalSinceReferenceDate / 86400).rounded(.down))
    var current = 0
    var day = days.contains(today) ? today : today - 1
    while days.contains(day) {
      current += 1
      day -= 1
    }
    #expect(statistics.currentStreak == current)
    var longest = 0
    for first in days where !days.contains(first - 1) {
      var last = first
      while days.contains(last + 1) { last += 1 }
      longest = max(longest, last - first + 1)
    }
    #expect(statistics.longestStreak == longest)
  }

  @Test func `the figures of one completion stay together`() async throws {
    let container = try RuckMapStore.inMemory()
    let context = ModelContext(container)
    let session = RuckingSession(startDate: Self.now, packWeight: 30, user: nil)
    context.insert(session)
    session.elevationLoss = 50
    try session.completeSession(endDate: Self.now + 3600, finalDistance: 4, at: Self.now + 4000)
    try context.save()
    // A merge combines a property of another completion.
    session.distance = 9
    try context.save()
    let library = RuckLibrary(modelContainer: container)
    #expect(try await library.recalculateMergedFigures() > 0)
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(stored.distance == 4)
    #expect(stored.storedPace == 15)
    #expect(try await library.recalculateMergedFigures() == 0)
  }

  @Test func `the figures of an older version of the app remain`() async throws {
    let container = try RuckMapStore.inMemory()
    let context = ModelContext(container)
    let session = RuckingSession(startDate: Self.now, packWeight: 30, user: nil)
    context.insert(session)
    try session.completeSession(endDate: Self.now + 3600, finalDistance: 4, at: Self.now + 4000)
    session.distance = 9
    session.lastModified = Self.now + 5000
    try context.save()
    try await RuckLibrary(modelContainer: container).recalculateMergedFigures()
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(stored.distance == 9)
  }

  @Test func `of two reviews by a user the later one remains`() async throws {
    let container = try RuckMapStore.inMemory()
    let context = ModelContext(container)
    let user = User(email: "a@example.com", displayName: "A", persona: .general)
    let route = Route(name: "Ridge", distance: 1, startLat: 1, startLon: 1, creator: user)
    context.insert(route)
    for (index, rating) in [5.0, 2, 4].enumerated() {
      let review = RouteReview(rating: rating, reviewer: user)
      review.createdAt = Self.now + Double([0, 2, 1][index])
      review.route = route
      context.insert(review)
    }
    try context.save()
    #expect(try await RuckLibrary(modelContainer: container).recalculateMergedFigures() == 2)
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<RouteReview>()).map(\.rating) == [2])
  }

  @Test func `two running rucks that meet by sync both remain`() async throws {
    let container = try RuckMapStore.inMemory()
    let repository = RuckDataRepository(modelContainer: container)
    let user = try await repository.insertUser(
      email: "a@example.com", displayName: "A", persona: .general)
    for offset in [10.0, 0] {
      _ = try await repository.createSession(
        startDate: Self.now + offset, packWeight: 30, userId: user.id)
    }
    let library = RuckLibrary(modelContainer: container)
    try await library.recalculateMergedFigures()
    let active = try await library.activeSessions()
    #expect(active.map(\.startDate) == [Self.now, Self.now + 10])
    #expect(try await library.activeSessions(of: UUID()).isEmpty)
  }
}
