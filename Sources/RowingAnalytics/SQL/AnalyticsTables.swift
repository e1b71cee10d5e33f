// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PostgreSQL

/// The rows of the analytics in a database.
///
/// A statement binds many rows as one JSON array, which the server expands.
package struct AnalyticsTables: Sendable {
  let connection: PostgreSQLConnection
  /// Called before each statement with its number, from 1; tests interrupt the connection here.
  private let observer: (@Sendable (String) async throws -> Void)?

  /// Creates the access to the rows.
  package init(
    _ connection: PostgreSQLConnection,
    observer: (@Sendable (String) async throws -> Void)? = nil
  ) {
    self.connection = connection
    self.observer = observer
  }

  @discardableResult
  func run(_ sql: String, _ values: [PostgreSQLValue] = []) async throws -> PostgreSQLRows {
    try await observer?(sql)
    return try await connection.run(sql, values)
  }

  func json(_ value: some Encodable) throws -> PostgreSQLValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  // MARK: Schema

  /// Returns the form of the tables; nil if there are none.
  ///
  /// - Throws: ``AnalyticsError/otherVersion(_:)``, or a `PostgreSQLError`.
  func partitioning() async throws -> AnalyticsSchema.Partitioning? {
    let table = try await run("SELECT to_regclass('cairn_rowing.schema_version')")
    guard table.value != nil else { return nil }
    let rows = try await run("SELECT version, partitioning FROM cairn_rowing.schema_version")
    guard let row = rows.first, let version = row[0].flatMap({ Int($0) }),
      let partitioning = row[1].flatMap({ AnalyticsSchema.Partitioning(rawValue: $0) })
    else { throw AnalyticsError.malformedRow(table: "schema_version") }
    guard version == AnalyticsSchema.version else { throw AnalyticsError.otherVersion(version) }
    return partitioning
  }

  /// Creates the tables, and the extensions that are available and permitted.
  func create() async throws -> AnalyticsSchema.Partitioning {
    var partitioning = AnalyticsSchema.Partitioning.year
    for name in AnalyticsSchema.extensions {
      let available = try await run(
        "SELECT 1 FROM pg_available_extensions WHERE name = $1", [.text(name)])
      guard !available.isEmpty else { continue }
      try await run("SAVEPOINT extension")
      do {
        try await run("CREATE EXTENSION IF NOT EXISTS \"\(name)\"")
        if name == "timescaledb" { partitioning = .timescaledb }
        try await run("RELEASE SAVEPOINT extension")
      } catch PostgreSQLError.statementFailed {
        // Extensions are optional; the user may lack the permission.
        try await run("ROLLBACK TO SAVEPOINT extension")
      }
    }
    for statement in AnalyticsSchema.create(partitioning) { try await run(statement) }
    return partitioning
  }

  /// Returns identifiers as a JSON array, without an encoder.
  func list(_ ids: some Sequence<UUID>) -> PostgreSQLValue {
    .text("[" + ids.map { "\"\($0.columnText)\"" }.joined(separator: ",") + "]")
  }

  // MARK: Athletes

  /// Returns the stores of athletes, and of a store's other athletes.
  func stores(of athletes: [UUID], and store: String) async throws -> [UUID: String] {
    let rows = try await run(
      """
      SELECT athlete_id, store_id FROM cairn_rowing.feed_athletes
      WHERE store_id = $2
        OR athlete_id IN (SELECT id::uuid FROM jsonb_array_elements_text($1::jsonb) AS ids(id))
      """, [list(athletes), .text(store)])
    var stores: [UUID: String] = [:]
    for row in rows {
      if let id = row[0].flatMap({ UUID(uuidString: $0) }) { stores[id] = row[1] }
    }
    return stores
  }

  /// Returns the athletes of a store that have a row.
  func calculatedAthletes(of store: String) async throws -> Set<UUID> {
    let rows = try await run(
      """
      SELECT athlete_id FROM cairn_rowing.athlete_analytics JOIN cairn_rowing.feed_athletes
        USING (athlete_id) WHERE store_id = $1
      """, [.text(store)])
    return Set(rows.compactMap { row in row[0].flatMap { UUID(uuidString: $0) } })
  }

  /// Records that a store feeds athletes.
  ///
  /// - Throws: ``AnalyticsError/otherStore(athlete:)`` for an athlete of another store.
  func claim(_ athletes: [UUID], store: String) async throws {
    let ids = list(athletes)
    try await run(
      """
      INSERT INTO cairn_rowing.feed_athletes (athlete_id, store_id)
      SELECT id::uuid, $2 FROM jsonb_array_elements_text($1::jsonb) AS ids(id)
      ON CONFLICT DO NOTHING
      """, [ids, .text(store)])
    let others = try await run(
      """
      SELECT athlete_id FROM cairn_rowing.feed_athletes
      WHERE athlete_id IN (SELECT id::uuid FROM jsonb_array_elements_text($1::jsonb) AS ids(id))
        AND store_id <> $2 ORDER BY athlete_id LIMIT 1
      """, [ids, .text(store)])
    if let id = others.value.flatMap({ UUID(uuidString: $0) }) {
      throw AnalyticsError.otherStore(athlete: id)
    }
  }

  /// Deletes the rows of a store's athletes that aren't in a list.
  ///
  /// - Returns: The number of deleted athletes.
  func deleteAthletes(of store: String, except athletes: [UUID]) async throws -> Int {
    let condition = """
      IN (SELECT athlete_id FROM cairn_rowing.feed_athletes WHERE store_id = $2 AND athlete_id
        NOT IN (SELECT id::uuid FROM jsonb_array_elements_text($1::jsonb) AS ids(id)))
      """
    let values: [PostgreSQLValue] = [list(athletes), .text(store)]
    for table in ["session_analytics", "performance_aggregates", "athlete_analytics"] {
      try await run("DELETE FROM cairn_rowing.\(table) WHERE athlete_id \(condition)", values)
    }
    return try await run(
      "DELETE FROM cairn_rowing.feed_athletes WHERE athlete_id \(condition)", values
    ).affected
  }

  func upsert(_ athlete: AthleteRow) async throws {
    try await run(
      """
      INSERT INTO cairn_rowing.athlete_analytics
      SELECT r.*, now() FROM jsonb_to_record($1::jsonb) AS r(
        athlete_id uuid, cloudkit_record_name varchar, total_sessions integer,
        total_distance bigint, total_time bigint, best_2k_time integer, best_5k_time integer,
        best_2k_tenths integer, best_5k_tenths integer, average_power numeric,
        last_session_at timestamptz)
      ON CONFLICT (athlete_id) DO UPDATE SET
        cloudkit_record_name = excluded.cloudkit_record_name,
        total_sessions = excluded.total_sessions, total_distance = excluded.total_distance,
        total_time = excluded.total_time, best_2k_time = excluded.best_2k_time,
        best_5k_time = excluded.best_5k_time, best_2k_tenths = excluded.best_2k_tenths,
        best_5k_tenths = excluded.best_5k_tenths, average_power = excluded.average_power,
        last_session_at = excluded.last_session_at,
        analytics_updated_at = excluded.analytics_updated_at
      """, [try json(athlete)])
  }

  /// Stores the zones with which the sessions of an athlete were calculated.
  func setZones(_ zones: PaceZones?, athlete: UUID) async throws {
    try await run(
      "UPDATE cairn_rowing.feed_athletes SET zones = $2::jsonb WHERE athlete_id = $1::uuid",
      [.uuid(athlete), zones == nil ? .null : try json(zones)])
  }

  func zones(of athlete: UUID) async throws -> PaceZones? {
    let rows = try await run(
      "SELECT zones FROM cairn_rowing.feed_athletes WHERE athlete_id = $1::uuid", [.uuid(athlete)])
    var row = ColumnReader([rows.value], of: "feed_athletes")
    return try row.json()
  }
}
