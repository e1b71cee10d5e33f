// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns one page of the sessions that match a query, with the totals of all of them.
  ///
  /// The store filters, sorts and counts, and reads the sessions of the page only.
  package func sessions(_ query: SessionQuery) throws -> SessionPage {
    let matching = query.condition
    let (count, distance, duration) = try modelContext.aggregate(
      FetchDescriptor(predicate: matching), .count, .sum(\RowingSession.totalDistance),
      .sum(\RowingSession.totalTime))
    let size = max(1, min(query.pageSize, 10_000))
    let pages = max(1, (count + size - 1) / size)
    let (offset, isOutside) = (max(1, query.page) - 1).multipliedReportingOverflow(by: size)
    var page: [RowingSession] = []
    if !isOutside, offset < count {
      page = try fetchPage(matching, query, offset: offset, size: size, count: count)
    }
    return SessionPage(
      sessions: page.map { SessionSummary($0) }, count: count, pages: pages, distance: distance,
      duration: duration)
  }

  /// Returns all sessions that match a query, in its order; the page is ignored.
  package func allSessions(_ query: SessionQuery = .init()) throws -> [SessionSummary] {
    try modelContext.fetch(FetchDescriptor(predicate: query.condition, sortBy: query.order))
      .map { SessionSummary($0) }
  }

  /// Returns a session with its parts; nil if no session has the identifier.
  package func session(_ id: UUID) throws -> SessionDetail? {
    guard let session = try modelContext.fetch(RowingSession.withIdentifier(id)).first else {
      return nil
    }
    return SessionDetail(
      summary: SessionSummary(session), intervals: try parts(of: id).map { IntervalSnapshot($0) },
      deviceID: session.pm5DeviceID.isEmpty ? nil : session.pm5DeviceID,
      endingHeartRate: session.endingHeartRate, recoveryHeartRate: session.recoveryHeartRate)
  }

  /// Returns strokes of a session's work in order.
  ///
  /// - Parameters:
  ///   - id: The session's identifier.
  ///   - index: The first stroke's index in the session.
  ///   - limit: The maximum number of strokes; nil for all.
  /// - Returns: The strokes.
  /// - Throws: A `SwiftDataError`.
  package func strokes(
    of id: UUID, from index: Int = 0, limit: Int? = nil
  ) throws -> [StrokeSnapshot] {
    var descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest && $0.index >= index },
      sortBy: [SortDescriptor(\.index)])
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map { StrokeSnapshot($0) }
  }

  /// Returns the strokes of a session's rests in order.
  package func restStrokes(of id: UUID) throws -> [StrokeSnapshot] {
    try metrics(of: id, inRests: true).map { StrokeSnapshot($0) }
  }

  /// Returns the newest strokes of a session's work, the oldest of them first.
  package func latestStrokes(of id: UUID, limit: Int) throws -> [StrokeSnapshot] {
    var descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest },
      sortBy: [SortDescriptor(\.index, order: .reverse)])
    descriptor.fetchLimit = max(0, limit)
    return try modelContext.fetch(descriptor).reversed().map { StrokeSnapshot($0) }
  }

  /// Returns the running sessions that started at most six hours before a time, newest first.
  package func activeSessions(at now: Date = Date()) throws -> [SessionSummary] {
    try modelContext.fetch(RowingSession.activeSessions(at: now)).map { SessionSummary($0) }
  }

  /// Returns the identifiers with a prefix, ignoring case, newest session first.
  ///
  /// - Parameter prefix: A prefix of an identifier, or a whole one; an empty string matches none.
  /// - Returns: The identifiers.
  /// - Throws: A `SwiftDataError`.
  package func ids(matching prefix: String) throws -> [UUID] {
    let prefix = prefix.uppercased()
    guard !prefix.isEmpty else { return [] }
    if let id = UUID(uuidString: prefix) {
      return try modelContext.fetch(RowingSession.withIdentifier(id)).map(\.id)
    }
    var descriptor = FetchDescriptor<RowingSession>(
      sortBy: [SortDescriptor(\.startTime, order: .reverse)])
    descriptor.propertiesToFetch = [\.id]
    return try modelContext.fetch(descriptor).map(\.id).filter {
      $0.uuidString.hasPrefix(prefix)
    }
  }

  /// Returns the sessions that contain all words of a text, newest first.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - limit: The maximum number of sessions.
  ///   - viewer: The person whose role selects the athletes.
  /// - Returns: The sessions.
  /// - Throws: A `SwiftDataError`.
  package func search(
    _ text: String, limit: Int, for viewer: RowingViewer = .init()
  ) throws -> [SessionSummary] {
    let query = SessionQuery(text: text).restricted(to: viewer)
    guard limit > 0, !query.words.isEmpty else { return [] }
    return try fetch(query.condition, SessionQuery.newest, offset: 0, limit: limit)
      .map { SessionSummary($0) }
  }

  private func fetchPage(
    _ matching: Predicate<RowingSession>, _ query: SessionQuery, offset: Int, size: Int, count: Int
  ) throws -> [RowingSession] {
    let order = query.order
    guard let known = query.sortKey.isKnown else {
      return try fetch(matching, order, offset: offset, limit: size)
    }
    // Sessions without a value are last in both directions, so they are a second fetch.
    let withValue = #Predicate<RowingSession> { matching.evaluate($0) && known.evaluate($0) }
    let withoutValue = #Predicate<RowingSession> { matching.evaluate($0) && !known.evaluate($0) }
    let knownCount = try modelContext.fetchCount(FetchDescriptor(predicate: withValue))
    var page: [RowingSession] = []
    if offset < knownCount {
      page = try fetch(withValue, order, offset: offset, limit: size)
    }
    if page.count < size, knownCount < count {
      page += try fetch(
        withoutValue, SessionQuery.newest, offset: max(0, offset - knownCount),
        limit: size - page.count)
    }
    return page
  }

  private func fetch(
    _ predicate: Predicate<RowingSession>, _ order: [SortDescriptor<RowingSession>], offset: Int,
    limit: Int
  ) throws -> [RowingSession] {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
    descriptor.fetchOffset = offset
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor)
  }
}
