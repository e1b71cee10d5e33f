// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics
import SwiftData
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnalyticsFeedTests {
  @Test func `a refresh gives the report that the store gives without PostgreSQL`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    let first = try await fixture.feed().refresh()
    #expect(first.sessions == 11)
    #expect(first.athletes == 1)
    #expect(first.isEverything)
    let report = try await fixture.report()
    #expect(report.contains("\"stroke_analysis\" : {"))
    #expect(report == (try await fixture.calculated(.athlete(athlete))))
    let second = try await fixture.feed().refresh()
    #expect(second == AnalyticsFeed.Refresh())
    // One changed session is recalculated; unchanged days are not written.
    let session = try #require(try await fixture.library.sessions(SessionQuery()).sessions.first)
    _ = try await fixture.library.edit(session.id, SessionEdit(comments: "windy"))
    var third = AnalyticsFeed.Refresh()
    (third.athletes, third.sessions) = (1, 1)
    #expect(try await fixture.feed().refresh() == third)
  }

  @Test func `best times are whole sessions in tenths, and their seconds are rounded down`()
    async throws
  {
    let fixture = try await AnalyticsFixture()
    let context = ModelContext(try RowingStore.container(directory: fixture.folder))
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    for (index, value) in [(2000.0, 450.7), (2000, 460), (5000, 1175.5), (500, 80)].enumerated() {
      let session = RowingSession(
        athlete: athlete, pm5DeviceID: "", sessionType: .test,
        startTime: Date(timeIntervalSince1970: 1_780_000_000 + Double(index)))
      (session.totalDistance, session.totalTime, session.isComplete) = (value.0, value.1, true)
      if index == 3 { session.isComplete = false }
      context.insert(session)
    }
    try context.save()
    try await fixture.feed().initialize(.athlete(athlete.id))
    _ = try await fixture.feed().refresh()
    let connection = try await PostgreSQLConnection.open(fixture.database)
    let row = try await connection.run(
      """
      SELECT total_sessions, total_distance, total_time, best_2k_time, best_2k_tenths,
        best_5k_time, best_5k_tenths, average_power, last_session_at, cloudkit_record_name
      FROM cairn_rowing.athlete_analytics
      """)
    let durations = [450.7, 460, 1175.5]
    let watts = zip(durations, [2000.0, 2000, 5000]).map {
      2.8 / Foundation.pow($0 / $1, 3) as Double
    }
    let work = zip(durations, watts).reduce(0.0) { $0 + $1.0 * $1.1 }
    let mean: Double = work / durations.reduce(0, +)
    #expect(
      row.first == [
        "3", "9000", "2086", "450", "4507", "1175", "11755", String(format: "%.2f", mean),
        "2026-05-28 20:26:42+00", "Athlete.\(athlete.id.uuidString)",
      ])
    let day = try await connection.run("SELECT * FROM cairn_rowing.performance_aggregates")
    #expect(
      day.first == [
        "2026-05-28 00:00:00+00", athlete.id.uuidString.lowercased(), String(format: "%.2f", mean),
        nil, String(format: "%.2f", 2086.2 / 9000 * 500), "9000", "3",
      ])
  }

  @Test func `an implausible time is no best time`() async throws {
    let fixture = try AnalyticsFixture(database: "")
    let context = ModelContext(try RowingStore.container(directory: fixture.folder))
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    for (index, seconds) in [450.7, 60].enumerated() {
      let session = RowingSession(
        athlete: athlete, startTime: Date(timeIntervalSince1970: 1_780_000_000 + Double(index)))
      (session.totalDistance, session.totalTime, session.isComplete) = (2000, seconds, true)
      context.insert(session)
    }
    try context.save()
    let report = try await AnalyticsReport.calculated(
      from: fixture.library, scope: .athlete(athlete.id))
    #expect(report.athletes.map(\.best2kTenths) == [4507])
    #expect(report.athletes.map(\.sessions) == [2])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `rows after random edits and deletions equal a rebuild`(seed: UInt64) async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    let team = try await fixture.library.addTeam(name: "Club").id
    _ = try await fixture.library.join(athlete, team: team)
    let other = try await fixture.library.addAthlete(name: "Berta").id
    _ = try await fixture.library.join(other, team: team)
    _ = try await fixture.library.addAthlete(name: "Without team")
    let scope = AnalyticsScope.team(team)
    try await fixture.feed().initialize(scope)
    _ = try await fixture.feed().refresh()
    var edit = RandomEdit(folder: fixture.folder, random: SeededRandom(seed: seed))
    for round in 1...6 {
      var done: [String] = []
      for _ in 0..<4 { done.append(try await edit.perform()) }
      if try await fixture.library.team(team)?.members.isEmpty ?? true { break }
      let refresh = try await fixture.feed().refresh()
      #expect(!refresh.isEverything)
      let text = done.joined(separator: "\n")
      #expect(
        try await fixture.report() == fixture.calculated(scope), "round \(round): \(text)")
      let rows = try await fixture.rows()
      #expect(try await fixture.rebuiltRows(scope) == rows, "round \(round): \(text)")
    }
  }

  @Test func `an interrupted refresh changes nothing, and the next one is complete`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    _ = try await fixture.feed().refresh()
    var edit = RandomEdit(folder: fixture.folder, random: SeededRandom(seed: 9))
    for _ in 0..<6 { _ = try await edit.perform() }
    let before = try await fixture.rows()
    let admin = try await PostgreSQLConnection.open(fixture.database)
    var interruptions = 0
    for number in 1... {
      let count = Mutex(0)
      let feed = try await fixture.feed { _ in
        let current = count.withLock { count in
          count += 1
          return count
        }
        guard current == number else { return }
        try await admin.run(
          """
          SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """)
      }
      do {
        _ = try await feed.refresh()
        break
      } catch let error as PostgreSQLError {
        interruptions += 1
        guard case .connectionLost = error else { throw error }
        #expect(try await fixture.rows() == before)
      }
    }
    #expect(interruptions > 10)
    #expect(try await fixture.report() == fixture.calculated(.athlete(athlete)))
  }

  @Test func `two refreshers at once give the rows of one`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    let (first, second) = (try await fixture.feed(), try await fixture.feed())
    async let one = first.refresh()
    async let two = second.refresh()
    let sessions = try await [one, two].map(\.sessions).sorted()
    #expect(sessions == [0, 11])
    #expect(try await fixture.report() == fixture.calculated(.athlete(athlete)))
  }

  @Test func `an expired history leads to a rebuild`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    _ = try await fixture.feed().refresh()
    var edit = RandomEdit(folder: fixture.folder, random: SeededRandom(seed: 5))
    for _ in 0..<5 { _ = try await edit.perform() }
    let context = ModelContext(try RowingStore.container(directory: fixture.folder))
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let refresh = try await fixture.feed().refresh()
    #expect(refresh.isEverything)
    #expect(try await fixture.report() == fixture.calculated(.athlete(athlete)))
  }
}
