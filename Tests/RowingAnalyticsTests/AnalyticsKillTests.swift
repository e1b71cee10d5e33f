// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics
import Testing

/// Refreshing processes that end without warning while PostgreSQL executes one of their statements.
@Suite(.timeLimit(.minutes(15))) struct AnalyticsKillTests {
  /// A statement of a refresh: its verb and its table.
  private struct Statement: CustomStringConvertible {
    let verb: String
    let table: String

    var description: String { "\(verb) \(table)" }
  }

  private static let statements = [
    Statement(verb: "DELETE", table: "session_analytics"),
    Statement(verb: "INSERT", table: "session_analytics"),
    Statement(verb: "INSERT", table: "session_powers"),
    Statement(verb: "UPDATE", table: "session_analytics"),
    Statement(verb: "UPDATE", table: "feed_athletes"),
    Statement(verb: "DELETE", table: "performance_aggregates"),
    Statement(verb: "INSERT", table: "performance_aggregates"),
    Statement(verb: "INSERT", table: "athlete_analytics"),
    Statement(verb: "UPDATE", table: "feeds"),
  ]

  private let workspace: Workspace
  private let fixture: AnalyticsFixture
  /// The connection that creates triggers, and has the lock for which they wait.
  private let gate: PostgreSQLConnection

  init() async throws {
    workspace = try Workspace()
    fixture = try await AnalyticsFixture()
    gate = try await PostgreSQLConnection.open(fixture.database)
    try await gate.run(
      """
      CREATE FUNCTION public.wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_query() LIKE TG_ARGV[0] || '%' THEN PERFORM pg_advisory_xact_lock(42); END IF;
        RETURN NULL;
      END $$
      """)
  }

  /// Changes sessions and zones, so that a refresh executes all statements.
  private func change(_ athlete: UUID) async throws {
    let sessions = try await fixture.library.sessions(SessionQuery()).sessions
    try #require(sessions.count > 3)
    try await fixture.library.delete(sessions[0].id)
    _ = try await fixture.library.edit(
      sessions[1].id, SessionEdit(startedAt: sessions[1].startedAt - 40 * 86_400))
    _ = try await fixture.library.edit(sessions[2].id, SessionEdit(machine: .skiErg))
    _ = try await fixture.library.setZones(PowerZone.standard, basePower: 231, athlete: athlete)
  }

  /// Starts a refresh, and kills its process while the server waits in a trigger.
  private func killRefresh(at place: String) async throws {
    try await gate.run("SELECT pg_advisory_lock(42)")
    let refresh = try workspace.startCairn(
      "row", "analytics", "refresh", "--database", fixture.database, "--data",
      fixture.folder.path(percentEncoded: false))
    let isWaiting = try await wait { () async throws -> Bool? in
      let waiting = try await gate.run(
        """
        SELECT 1 FROM pg_locks JOIN pg_database AS d ON d.oid = database
        WHERE locktype = 'advisory' AND objid = 42 AND NOT granted
          AND datname = current_database()
        """)
      if waiting.value != nil { return true }
      return refresh.hasEnded ? false : nil
    }
    refresh.send(SIGKILL)
    let result = try await refresh.result()
    #expect(isWaiting && result.wasKilled, "\(place): \(result)")
    try await gate.run("SELECT pg_advisory_unlock(42)")
  }

  @Test func `a kill at any statement of a refresh changes no row, and the next one is complete`()
    async throws
  {
    let athlete = try await fixture.sampleAthlete()
    let scope = AnalyticsScope.athlete(athlete)
    try await fixture.feed().initialize(scope)
    _ = try await fixture.feed().refresh()
    try await change(athlete)
    let before = try await fixture.rows()
    for statement in Self.statements {
      try await gate.run(
        """
        CREATE TRIGGER gate BEFORE INSERT OR UPDATE OR DELETE ON cairn_rowing.\(statement.table)
        FOR EACH STATEMENT EXECUTE FUNCTION public.wait_at_gate('\(statement.verb)')
        """)
      try await killRefresh(at: statement.description)
      // The server's lock on the table is released when the killed transaction has ended.
      try await gate.run("DROP TRIGGER gate ON cairn_rowing.\(statement.table)")
      #expect(try await fixture.rows() == before, "\(statement)")
    }
    let refresh = try await fixture.feed().refresh()
    #expect(!refresh.isEverything)
    #expect(try await fixture.rows() == fixture.rebuiltRows(scope))
  }

  @Test func `a kill during the commit of a refresh leaves the rows of the whole refresh`()
    async throws
  {
    let athlete = try await fixture.sampleAthlete()
    let scope = AnalyticsScope.athlete(athlete)
    try await fixture.feed().initialize(scope)
    _ = try await fixture.feed().refresh()
    try await change(athlete)
    // A deferred trigger is executed by the commit, which the server completes.
    try await gate.run(
      """
      CREATE CONSTRAINT TRIGGER gate AFTER UPDATE ON cairn_rowing.feeds
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wait_at_gate('COMMIT')
      """)
    try await killRefresh(at: "COMMIT")
    try await gate.run("DROP TRIGGER gate ON cairn_rowing.feeds")
    #expect(try await fixture.rows() == fixture.rebuiltRows(scope))
    #expect(try await fixture.feed().refresh() == AnalyticsFeed.Refresh())
  }
}
