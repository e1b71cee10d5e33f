// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Rowing

/// The rows of the three tables for one store, as the report prints them.
///
/// The rows are in the order of athlete, day and session. They are equal whether PostgreSQL has
/// them, or the store calculates them.
package struct AnalyticsReport: Encodable, Sendable, Hashable {
  private enum CodingKeys: String, CodingKey {
    case athletes = "athlete_analytics"
    case sessions = "session_analytics"
    case days = "performance_aggregates"
  }

  /// The rows of the athletes.
  package var athletes: [AthleteRow]
  /// The rows of the sessions.
  package var sessions: [SessionRow]
  /// The rows of the days.
  package var days: [DayRow]

  init(athletes: [AthleteRow], sessions: [SessionRow], days: [DayRow]) {
    self.athletes = athletes.sorted { $0.athlete.columnText < $1.athlete.columnText }
    self.sessions = sessions.sorted {
      ($0.athlete.columnText, $0.date, $0.session.columnText)
        < ($1.athlete.columnText, $1.date, $1.session.columnText)
    }
    self.days = days.sorted { ($0.athlete.columnText, $0.day) < ($1.athlete.columnText, $1.day) }
  }
}

extension AnalyticsReport {
  /// Calculates the report of a store without PostgreSQL.
  ///
  /// - Parameters:
  ///   - library: The store.
  ///   - scope: The athletes.
  ///   - latestSessions: The maximum number of each athlete's latest sessions in the report, whose
  ///     strokes are read; nil for all.
  /// - Returns: The report.
  /// - Throws: ``AnalyticsError/emptyScope``, or a `SwiftDataError`.
  package static func calculated(
    from library: RowingLibrary, scope: AnalyticsScope, latestSessions: Int? = nil
  ) async throws -> AnalyticsReport {
    let athletes = try await library.athletes(in: scope)
    guard !athletes.isEmpty else { throw AnalyticsError.emptyScope }
    var rows: (athletes: [AthleteRow], sessions: [SessionRow], days: [DayRow]) = ([], [], [])
    for athlete in athletes {
      let figures = try await library.athleteFigures(of: athlete)
      rows.athletes.append(figures.row)
      rows.days += figures.days
      rows.sessions += try await library.sessionRows(
        of: figures.sessions.suffix(latestSessions ?? figures.sessions.count),
        athlete: athlete, zones: figures.zones
      ).map(\.row)
    }
    return AnalyticsReport(athletes: rows.athletes, sessions: rows.sessions, days: rows.days)
  }
}
