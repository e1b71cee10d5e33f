// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnalyticsScopeTests {
  @Test func `a second store that feeds the same athlete is refused`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    _ = try await fixture.feed().refresh()
    // The default athlete has one identifier on every device.
    let second = try AnalyticsFixture(database: fixture.database)
    #expect(try await second.sampleAthlete() == athlete)
    await #expect(throws: AnalyticsError.otherStore(athlete: athlete)) {
      try await second.feed().initialize(.athlete(athlete))
    }
    await #expect(throws: AnalyticsError.notInitialized) { try await second.feed().refresh() }
    // Another athlete is accepted, until the first one joins the team.
    let team = try await second.library.addTeam(name: "Club").id
    let other = try await second.library.addAthlete(name: "Berta").id
    _ = try await second.library.join(other, team: team)
    try await second.feed().initialize(.team(team))
    _ = try await second.feed().refresh()
    _ = try await second.library.join(athlete, team: team)
    await #expect(throws: AnalyticsError.otherStore(athlete: athlete)) {
      try await second.feed().refresh()
    }
    #expect(try await fixture.report() == fixture.calculated(.athlete(athlete)))
    // Each store drops its own rows; the last one drops the tables.
    #expect(try await fixture.feed().drop() == false)
    _ = try await second.feed().refresh()
    #expect(try await second.report() == second.calculated(.team(team)))
    #expect(try await second.feed().drop() == true)
    await #expect(throws: AnalyticsError.notInitialized) { try await second.feed().report() }
  }

  @Test func `athletes outside of the team aren't fed, and one that leaves is deleted`()
    async throws
  {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    let team = try await fixture.library.addTeam(name: "Club").id
    let other = try await fixture.library.addAthlete(name: "Berta").id
    _ = try await fixture.library.join(other, team: team)
    try await fixture.feed().initialize(.team(team))
    _ = try await fixture.feed().refresh()
    #expect(!(try await fixture.rows().joined().contains(athlete.uuidString.lowercased())))
    _ = try await fixture.library.join(athlete, team: team)
    #expect(try await fixture.feed().refresh().sessions == 11)
    try await fixture.library.leave(athlete)
    #expect(try await fixture.feed().refresh().deletedAthletes == 1)
    #expect(!(try await fixture.rows().joined().contains(athlete.uuidString.lowercased())))
    #expect(try await fixture.report() == fixture.calculated(.team(team)))
  }

  @Test func `encrypted values of an athlete are not in the database`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    _ = try await fixture.library.editAthlete(
      athlete,
      AthleteEdit(
        name: "Secret Name", email: "secret@example.com", weight: .set(67.125),
        height: .set(183.375), birthYear: .set(1957),
        picture: .set(Data([0xFF, 0xD8, 0xFF]) + Data("picture".utf8))))
    try await fixture.feed().initialize(.athlete(athlete))
    _ = try await fixture.feed().refresh()
    let connection = try await PostgreSQLConnection.open(fixture.database)
    let tables = try await connection.run(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'cairn_rowing'")
    for table in tables.compactMap({ $0[0] }) {
      let rows = try await connection.run(
        "SELECT to_jsonb(t)::text FROM cairn_rowing.\(table) AS t")
      let text = rows.compactMap { $0[0] }.joined()
      for secret in ["secret@example.com", "67.125", "183.375", "1957", "picture", "Secret Name"] {
        #expect(!text.contains(secret), "\(table) has \(secret)")
      }
    }
  }

  @Test func `a scope without athletes is refused`() async throws {
    let fixture = try await AnalyticsFixture()
    _ = try await fixture.sampleAthlete()
    let team = try await fixture.library.addTeam(name: "Empty").id
    await #expect(throws: AnalyticsError.emptyScope) {
      try await fixture.feed().initialize(.team(team))
    }
    await #expect(throws: AnalyticsError.notInitialized) { try await fixture.feed().refresh() }
  }
}
