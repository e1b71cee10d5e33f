// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL

extension AnalyticsTables {
  /// The powers of a session as a row.
  private struct PowersRow: Encodable {
    private enum CodingKeys: String, CodingKey {
      case session = "session_id"
      case powers
    }

    let session: UUID
    let powers: PowerHistogram
  }

  /// The zones of a session as a row.
  private struct ZonesRow: Encodable {
    private enum CodingKeys: String, CodingKey {
      case session = "session_id"
      case zones = "pace_zones"
    }

    let session: UUID
    let zones: PaceZones?
  }

  /// Returns the identifiers of an athlete's sessions.
  func sessions(of athlete: UUID) async throws -> Set<UUID> {
    let rows = try await run(
      "SELECT session_id FROM cairn_rowing.session_analytics WHERE athlete_id = $1::uuid",
      [.uuid(athlete)])
    return Set(rows.compactMap { row in row[0].flatMap { UUID(uuidString: $0) } })
  }

  func upsert(_ sessions: [SessionRows]) async throws {
    guard !sessions.isEmpty else { return }
    try await run(
      """
      INSERT INTO cairn_rowing.session_analytics
      SELECT r.*, now() FROM jsonb_to_recordset($1::jsonb) AS r(
        session_id uuid, cloudkit_record_name varchar, athlete_id uuid, session_date date,
        power_curve jsonb, pace_zones jsonb, stroke_analysis jsonb)
      ON CONFLICT (session_id) DO UPDATE SET
        cloudkit_record_name = excluded.cloudkit_record_name, athlete_id = excluded.athlete_id,
        session_date = excluded.session_date, power_curve = excluded.power_curve,
        pace_zones = excluded.pace_zones, stroke_analysis = excluded.stroke_analysis,
        analytics_computed_at = excluded.analytics_computed_at
      """, [try json(sessions.map(\.row))])
    try await run(
      """
      INSERT INTO cairn_rowing.session_powers
      SELECT r.* FROM jsonb_to_recordset($1::jsonb) AS r(session_id uuid, powers jsonb)
      ON CONFLICT (session_id) DO UPDATE SET powers = excluded.powers
      """, [try json(sessions.map { PowersRow(session: $0.row.session, powers: $0.powers) })])
  }

  func deleteSessions(_ ids: some Sequence<UUID>) async throws {
    try await run(
      """
      DELETE FROM cairn_rowing.session_analytics WHERE session_id IN
        (SELECT id::uuid FROM jsonb_array_elements_text($1::jsonb) AS ids(id))
      """, [list(ids)])
  }

  /// Recalculates the column `pace_zones` of sessions from their powers.
  func updateZones(_ zones: PaceZones?, of sessions: [UUID]) async throws {
    guard !sessions.isEmpty else { return }
    let rows = try await run(
      """
      SELECT session_id, powers FROM cairn_rowing.session_powers WHERE session_id IN
        (SELECT id::uuid FROM jsonb_array_elements_text($1::jsonb) AS ids(id))
      """, [list(sessions)])
    let updated = try rows.map { row in
      var row = ColumnReader(row, of: "session_powers")
      let (session, powers) = (try row.uuid(), try row.required(try row.json(PowerHistogram.self)))
      return ZonesRow(session: session, zones: zones?.adding(powers))
    }
    try await run(
      """
      UPDATE cairn_rowing.session_analytics AS s
      SET pace_zones = r.pace_zones, analytics_computed_at = now()
      FROM jsonb_to_recordset($1::jsonb) AS r(session_id uuid, pace_zones jsonb)
      WHERE s.session_id = r.session_id
      """, [try json(updated)])
  }

  // MARK: Days

  func upsert(_ days: [DayRow], _ partitioning: AnalyticsSchema.Partitioning) async throws {
    guard !days.isEmpty else { return }
    if partitioning == .year {
      for year in Set(days.map(\.day.year)).sorted() {
        try await run(AnalyticsSchema.partition(year))
      }
    }
    try await run(
      """
      INSERT INTO cairn_rowing.performance_aggregates
      SELECT r.* FROM jsonb_to_recordset($1::jsonb) AS r(
        time_bucket timestamptz, athlete_id uuid, avg_power numeric, avg_stroke_rate numeric,
        avg_pace numeric, total_distance bigint, session_count integer)
      ON CONFLICT (time_bucket, athlete_id) DO UPDATE SET
        avg_power = excluded.avg_power, avg_stroke_rate = excluded.avg_stroke_rate,
        avg_pace = excluded.avg_pace, total_distance = excluded.total_distance,
        session_count = excluded.session_count
      """, [try json(days)])
  }

  func deleteDays(_ days: [AnalyticsDay], athlete: UUID) async throws {
    guard !days.isEmpty else { return }
    try await run(
      """
      DELETE FROM cairn_rowing.performance_aggregates WHERE athlete_id = $2::uuid
        AND (time_bucket AT TIME ZONE 'UTC')::date IN
          (SELECT day::date FROM jsonb_array_elements_text($1::jsonb) AS days(day))
      """, [try json(days), .uuid(athlete)])
  }
}
