// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Awards, calculated from rucks and standings.
@Suite struct AwardTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    container = try RuckMapStore.inMemory()
    library = RuckLibrary(modelContainer: container)
  }

  /// Stores completed rucks of the owner, one a day, and returns their identifiers.
  @discardableResult
  private func rucks(
    _ count: Int, miles: Double, pounds: Double = 20, hours: Double? = nil
  ) throws -> [UUID] {
    let context = ModelContext(container)
    let known = try context.fetch(FetchDescriptor<User>()).first
    let user = known ?? User(email: "a@example.com", displayName: "A", persona: .general)
    if known == nil { context.insert(user) }
    var ids: [UUID] = []
    for day in 0..<count {
      let session = RuckingSession(
        startDate: Self.start + Double(day) * 86_400, packWeight: pounds, user: user)
      context.insert(session)
      try session.completeSession(
        endDate: session.startDate + (hours.map { $0 * 3600 } ?? miles * 1200), finalDistance: miles
      )
      ids.append(session.id)
    }
    try context.save()
    return ids
  }

  private func codes() async throws -> Set<String> {
    Set(try await library.awards(in: Self.calendar).map(\.code))
  }

  @Test func `a ruck reaches a threshold once`() {
    var counter = AwardCounter(in: Self.calendar)
    func codes(_ miles: Double, pounds: Double = 0, feet: Double = 0, day: Double) -> [String] {
      counter.add(
        start: Self.start + day * 86_400, distance: miles, climb: feet, packWeight: pounds
      ).map(\.code)
    }
    #expect(codes(4, day: 0) == ["rucks-1"])
    let second = codes(6, pounds: 34, feet: 1_000, day: 2)
    #expect(second == ["distance-10", "climb-1000", "longest-5"])
    #expect(codes(6, pounds: 35, day: 2.1) == ["loaded-6"])
    #expect(codes(6, pounds: 35, day: 3) == [])
    #expect(codes(30, day: 4) == ["distance-50", "longest-10", "longest-20", "longest-30"])
    for day in [5.0, 6, 7] { #expect(codes(0, day: day) == []) }
    #expect(codes(0, day: 8) == ["streak-7"])
  }

  @Test func `every rule has a code and a title of its own`() {
    #expect(Set(AwardRule.all.map(\.code)).count == AwardRule.all.count)
    #expect(Set(AwardRule.all.map(\.title)).count == AwardRule.all.count)
    let titles = AwardRule.all.filter { ["rucks-1", "distance-2500"].contains($0.code) }
    #expect(titles.map(\.title) == ["First ruck", "2,500 miles in all"])
  }

  @Test func `awards follow edits and deletions of rucks`() async throws {
    #expect(try await codes().isEmpty)
    let ids = try rucks(10, miles: 1)
    #expect(try await codes() == ["rucks-1", "rucks-10", "distance-10", "streak-7"])
    let awards = try await library.awards(in: Self.calendar)
    let last = try #require(awards.first { $0.code == "distance-10" })
    #expect(last.ruck == ids.last)
    #expect(last.earnedAt == Self.start + 9 * 86_400 + 1200)
    #expect(awards.last?.code == "rucks-1" && awards.last?.ruck == ids.first)
    try await library.delete(try #require(ids.last))
    #expect(try await codes() == ["rucks-1", "streak-7"])
    #expect(try await library.awards(in: Self.calendar).map(\.id) == awards.suffix(2).map(\.id))
  }

  @Test func `a recording that can't be walked earns nothing`() async throws {
    try rucks(1, miles: 40, hours: 1)
    #expect(try await codes().isEmpty)
  }

  @Test func `a challenge gives an award for its target, and for the first place of several`()
    async throws
  {
    try rucks(2, miles: 4)
    var challenge = ChallengeItem(
      startDate: Self.start - 86_400, endDate: Self.start + 10 * 86_400)
    challenge.name = "June"
    challenge.target = 10_000
    let stored = try await library.insert(challenge)
    let award = try #require(
      try await library.awards(in: Self.calendar).first { $0.title.hasSuffix("June") })
    #expect(award.title == "Target reached: June")
    #expect(award.earnedAt == Self.start + 86_400 + 4800)

    let context = ModelContext(container)
    let other = User(email: "b@example.com", displayName: "B", persona: .general)
    context.insert(other)
    let id = stored.id
    let model = try context.fetch(
      FetchDescriptor<Challenge>(predicate: #Predicate { $0.id == id })
    ).first
    model?.participants.append(other)
    try context.save()
    func titles(at now: Date) async throws -> [String] {
      let reader = RuckLibrary(modelContainer: container)
      return try await reader.awards(in: Self.calendar, at: now).map(\.title)
        .filter { $0.hasSuffix("June") }.sorted()
    }
    #expect(try await titles(at: Self.start + 5 * 86_400) == ["Target reached: June"])
    #expect(
      try await titles(at: Self.start + 11 * 86_400)
        == ["First place: June", "Target reached: June"])
  }

  @Test func `a stored award of another code remains`() async throws {
    try rucks(1, miles: 1)
    let context = ModelContext(container)
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    context.insert(
      Achievement(code: "club-2025", title: "Club", value: 1, earnedAt: Self.start, user: user))
    context.insert(
      Achievement(code: "rucks-1", title: "Old", value: 1, earnedAt: Self.start, user: user))
    try context.save()
    let awards = try await library.awards(in: Self.calendar)
    #expect(awards.map(\.title) == ["First ruck", "Club"])
  }
}
