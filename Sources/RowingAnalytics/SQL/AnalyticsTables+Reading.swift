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
      guard let athlete = row[0].flatMap({ UUID(uuidString: $0) }),
        let sessions = row[1].flatMap({ Int($0) }), let distance = row[2].flatMap({ Int64($0) }),
        let time = row[3].flatMap({ Int64($0) })
      else { throw AnalyticsError.malformedRow(table: "athlete_analytics") }
      return AthleteRow(
        athlete: athlete, sessions: sessions, distance: distance, time: time,
        best2kTenths: row[4].flatMap { Int($0) }, best5kTenths: row[5].flatMap { Int($0) },
        power: AnalyticsDecimal(text: row[6]),
        lastSession: row[7].flatMap { Int64($0) }.map { AnalyticsTime(seconds: $0) })
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
      guard let session = row[0].flatMap({ UUID(uuidString: $0) }),
        let athlete = row[1].flatMap({ UUID(uuidString: $0) }),
        let day = row[2].flatMap({ Int($0) }),
        let curve = try decode([PowerCurvePoint].self, row[3], "session_analytics")
      else { throw AnalyticsError.malformedRow(table: "session_analytics") }
      return SessionRow(
        session: session, athlete: athlete, date: AnalyticsDay(number: day), curve: curve,
        zones: try decode(PaceZones.self, row[4], "session_analytics"),
        strokes: try decode(StrokeFigures.self, row[5], "session_analytics"))
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
      guard let day = row[0].flatMap({ Int($0) }),
        let athlete = row[1].flatMap({ UUID(uuidString: $0) }),
        let distance = row[5].flatMap({ Int64($0) }), let sessions = row[6].flatMap({ Int($0) })
      else { throw AnalyticsError.malformedRow(table: "performance_aggregates") }
      return DayRow(
        day: AnalyticsDay(number: day), athlete: athlete, power: AnalyticsDecimal(text: row[2]),
        strokeRate: AnalyticsDecimal(text: row[3]), pace: AnalyticsDecimal(text: row[4]),
        distance: distance, sessions: sessions)
    }
  }
}
