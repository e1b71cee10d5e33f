// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Queries for pages, searches and days.
@Suite struct RuckQueryTests {
  let container: ModelContainer
  let library: RuckLibrary
  let calendar: Calendar

  init() throws {
    container = try RuckMapStore.inMemory()
    library = RuckLibrary(modelContainer: container)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Ljubljana"))
    self.calendar = calendar
  }

  func day(_ day: Int, _ month: Int = 8, hour: Int = 12) throws -> Date {
    try #require(
      calendar.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour)))
  }

  /// Stores a completed ruck; a distance in metres, a duration of nil for one without times.
  @discardableResult
  func add(
    _ name: String?, at start: Date, distance: Double = 5_000, duration: Double? = 3_600,
    pack: Double = 20, calories: Double = 400, notes: String? = nil, file: String? = nil
  ) throws -> UUID {
    let context = ModelContext(container)
    let session = RuckingSession(startDate: start, packWeight: 0, user: nil)
    session.name = name
    session.totalDistance = distance
    session.isTimed = duration != nil
    session.duration = duration ?? 0
    session.movingTime = duration ?? 0
    session.storedPace = session.averagePace
    session.packWeight = pack
    session.calories = duration == nil ? 0 : calories
    session.notes = notes
    session.sourceFile = file
    session.isCompleted = true
    context.insert(session)
    try context.save()
    return session.id
  }

  func names(_ query: RuckQuery) async throws -> [String] {
    try await library.rucks(query, in: calendar).rucks.map { $0.name ?? "-" }
  }

  func found(_ text: String, limit: Int = 10) async throws -> [String] {
    try await library.search(text, limit: limit, in: calendar).map { $0.name ?? "-" }
  }

  @Test(arguments: [
    (RuckQuery.SortKey.date, ["c", "untimed", "b", "a"], ["a", "b", "untimed", "c"]),
    (.distance, ["untimed", "a", "c", "b"], ["b", "c", "a", "untimed"]),
    (.duration, ["b", "a", "c", "untimed"], ["c", "a", "b", "untimed"]),
    (.pace, ["b", "a", "c", "untimed"], ["c", "a", "b", "untimed"]),
    (.pack, ["b", "c", "a", "untimed"], ["untimed", "a", "c", "b"]),
    (.energy, ["c", "a", "b", "untimed"], ["b", "a", "c", "untimed"]),
  ])
  func `rucks are sorted by each key, those without a value last`(
    key: RuckQuery.SortKey, descending: [String], ascending: [String]
  ) async throws {
    try add("a", at: day(1), distance: 6_000, duration: 4_000, pack: 10, calories: 500)
    try add("b", at: day(2), distance: 2_000, duration: 5_000, pack: 40, calories: 300)
    try add("untimed", at: day(3), distance: 9_000, duration: nil, pack: 0)
    try add("c", at: day(4), distance: 5_000, duration: 3_000, pack: 30, calories: 600)
    #expect(try await names(RuckQuery(sortKey: key)) == descending)
    #expect(try await names(RuckQuery(sortKey: key, direction: .ascending)) == ascending)
  }

  @Test func `filters by date exclude rucks without times`() async throws {
    try add("before", at: day(1))
    try add("first", at: day(2))
    try add("untimed", at: day(2), duration: nil)
    try add("last", at: day(3))
    try add("after", at: day(4))
    #expect(try await names(RuckQuery(from: day(2), to: day(4))) == ["last", "first"])
    #expect(try await names(RuckQuery(from: day(3))) == ["after", "last"])
    #expect(try await names(RuckQuery(to: day(2))) == ["before"])
    #expect(try await names(RuckQuery()).contains("untimed"))
  }

  @Test func `filters by text and distance are combined`() async throws {
    try add("Lake", at: day(1), distance: 4_000)
    try add("Lake", at: day(2), distance: 8_000)
    try add("Hill", at: day(3), distance: 8_000)
    let result = try await library.rucks(
      RuckQuery(text: "lake", minimumDistance: 5_000), in: calendar)
    #expect(result.count == 1)
    #expect(result.rucks.map { $0.distance.rounded() } == [8_000])
  }

  @Test func `a page has fifty rucks, with known values before unknown ones`() async throws {
    for number in 1...60 {
      try add("timed \(number)", at: day(1) + Double(number), calories: Double(number))
      try add("untimed \(number)", at: day(1) + Double(number), duration: nil)
    }
    var seen: [String] = []
    for page in 1...3 {
      let query = RuckQuery(sortKey: .energy, page: page)
      let result = try await library.rucks(query, in: calendar)
      #expect(result.count == 120)
      #expect(result.pages == 3)
      #expect(result.rucks.count == (page < 3 ? 50 : 20))
      seen += result.rucks.compactMap(\.name)
    }
    let expected = (1...60).reversed()
    #expect(seen == expected.map { "timed \($0)" } + expected.map { "untimed \($0)" })
  }

  @Test(arguments: [-1, 0, 1, 2, Int.max])
  func `a page outside the range has no rucks, and one below 1 is the first`(page: Int) async throws
  {
    try add("only", at: day(1))
    let result = try await library.rucks(RuckQuery(page: page), in: calendar)
    #expect(result.count == 1)
    #expect(result.rucks.count == (page <= 1 ? 1 : 0))
    #expect(result.pages == 1)
  }

  @Test func `a running ruck is on no page`() async throws {
    let context = ModelContext(container)
    context.insert(RuckingSession(startDate: try day(1), packWeight: 10, user: nil))
    try context.save()
    #expect(try await library.rucks(RuckQuery(), in: calendar).count == 0)
    #expect(try await library.rucks(RuckQuery(), in: calendar).pages == 1)
  }

  @Test func `a search finds names, notes and files without case and diacritics`() async throws {
    try add("Žerovnica", at: day(1), notes: "Mud & ice")
    try add("Hill", at: day(2), file: "Cerknica_lake.gpx")
    try add(nil, at: day(3), notes: "above ZEROVNICA")
    #expect(try await found("zerovnica") == ["-", "Žerovnica"])
    #expect(try await found("ŽEROVNICA mud") == ["Žerovnica"])
    #expect(try await found("cerknica") == ["Hill"])
    #expect(try await found("100%").isEmpty)
  }

  @Test func `a search finds dates as text in the time zone of the calendar`() async throws {
    try add("late", at: day(5, hour: 1))
    try add("early", at: day(4, hour: 23))
    try add("winter", at: day(5, 1))
    try add("untimed", at: day(5), duration: nil)
    #expect(try await found("2026-08-05") == ["late"])
    #expect(try await found("aug") == ["late", "early"])
    #expect(try await found("5 January 2026") == ["winter"])
    #expect(try await found("tuesday") == ["early"])
    #expect(try await found("2026 late") == ["late"])
    #expect(try await found("2025").isEmpty)
  }

  @Test func `a search returns the newest rucks up to the limit`() async throws {
    for number in 1...9 { try add("ruck \(number)", at: day(number)) }
    #expect(try await found("ruck", limit: 3) == ["ruck 9", "ruck 8", "ruck 7"])
    #expect(try await found("ruck", limit: 0).isEmpty)
    #expect(try await found(" \n").isEmpty)
  }

  @Test func `days sum the walks that start on them`() async throws {
    try add("morning", at: day(5, hour: 7), distance: 3_000)
    try add("night", at: day(5, hour: 23), distance: 2_000)
    try add("after midnight", at: day(6, hour: 0), distance: 1_000)
    try add("untimed", at: day(7), duration: nil)
    try add("car", at: day(8), distance: 90_000)
    try add("outside", at: day(9))
    let days = try await library.days(from: day(5, hour: 0), to: day(9, hour: 0), in: calendar)
    #expect(days.map(\.date) == [try day(5, hour: 0), try day(6, hour: 0)])
    #expect(days.map(\.count) == [2, 1])
    #expect(days.map { $0.distance.rounded() } == [5_000, 1_000])
    #expect(try await library.days(from: day(9), to: day(1), in: calendar).isEmpty)
  }
}
