// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL

extension AnalyticsTables {
  /// The condition that a row's athlete is one of a store.
  private static let ofStore =
    "athlete_id IN (SELECT athlete_id FROM cairn_rowing.feed_athletes WHERE store_id = $1)"

  /// Returns the rows of a store's athletes.
  func athletes(of store: String) async throws -> [AthleteRow] {
    try await run(
      """
      SELECT athlete_id, total_sessions, total_distance, total_time, best_2k_tenths,
        best_5k_tenths, average_power, floor(extract(epoch FROM last_session_at))::bigint
      FROM cairn_rowing.athlete_analytics WHERE \(Self.ofStore)
      """, [.text(store)]
    ).map { row in
      var row = ColumnReader(row, of: "athlete_analytics")
      return AthleteRow(
        athlete: try row.uuid(), sessions: try row.number(), distance: try row.number(),
        time: try row.number(), best2kTenths: row.optional(Int.self),
        best5kTenths: row.optional(Int.self), power: row.decimal(),
        lastSession: row.optional(Int64.self).map { AnalyticsTime(seconds: $0) })
    }
  }

  /// Returns the rows of the sessions of a store's athletes.
  func sessions(of store: String) async throws -> [SessionRow] {
    try await run(
      """
      SELECT session_id, athlete_id, session_date - date '1970-01-01', power_curve, pace_zones,
        stroke_analysis
      FROM cairn_rowing.session_analytics WHERE \(Self.ofStore)
      """, [.text(store)]
    ).map { row in
      var row = ColumnReader(row, of: "session_analytics")
      return SessionRow(
        session: try row.uuid(), athlete: try row.uuid(),
        date: AnalyticsDay(number: try row.number()), curve: try row.required(try row.json()),
        zones: try row.json(), strokes: try row.json())
    }
  }

  /// Returns the rows of the days of a store's athletes.
  func days(of store: String) async throws -> [DayRow] {
    try await days("WHERE \(Self.ofStore)", .text(store))
  }

  /// Returns the rows of an athlete's days.
  func days(of athlete: UUID) async throws -> [DayRow] {
    try await days("WHERE athlete_id = $1::uuid", .uuid(athlete))
  }

  private func days(_ condition: String, _ value: PostgreSQLValue) async throws -> [DayRow] {
    try await run(
      """
      SELECT (time_bucket AT TIME ZONE 'UTC')::date - date '1970-01-01', athlete_id, avg_power,
        avg_stroke_rate, avg_pace, total_distance, session_count
      FROM cairn_rowing.performance_aggregates \(condition)
      """, [value]
    ).map { row in
      var row = ColumnReader(row, of: "performance_aggregates")
      return DayRow(
        day: AnalyticsDay(number: try row.number()), athlete: try row.uuid(),
        power: row.decimal(), strokeRate: row.decimal(), pace: row.decimal(),
        distance: try row.number(), sessions: try row.number())
    }
  }
}
