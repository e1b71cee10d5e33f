// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing

/// The rows of an athlete, without the sessions' rows.
struct AthleteFigures: Sendable {
  /// The athlete's row.
  var row: AthleteRow
  /// A row for each day with a session, by time.
  var days: [DayRow]
  /// The athlete's zones without times; nil without a base power.
  var zones: PaceZones?
  /// The identifiers of the completed sessions.
  var sessions: [UUID]
}

/// The row of a session, and the powers that give the times of other zones.
struct SessionRows: Sendable {
  var row: SessionRow
  var powers: PowerHistogram
}

extension RowingLibrary {
  /// Calculates the rows of an athlete from the totals of the sessions.
  func athleteFigures(of athlete: UUID) throws -> AthleteFigures {
    let (sessions, zones) = try sessionTotalsAndZones(of: athlete)
    let days = Dictionary(grouping: sessions) { AnalyticsDay($0.startedAt) }
    return AthleteFigures(
      row: AthleteRow(athlete: athlete, sessions: sessions),
      days: days.sorted { $0.key < $1.key }.map {
        DayRow(day: $0.key, athlete: athlete, sessions: $0.value)
      },
      zones: PaceZones(zones), sessions: sessions.map(\.id))
  }

  /// Calculates the rows of sessions from their strokes.
  ///
  /// - Parameters:
  ///   - ids: The sessions; one that isn't completed or doesn't exist has no rows.
  ///   - athlete: The athlete of the sessions.
  ///   - zones: The athlete's zones.
  /// - Returns: The rows of the completed sessions.
  /// - Throws: A `SwiftDataError`.
  func sessionRows(
    of ids: some Sequence<UUID> & Sendable, athlete: UUID, zones: PaceZones?
  ) throws -> [SessionRows] {
    try ids.compactMap { id in
      guard let figures = try sessionFigures(of: id) else { return nil }
      let powers = PowerHistogram(figures.samples)
      return SessionRows(
        row: SessionRow(
          session: id, athlete: athlete, date: AnalyticsDay(figures.totals.startedAt),
          curve: figures.curve.compactMap { PowerCurvePoint($0) },
          zones: zones?.adding(powers), strokes: figures.strokes.map { StrokeFigures($0) }),
        powers: powers)
    }
  }
}

extension AthleteRow {
  /// Sums the sessions of an athlete in their order.
  fileprivate init(athlete: UUID, sessions: [SessionTotals]) {
    func best(_ metres: Double) -> Int? {
      let times = sessions.filter {
        $0.machine == .rowErg && !$0.hasRest && !$0.hasGaps && $0.duration > 0
          && $0.duration < 1e6 && abs($0.distance - metres) < 0.05 && $0.isPlausible
      }
      return times.map { Int(($0.duration * 10).rounded()) }.min()
    }
    self.init(
      athlete: athlete, sessions: sessions.count,
      distance: sessions.reduce(0) { $0 + $1.distance }.wholeNumber,
      time: sessions.reduce(0) { $0 + $1.duration }.wholeNumber,
      best2kTenths: best(2000), best5kTenths: best(5000),
      power: AnalyticsDecimal(sessions.mean(\.power), precision: 8),
      lastSession: sessions.map(\.startedAt).max().map { AnalyticsTime($0) })
  }
}

extension DayRow {
  /// Sums the sessions of a day in their order.
  fileprivate init(day: AnalyticsDay, athlete: UUID, sessions: [SessionTotals]) {
    let rowed = sessions.filter { $0.duration > 0 && $0.distance > 0 }
    let time = rowed.reduce(0) { $0 + $1.duration }
    let distance = rowed.reduce(0) { $0 + $1.distance }
    self.init(
      day: day, athlete: athlete,
      power: AnalyticsDecimal(sessions.mean(\.power), precision: 8),
      strokeRate: AnalyticsDecimal(sessions.mean(\.strokeRate), precision: 5),
      pace: AnalyticsDecimal(distance > 0 ? time / distance * 500 : nil, precision: 8),
      distance: sessions.reduce(0) { $0 + $1.distance }.wholeNumber, sessions: sessions.count)
  }
}

extension [SessionTotals] {
  /// The mean of a known value, weighted by time.
  fileprivate func mean(_ value: (SessionTotals) -> Double?) -> Double? {
    var (sum, time) = (0.0, 0.0)
    for session in self where session.duration > 0 {
      guard let value = value(session) else { continue }
      sum += value * session.duration
      time += session.duration
    }
    return time > 0 ? sum / time : nil
  }
}
