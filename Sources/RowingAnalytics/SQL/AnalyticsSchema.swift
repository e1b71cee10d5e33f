// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The tables of the analytics as SQL.
package enum AnalyticsSchema {
  /// The PostgreSQL schema that contains all tables.
  package static let name = "cairn_rowing"
  /// The version of the tables.
  package static let version = 1
  /// The extension that serves identifiers, and the one that serves time series.
  package static let extensions = ["uuid-ossp", "timescaledb"]

  /// The form of the table `performance_aggregates`.
  package enum Partitioning: String, Sendable, CaseIterable {
    /// A partition of PostgreSQL for each year.
    case year
    /// A hypertable of TimescaleDB.
    case timescaledb
  }

  /// The transaction's lock, which lets one program at a time change the tables.
  static let lock = "SELECT pg_advisory_xact_lock(hashtextextended('cairn_rowing', 0))"

  /// Returns the statements that create all tables.
  package static func create(_ partitioning: Partitioning) -> [String] {
    let partitions = partitioning == .year ? " PARTITION BY RANGE (time_bucket)" : ""
    let tables = """
      CREATE SCHEMA cairn_rowing;

      CREATE TABLE cairn_rowing.athlete_analytics (
          athlete_id UUID PRIMARY KEY,
          cloudkit_record_name VARCHAR(255),
          total_sessions INTEGER DEFAULT 0,
          total_distance BIGINT DEFAULT 0,
          total_time BIGINT DEFAULT 0,
          best_2k_time INTEGER,
          best_5k_time INTEGER,
          best_2k_tenths INTEGER,
          best_5k_tenths INTEGER,
          average_power DECIMAL(8,2),
          last_session_at TIMESTAMPTZ,
          analytics_updated_at TIMESTAMPTZ DEFAULT NOW()
      );

      CREATE TABLE cairn_rowing.session_analytics (
          session_id UUID PRIMARY KEY,
          cloudkit_record_name VARCHAR(255),
          athlete_id UUID,
          session_date DATE,
          power_curve JSONB,
          pace_zones JSONB,
          stroke_analysis JSONB,
          analytics_computed_at TIMESTAMPTZ DEFAULT NOW()
      );

      CREATE INDEX session_analytics_athlete
          ON cairn_rowing.session_analytics (athlete_id, session_date);

      CREATE TABLE cairn_rowing.performance_aggregates (
          time_bucket TIMESTAMPTZ NOT NULL,
          athlete_id UUID NOT NULL,
          avg_power DECIMAL(8,2),
          avg_stroke_rate DECIMAL(5,2),
          avg_pace DECIMAL(8,2),
          total_distance BIGINT,
          session_count INTEGER,
          PRIMARY KEY (time_bucket, athlete_id)
      )\(partitions);

      CREATE TABLE cairn_rowing.feeds (
          store_id TEXT PRIMARY KEY,
          scope_kind TEXT NOT NULL,
          scope_id UUID NOT NULL,
          position TEXT
      );

      CREATE TABLE cairn_rowing.feed_athletes (
          athlete_id UUID PRIMARY KEY,
          store_id TEXT NOT NULL REFERENCES cairn_rowing.feeds ON DELETE CASCADE,
          zones JSONB
      );

      CREATE TABLE cairn_rowing.session_powers (
          session_id UUID PRIMARY KEY
              REFERENCES cairn_rowing.session_analytics ON DELETE CASCADE,
          powers JSONB NOT NULL
      );

      CREATE TABLE cairn_rowing.schema_version (
          version INTEGER PRIMARY KEY,
          partitioning TEXT NOT NULL
      );

      INSERT INTO cairn_rowing.schema_version VALUES (\(version), '\(partitioning.rawValue)')
      """
    let hypertable =
      "SELECT create_hypertable('cairn_rowing.performance_aggregates', 'time_bucket')"
    return tables.split(separator: ";\n").map { $0.trimmingPrefix { $0.isWhitespace } }
      .map(String.init) + (partitioning == .timescaledb ? [hypertable] : [])
  }

  /// Returns the statement that creates the partition of a year, from 1 to 9999, if it is missing.
  package static func partition(_ year: Int) -> String {
    func padded(_ number: Int) -> String {
      String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
    }
    return """
      CREATE TABLE IF NOT EXISTS cairn_rowing.performance_aggregates_\(padded(year))
          PARTITION OF cairn_rowing.performance_aggregates
          FOR VALUES FROM ('\(padded(year))-01-01 00:00:00+00')
          TO ('\(padded(year + 1))-01-01 00:00:00+00')
      """
  }
}
