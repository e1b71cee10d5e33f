// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
package import Rowing
import SwiftData

/// Feeds the tables of PostgreSQL from the sessions of one store.
///
/// ```swift
/// import Foundation
/// import PostgreSQL
/// import Rowing
///
/// let library = try RowingLibrary.open(directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let connection = try await PostgreSQLConnection.open("postgresql://coach@localhost/club")
/// let feed = AnalyticsFeed(library: library, tables: AnalyticsTables(connection))
/// try await feed.initialize(.athlete(try await library.defaultAthlete().id))
/// let refresh = try await feed.refresh()
/// ```
///
/// Each function is one transaction of PostgreSQL, and one program at a time changes the tables.
/// After an interruption the rows are unchanged, and the next refresh begins at the same position.
package struct AnalyticsFeed: Sendable {
  /// The numbers of rows that a refresh has written.
  package struct Refresh: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
      case athletes, sessions, days
      case deletedAthletes = "deleted_athletes"
      case deletedSessions = "deleted_sessions"
      case deletedDays = "deleted_days"
      case isEverything = "recalculated_everything"
    }

    /// Athletes that were recalculated.
    package var athletes = 0
    /// Sessions that were recalculated from their strokes.
    package var sessions = 0
    /// Days that were inserted or changed.
    package var days = 0
    /// Athletes that were deleted, or left the scope.
    package var deletedAthletes = 0
    /// Sessions that were deleted.
    package var deletedSessions = 0
    /// Days that have no sessions any more.
    package var deletedDays = 0
    /// True if all rows were recalculated: at first, or after the history expired.
    package var isEverything = false

    /// Creates the numbers of a refresh without changes.
    package init() {}
  }

  /// The sessions whose rows are in memory at once.
  private static let batch = 50

  private let library: RowingLibrary
  private let tables: AnalyticsTables

  /// Creates the feed of a store to a database.
  package init(library: RowingLibrary, tables: AnalyticsTables) {
    self.library = library
    self.tables = tables
  }

  /// Creates the tables unless they exist, and records the athletes whose figures are fed.
  ///
  /// The next refresh recalculates all rows, and deletes the rows of athletes outside of the scope.
  ///
  /// - Parameter scope: The athletes.
  /// - Throws: An ``AnalyticsError``, a `PostgreSQLError`, or a `SwiftDataError`.
  package func initialize(_ scope: AnalyticsScope) async throws {
    let athletes = try await library.athletes(in: scope)
    guard !athletes.isEmpty, let store = try await library.storeIdentifier() else {
      throw AnalyticsError.emptyScope
    }
    try await tables.connection.transaction {
      try await tables.run(AnalyticsSchema.lock)
      if try await tables.partitioning() == nil { _ = try await tables.create() }
      try await tables.run(
        """
        INSERT INTO cairn_rowing.feeds (store_id, scope_kind, scope_id)
        VALUES ($1, $2, $3::uuid) ON CONFLICT (store_id) DO UPDATE SET
          scope_kind = excluded.scope_kind, scope_id = excluded.scope_id, position = NULL
        """, [.text(store), .text(scope.kind), .uuid(scope.id)])
      try await tables.claim(athletes, store: store)
    }
  }

  /// Transfers the changes since the last refresh.
  ///
  /// Changed sessions, and the athletes and days of changed sessions, are recalculated.
  ///
  /// - Returns: The numbers of rows.
  /// - Throws: An ``AnalyticsError``, a `PostgreSQLError`, or a `SwiftDataError`; nothing is changed
  ///   then.
  package func refresh() async throws -> Refresh {
    guard let store = try await library.storeIdentifier() else {
      throw AnalyticsError.notInitialized
    }
    let rights = "USAGE, and on its tables SELECT, INSERT, UPDATE and DELETE,"
    return try await transaction(needing: rights) {
      try await tables.run(AnalyticsSchema.lock)
      guard let partitioning = try await tables.partitioning() else {
        throw AnalyticsError.notInitialized
      }
      let feed = try await feed(of: store)
      let changes = try await library.analyticsChanges(after: feed.position)
      let athletes = try await library.athletes(in: feed.scope)
      var refresh = Refresh()
      refresh.isEverything = changes.isEverything
      refresh.deletedAthletes = try await reconcile(athletes, store: store)
      let known = try await tables.calculatedAthletes(of: store)
      for athlete in athletes
      where changes.isEverything || changes.athletes.contains(athlete) || !known.contains(athlete) {
        try await self.refresh(athlete, changes, partitioning, &refresh)
      }
      try await tables.run(
        "UPDATE cairn_rowing.feeds SET position = $2 WHERE store_id = $1",
        [.text(store), try changes.position.map { try tables.json($0) } ?? .null])
      return refresh
    }
  }

  /// Returns the rows of the store's athletes.
  ///
  /// - Throws: An ``AnalyticsError``, or a `PostgreSQLError`.
  package func report() async throws -> AnalyticsReport {
    guard let store = try await library.storeIdentifier() else {
      throw AnalyticsError.notInitialized
    }
    return try await transaction(needing: "USAGE, and on its tables SELECT,") {
      // All statements read one state.
      try await tables.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
      guard try await tables.partitioning() != nil else { throw AnalyticsError.notInitialized }
      _ = try await feed(of: store)
      return AnalyticsReport(
        athletes: try await tables.athletes(of: store),
        sessions: try await tables.sessions(of: store), days: try await tables.days(of: store))
    }
  }

  /// Performs a body in one transaction, and names the rights that the database's role lacks.
  private func transaction<Value: Sendable>(
    needing rights: String, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await tables.connection.transaction(body)
    } catch PostgreSQLError.statementFailed(let state, let message)
      where Self.deniedStates.contains(state)
    {
      throw AnalyticsError.missingRight(rights: rights, reason: message)
    }
  }

  /// SQLSTATE of insufficient privileges, and of changes in a read-only transaction.
  private static let deniedStates: Set<String> = ["42501", "25006"]

  /// Deletes the store's rows, and the tables if no other store has rows.
  ///
  /// - Returns: True if the tables were deleted.
  /// - Throws: An ``AnalyticsError``, or a `PostgreSQLError`.
  @discardableResult
  package func drop() async throws -> Bool {
    let store = try await library.storeIdentifier()
    return try await tables.connection.transaction {
      try await tables.run(AnalyticsSchema.lock)
      let schema = try await tables.run("SELECT to_regclass('cairn_rowing.feeds')")
      guard schema.value != nil else { throw AnalyticsError.notInitialized }
      if let store {
        _ = try await tables.deleteAthletes(of: store, except: [])
        try await tables.run(
          "DELETE FROM cairn_rowing.feeds WHERE store_id = $1", [.text(store)])
      }
      let others = try await tables.run("SELECT 1 FROM cairn_rowing.feeds LIMIT 1")
      guard others.isEmpty else { return false }
      try await tables.run("DROP SCHEMA cairn_rowing CASCADE")
      return true
    }
  }

  // MARK: Steps

  /// Claims new athletes of the scope, and deletes the rows of those that have left it.
  ///
  /// - Returns: The number of deleted athletes.
  private func reconcile(_ athletes: [UUID], store: String) async throws -> Int {
    let stores = try await tables.stores(of: athletes, and: store)
    if athletes.contains(where: { stores[$0] != store }) {
      try await tables.claim(athletes, store: store)
    }
    let present = Set(athletes)
    guard stores.contains(where: { $0.value == store && !present.contains($0.key) }) else {
      return 0
    }
    return try await tables.deleteAthletes(of: store, except: athletes)
  }

  private func feed(
    of store: String
  ) async throws -> (scope: AnalyticsScope, position: DefaultHistoryToken?) {
    let rows = try await tables.run(
      "SELECT scope_kind, scope_id, position FROM cairn_rowing.feeds WHERE store_id = $1",
      [.text(store)])
    guard let row = rows.first, let scope = AnalyticsScope(kind: row[0], id: row[1]) else {
      throw AnalyticsError.notInitialized
    }
    var position = ColumnReader([row[2]], of: "feeds")
    return (scope, try position.json())
  }

  private func refresh(
    _ athlete: UUID, _ changes: AnalyticsChanges, _ partitioning: AnalyticsSchema.Partitioning,
    _ refresh: inout Refresh
  ) async throws {
    let figures = try await library.athleteFigures(of: athlete)
    let stored = try await tables.sessions(of: athlete)
    let deleted = stored.subtracting(figures.sessions)
    if !deleted.isEmpty { try await tables.deleteSessions(deleted) }

    let changed = figures.sessions.filter {
      changes.isEverything || changes.sessions.contains($0) || !stored.contains($0)
    }
    for start in stride(from: 0, to: changed.count, by: Self.batch) {
      let ids = Array(changed[start..<min(start + Self.batch, changed.count)])
      try await tables.upsert(
        try await library.sessionRows(of: ids, athlete: athlete, zones: figures.zones))
    }
    if try await tables.zones(of: athlete) != figures.zones {
      let unchanged = Set(figures.sessions).subtracting(changed)
      try await tables.updateZones(figures.zones, of: Array(unchanged))
      try await tables.setZones(figures.zones, athlete: athlete)
    }

    let days = try await tables.days(of: athlete)
    let (before, after) = (Set(days), Set(figures.days))
    let remaining = Set(figures.days.map(\.day))
    let removed = days.map(\.day).filter { !remaining.contains($0) }
    try await tables.deleteDays(removed, athlete: athlete)
    let written = figures.days.filter { !before.contains($0) }
    try await tables.upsert(written, partitioning)
    try await tables.upsert(figures.row)

    refresh.athletes += 1
    refresh.sessions += changed.count
    refresh.days += after.subtracting(before).count
    refresh.deletedSessions += deleted.count
    refresh.deletedDays += removed.count
  }
}

extension RowingLibrary {
  /// Returns the identifier of the store; nil for a store that has never had a model.
  func storeIdentifier() throws -> String? {
    var newest = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    newest.fetchLimit = 1
    if let transaction = try modelContext.fetchHistory(newest).first {
      return transaction.storeIdentifier
    }
    var any = FetchDescriptor<Athlete>()
    any.fetchLimit = 1
    return try modelContext.fetch(any).first?.persistentModelID.storeIdentifier
  }
}
