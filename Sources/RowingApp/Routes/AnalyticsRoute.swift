// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing
import RowingAnalytics

/// GET /rowing/analytics: serves the tables of the analytics, calculated from the store.
struct AnalyticsRoute: Sendable {
  /// The number of the latest sessions of each athlete in the table of sessions.
  private static let sessions = 20
  /// The number of the latest days in the table of days.
  private static let days = 60

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.analytics)) { request, _ in
      let form = FormFields(query: request)
      let viewer = try await site.library.viewer()
      let athletes = try await site.library.athletes(includingInactive: true)
        .filter { viewer.shows($0.id) }
      let teams =
        viewer.isCoach
        ? try await site.library.teams().filter {
          viewer.edits(team: $0.id) && !$0.members.isEmpty
        } : []
      // The form names the athlete or the team by one field; links name the athlete.
      let given = (form["of"] ?? form["athlete"]).flatMap { UUID(uuidString: $0) }
      let team = teams.first { $0.id == given }
      let athlete = athletes.first { $0.id == given } ?? athletes.first
      let scope = team.map { AnalyticsScope.team($0.id) } ?? athlete.map { .athlete($0.id) }
      let chosen = (team?.id ?? athlete?.id).map(RowPaths.text) ?? ""
      let choices =
        athletes.filter { $0.isActive || RowPaths.text($0.id) == chosen }
        .map { (RowPaths.text($0.id), $0.name) }
        + teams.map { (RowPaths.text($0.id), "Team \($0.name)") }
      var model = FigurePage.Model(
        title: "Analytics",
        filter: FigureFilter(
          action: RowPaths.analytics,
          choices: [ChoiceField("Of", name: "of", FormChoice.list(choices, selected: chosen))]),
        sections: [], fragment: Paths.address(RowPaths.analytics, [("of", chosen)]))
      if let scope {
        let report = try await AnalyticsReport.calculated(
          from: site.library, scope: scope, latestSessions: Self.sessions)
        model.sections = sections(report, athletes)
      } else {
        model.empty = "The tables have rows of athletes and their sessions: import a session first."
      }
      return try await site.figurePage(model, tab: RowPaths.analytics)
    }
  }

  private func sections(
    _ report: AnalyticsReport, _ athletes: [AthleteSnapshot]
  ) -> [FigurePage.Section] {
    let names = Dictionary(athletes.map { ($0.id, $0.name) }) { first, _ in first }
    func name(_ id: UUID) -> String { names[id] ?? "" }
    let sessions = report.sessions.sorted { ($1.date, $1.session) < ($0.date, $0.session) }
    let days = report.days.sorted { ($1.day, $1.athlete) < ($0.day, $0.athlete) }
    return [
      FigurePage.Section(
        id: "athlete-analytics", title: "Athletes", tables: [athletesTable(report, name)],
        source: "The columns of the table athlete_analytics. Only completed sessions count, and "
          + "a best time is one of a whole session on a RowErg without rest."),
      FigurePage.Section(
        id: "performance-aggregates", title: "Days",
        tables: days.isEmpty ? [] : [daysTable(Array(days.prefix(Self.days)), name)],
        source: "The latest rows of performance_aggregates, by days of UTC. Watts are weighted by "
          + "time, and the pace is the total time by the total distance."),
      FigurePage.Section(
        id: "session-analytics", title: "Sessions",
        tables: sessions.isEmpty ? [] : [sessionsTable(sessions, name)],
        source: "The latest rows of session_analytics. cairn row analytics feeds all rows to "
          + "PostgreSQL, for queries over many athletes and years."),
    ]
  }

  private func athletesTable(
    _ report: AnalyticsReport, _ name: (UUID) -> String
  ) -> DataTable {
    DataTable(
      "Analytics of athletes",
      columns: [
        "Athlete", "Sessions", "Distance", "Time", "Best 2k", "Best 5k", "Power", "Last session",
      ],
      rows: report.athletes.map { row in
        DataTable.Row(
          name(row.athlete), link: RowPaths.athlete(row.athlete),
          [
            "\(row.sessions)", RowFormat.distance(Double(row.distance)),
            RowFormat.total(Double(row.time)),
            RowFormat.time(row.best2kTenths.map { Double($0) / 10 }),
            RowFormat.time(row.best5kTenths.map { Double($0) / 10 }),
            RowFormat.watts(row.power?.value),
            row.lastSession.map {
              site.calendar.date(Date(timeIntervalSince1970: Double($0.seconds)))
            } ?? RowFormat.unknown,
          ])
      })
  }

  private func daysTable(_ days: [DayRow], _ name: (UUID) -> String) -> DataTable {
    DataTable(
      "Analytics of days",
      columns: ["Day", "Athlete", "Sessions", "Distance", "Pace", "Power", "Rate"],
      rows: days.map { row in
        DataTable.Row(
          row.day.text,
          [
            name(row.athlete), "\(row.sessions)", RowFormat.distance(Double(row.distance)),
            RowFormat.pace(row.pace?.value), RowFormat.watts(row.power?.value),
            RowFormat.rate(row.strokeRate?.value),
          ])
      })
  }

  private func sessionsTable(_ sessions: [SessionRow], _ name: (UUID) -> String) -> DataTable {
    DataTable(
      "Analytics of sessions",
      columns: [
        "Day", "Athlete", "1 min", "5 min", "20 min", "Longest zone", "Strokes", "Variation",
      ],
      rows: sessions.map { row in
        func best(_ seconds: Double) -> String {
          RowFormat.watts(row.curve.first { $0.s >= seconds * 0.999 }?.w)
        }
        let zone = row.zones?.zones.max { $0.time < $1.time }
        return DataTable.Row(
          row.date.text, link: RowPaths.session(row.session),
          [
            name(row.athlete), best(60), best(300), best(1200),
            zone.map { "\($0.name), \(RowFormat.total($0.time))" } ?? RowFormat.unknown,
            row.strokes.map { "\($0.strokes)" } ?? RowFormat.unknown,
            RowFormat.percent(row.strokes?.power?.variation),
          ])
      })
  }
}
