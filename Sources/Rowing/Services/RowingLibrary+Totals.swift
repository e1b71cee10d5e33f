// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns the totals of completed sessions by period, newest first.
  ///
  /// - Parameters:
  ///   - period: The period; a season is from 1 May to 30 April.
  ///   - query: The filters; order and page are ignored.
  ///   - calendar: The calendar and time zone of the periods; weeks are of ISO 8601.
  /// - Returns: The periods with sessions.
  /// - Throws: A `SwiftDataError`.
  package func totals(
    by period: TotalsPeriod, _ query: SessionQuery = .init(), in calendar: Calendar = .current
  ) throws -> [PeriodTotals] {
    var iso = Calendar(identifier: .iso8601)
    iso.timeZone = calendar.timeZone
    var totals: [String: PeriodTotals] = [:]
    for day in try days(query, in: iso) {
      let (label, start) = Self.period(period, of: day.date, in: iso)
      var entry =
        totals[label]
        ?? PeriodTotals(label: label, start: start, sessions: 0, distance: 0, duration: 0)
      entry.sessions += day.sessions
      entry.distance += day.distance
      entry.duration += day.duration
      totals[label] = entry
    }
    return totals.values.sorted { $0.start > $1.start }
  }

  /// Returns the totals of the season of the newest session that has ended.
  ///
  /// The store reads the sessions of that season only, by the index of starts.
  ///
  /// - Parameters:
  ///   - query: The filters; order and page are ignored.
  ///   - calendar: The calendar and time zone of the season.
  /// - Returns: The season; nil if no ended session matches.
  /// - Throws: A `SwiftDataError`.
  package func latestSeason(
    _ query: SessionQuery = .init(), in calendar: Calendar = .current
  ) throws -> PeriodTotals? {
    var query = query
    query.isEnded = true
    var newest = FetchDescriptor<RowingSession>(
      predicate: query.condition,
      sortBy: [SortDescriptor(\.startTime, order: .reverse)])
    newest.fetchLimit = 1
    newest.propertiesToFetch = [\.startTime]
    guard let start = try modelContext.fetch(newest).first?.startTime else { return nil }
    var iso = Calendar(identifier: .iso8601)
    iso.timeZone = calendar.timeZone
    let season = RowingSeason(containing: start, in: iso)
    let first = season.range(in: iso)?.lowerBound ?? start
    // No session is newer, so the season's end is no condition.
    query.from = max(query.from ?? first, first)
    let (count, distance, duration) = try modelContext.aggregate(
      FetchDescriptor(predicate: query.condition), .count,
      .sum(\RowingSession.totalDistance), .sum(\RowingSession.totalTime))
    return PeriodTotals(
      label: "\(season.year)", start: first, sessions: count, distance: distance,
      duration: duration)
  }

  /// Returns the days with ended sessions, the earliest first.
  ///
  /// - Parameters:
  ///   - start: The earliest start.
  ///   - end: The end of the range of starts, which doesn't belong to it.
  ///   - query: The filters; the range of dates, order and page are ignored.
  ///   - calendar: The calendar and time zone of the days.
  /// - Returns: The days with sessions.
  /// - Throws: A `SwiftDataError`.
  package func days(
    from start: Date, to end: Date, _ query: SessionQuery = .init(),
    in calendar: Calendar = .current
  ) throws -> [RowingDay] {
    var query = query
    (query.from, query.to) = (start, end)
    return try days(query, in: calendar)
  }

  private func days(_ query: SessionQuery, in calendar: Calendar) throws -> [RowingDay] {
    var query = query
    query.isEnded = true
    let groups = try modelContext.aggregate(
      FetchDescriptor(predicate: query.condition),
      by: .day(of: \RowingSession.startTime, in: calendar),
      values: .count, .sum(\RowingSession.totalDistance), .sum(\RowingSession.totalTime))
    return groups.map { group in
      RowingDay(
        date: group.key, sessions: group.values.0, distance: group.values.1,
        duration: group.values.2)
    }
  }

  private static func period(
    _ period: TotalsPeriod, of date: Date, in calendar: Calendar
  ) -> (label: String, start: Date) {
    func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    switch period {
    case .week:
      let parts = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
      return (
        "\(parts.yearForWeekOfYear ?? 0)-W\(two(parts.weekOfYear))",
        calendar.dateInterval(of: .weekOfYear, for: date)?.start ?? date
      )
    case .month:
      let parts = calendar.dateComponents([.year, .month], from: date)
      return (
        "\(parts.year ?? 0)-\(two(parts.month))",
        calendar.dateInterval(of: .month, for: date)?.start ?? date
      )
    case .season:
      let season = RowingSeason(containing: date, in: calendar)
      return ("\(season.year)", season.range(in: calendar)?.lowerBound ?? date)
    }
  }
}
