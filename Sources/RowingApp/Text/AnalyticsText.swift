// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing
import RowingAnalytics

/// The analytics as text for a person.
enum AnalyticsText {
  /// The numbers of a refresh in a sentence.
  static func refresh(_ refresh: AnalyticsFeed.Refresh) -> String {
    let written = [
      (refresh.athletes, "athlete"), (refresh.sessions, "session"), (refresh.days, "day"),
    ].map { RowText.count($0.0, $0.1) }.joined(separator: ", ")
    let deleted = [
      (refresh.deletedAthletes, "athlete"), (refresh.deletedSessions, "session"),
      (refresh.deletedDays, "day"),
    ].filter { $0.0 > 0 }.map { RowText.count($0.0, $0.1) }.joined(separator: ", ")
    return "Written: \(written)." + (deleted.isEmpty ? "" : " Deleted: \(deleted).") + "\n"
  }

  /// The rows of athletes and days as tables, and the number of sessions.
  static func report(_ report: AnalyticsReport, names: [UUID: String]) -> String {
    let colors = StandardOutput.hasColors
    var athletes = TextTable([
      .left("ATHLETE"), .right("SESSIONS"), .right("DISTANCE"), .right("TIME"), .right("BEST 2K"),
      .right("BEST 5K"), .right("POWER"), .left("LAST SESSION"),
    ])
    for row in report.athletes {
      athletes.add([
        names[row.athlete] ?? row.athlete.shortText, "\(row.sessions)",
        RowFormat.distance(Double(row.distance)), RowFormat.time(Double(row.time)),
        RowFormat.time(row.best2kTenths.map { Double($0) / 10 }),
        RowFormat.time(row.best5kTenths.map { Double($0) / 10 }),
        RowFormat.watts(row.power?.value), row.lastSession?.text ?? RowFormat.unknown,
      ])
    }
    var days = TextTable([
      .left("DAY (UTC)"), .left("ATHLETE"), .right("SESSIONS"), .right("DISTANCE"),
      .right("PACE"), .right("POWER"), .right("RATE"),
    ])
    for row in report.days {
      days.add([
        row.day.text, names[row.athlete] ?? row.athlete.shortText, "\(row.sessions)",
        RowFormat.distance(Double(row.distance)), RowFormat.pace(row.pace?.value),
        RowFormat.watts(row.power?.value), RowFormat.rate(row.strokeRate?.value),
      ])
    }
    return athletes.text(colors: colors) + "\n" + days.text(colors: colors) + "\n"
      + "\(RowText.count(report.sessions.count, "session")); --json prints their columns.\n"
  }
}
