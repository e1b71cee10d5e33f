// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics
import SwiftData

/// A store of rowing sessions, and a database that it feeds.
final class AnalyticsFixture: Sendable {
  let folder: URL
  let library: RowingLibrary
  let database: String

  /// A store with the sample, which fixtures copy: its simulation takes seconds.
  private static let template = Task {
    let fixture = try AnalyticsFixture(database: "")
    _ = try await fixture.sampleAthlete()
    return fixture
  }

  /// Creates a store with the sample, and an empty database.
  convenience init() async throws {
    try self.init(
      database: try await PostgreSQLServer.database(),
      copying: try await Self.template.value.folder)
  }

  /// Creates a store for a database: empty, or a copy with the same identifier.
  init(database: String, copying original: URL? = nil) throws {
    self.database = database
    folder = FileManager.default.temporaryDirectory.appending(path: "rowing-\(UUID().uuidString)")
    if let original { try FileManager.default.copyItem(at: original, to: folder) }
    library = try RowingLibrary.open(directory: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Connects as a program of its own does: with another container.
  func feed(
    _ observer: (@Sendable (String) async throws -> Void)? = nil
  ) async throws -> AnalyticsFeed {
    AnalyticsFeed(
      library: try RowingLibrary.open(directory: folder),
      tables: AnalyticsTables(try await PostgreSQLConnection.open(database), observer: observer))
  }

  /// Adds the sample to a store without sessions, and returns its athlete.
  func sampleAthlete() async throws -> UUID {
    try await library.addSampleIfEmpty(now: Date(timeIntervalSince1970: 1_780_000_000))
    return try await library.defaultAthlete().id
  }

  /// The rows that the store gives in another database.
  func rebuiltRows(_ scope: AnalyticsScope) async throws -> [String] {
    let database = try await PostgreSQLServer.database()
    let feed = AnalyticsFeed(
      library: try RowingLibrary.open(directory: folder),
      tables: AnalyticsTables(try await PostgreSQLConnection.open(database)))
    try await feed.initialize(scope)
    _ = try await feed.refresh()
    return try await Self.rows(of: database)
  }

  /// The report of PostgreSQL as JSON.
  func report() async throws -> String { json(try await feed().report()) }

  /// The report without PostgreSQL as JSON.
  func calculated(_ scope: AnalyticsScope) async throws -> String {
    json(
      try await AnalyticsReport.calculated(
        from: try RowingLibrary.open(directory: folder), scope: scope))
  }

  /// All rows of the database, without the times of their calculation and the position.
  func rows() async throws -> [String] { try await Self.rows(of: database) }

  private static func rows(of database: String) async throws -> [String] {
    let connection = try await PostgreSQLConnection.open(database)
    var rows: [String] = []
    for table in [
      "athlete_analytics", "session_analytics", "performance_aggregates", "feed_athletes",
      "session_powers",
    ] {
      rows += try await connection.run(
        """
        SELECT '\(table) ' || (to_jsonb(t) - 'analytics_updated_at' - 'analytics_computed_at')::text
        FROM cairn_rowing.\(table) AS t ORDER BY 1
        """
      ).compactMap { $0[0] }
    }
    return rows
  }

  private func json(_ report: AnalyticsReport) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let data = try? encoder.encode(report)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "unencodable"
  }
}

/// A reproducible random number generator (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
