// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnalyticsSchemaTests {
  @Test func `the tables have the documented columns and types`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    try await fixture.feed().initialize(.athlete(athlete))
    let connection = try await PostgreSQLConnection.open(fixture.database)
    let columns = try await connection.run(
      """
      SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'cairn_rowing' AND a.attnum > 0 AND c.relname IN
        ('athlete_analytics', 'session_analytics', 'performance_aggregates')
      ORDER BY c.relname, a.attnum
      """
    ).compactMap { $0[0] }
    #expect(
      columns == [
        "athlete_analytics.athlete_id uuid",
        "athlete_analytics.cloudkit_record_name character varying(255)",
        "athlete_analytics.total_sessions integer",
        "athlete_analytics.total_distance bigint",
        "athlete_analytics.total_time bigint",
        "athlete_analytics.best_2k_time integer",
        "athlete_analytics.best_5k_time integer",
        "athlete_analytics.best_2k_tenths integer",
        "athlete_analytics.best_5k_tenths integer",
        "athlete_analytics.average_power numeric(8,2)",
        "athlete_analytics.last_session_at timestamp with time zone",
        "athlete_analytics.analytics_updated_at timestamp with time zone",
        "performance_aggregates.time_bucket timestamp with time zone",
        "performance_aggregates.athlete_id uuid",
        "performance_aggregates.avg_power numeric(8,2)",
        "performance_aggregates.avg_stroke_rate numeric(5,2)",
        "performance_aggregates.avg_pace numeric(8,2)",
        "performance_aggregates.total_distance bigint",
        "performance_aggregates.session_count integer",
        "session_analytics.session_id uuid",
        "session_analytics.cloudkit_record_name character varying(255)",
        "session_analytics.athlete_id uuid",
        "session_analytics.session_date date",
        "session_analytics.power_curve jsonb",
        "session_analytics.pace_zones jsonb",
        "session_analytics.stroke_analysis jsonb",
        "session_analytics.analytics_computed_at timestamp with time zone",
      ])
  }

  @Test func `a user without the permission to create tables gets the remedy`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    let connection = try await PostgreSQLConnection.open(fixture.database)
    try await connection.run("CREATE ROLE guest LOGIN")
    let guest = try await PostgreSQLConnection.open(
      fixture.database.replacing("user=cairn", with: "user=guest"))
    let feed = AnalyticsFeed(library: fixture.library, tables: AnalyticsTables(guest))
    let error = try await #require(throws: PostgreSQLError.self) {
      try await feed.initialize(.athlete(athlete))
    }
    #expect(error.errorDescription?.contains("Ask the database's owner") == true, "\(error)")
  }

  @Test func `days are in a partition for each year`() async throws {
    let fixture = try await AnalyticsFixture()
    let athlete = try await fixture.sampleAthlete()
    let sessions = try await fixture.library.sessions(SessionQuery()).sessions
    for (session, seconds) in zip(sessions, [0, 946_684_799, 946_684_800] as [Double]) {
      _ = try await fixture.library.edit(
        session.id, SessionEdit(startedAt: Date(timeIntervalSince1970: seconds)))
    }
    try await fixture.feed().initialize(.athlete(athlete))
    _ = try await fixture.feed().refresh()
    let connection = try await PostgreSQLConnection.open(fixture.database)
    let partitions = try await connection.run(
      """
      SELECT tableoid::regclass::text, count(*) FROM cairn_rowing.performance_aggregates
      GROUP BY 1 ORDER BY 1
      """
    ).map { "\($0[0] ?? "") \($0[1] ?? "")" }
    let prefix = "cairn_rowing.performance_aggregates_"
    #expect(
      partitions == [prefix + "1970 1", prefix + "1999 1", prefix + "2000 1", prefix + "2026 8"])
    #expect(try await fixture.report() == fixture.calculated(.athlete(athlete)))
  }

  @Test func `with TimescaleDB the aggregates are a hypertable`() {
    let statements = AnalyticsSchema.create(.timescaledb)
    #expect(
      statements.last
        == "SELECT create_hypertable('cairn_rowing.performance_aggregates', 'time_bucket')")
    #expect(!statements.contains { $0.contains("PARTITION BY") })
    let plain = AnalyticsSchema.create(.year)
    #expect(plain.count == statements.count - 1)
    #expect(plain.contains { $0.hasSuffix(") PARTITION BY RANGE (time_bucket)") })
  }

  @Test func `a partition has the days of its year in UTC`() {
    #expect(
      AnalyticsSchema.partition(999) == """
        CREATE TABLE IF NOT EXISTS cairn_rowing.performance_aggregates_0999
            PARTITION OF cairn_rowing.performance_aggregates
            FOR VALUES FROM ('0999-01-01 00:00:00+00')
            TO ('1000-01-01 00:00:00+00')
        """)
  }
}
