// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row stats`: shows totals by calendar period.
struct RowStats: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show sessions, distance and time by week, month or season.",
    discussion: """
      A season begins on 1 May, and has the year in which it ends.

      EXAMPLE
        cairn row stats --by month --from 2026-01-01
      """
  )

  @Option(help: "The period.")
  var by = TotalsPeriod.season

  @OptionGroup var athlete: AthleteOption
  @OptionGroup var range: DateRangeOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let query = SessionQuery(
      athlete: try await athlete.resolve(in: library), from: range.from, to: range.to
    ).restricted(to: try await library.viewer())
    let totals = try await library.totals(by: by, query, in: MomentText.local)
    try output.write(totals.map { PeriodRecord($0) }) { RowText.totals(totals, by: by) }
  }
}

/// `cairn row records`: shows the best results.
struct RowRecords: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "Show the best results from 100 m to 100 km, and from 1 to 60 minutes.",
    discussion: """
      Records are whole sessions without rest; best efforts inside of sessions are listed apart.

      EXAMPLE
        cairn row records --machine RowErg --season 2026
      """
  )

  @OptionGroup var athlete: AthleteOption

  @Option(help: "The machine.")
  var machine: RowingMachine?

  @Option(help: "The season, by the year in which it ends.")
  var season: Int?

  @Option(help: "The weight class, Hwt or Lwt.")
  var weightClass: WeightClass?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let records = try await library.records(
      athlete: try await athlete.resolve(in: library), season: season, machine: machine,
      weightClass: weightClass, for: try await library.viewer())
    try output.write(records.map { RecordRecord($0) }) { RowText.records(records) }
  }
}

/// `cairn row curve`: shows the power curve and the critical power.
struct RowCurve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Show the highest mean power over each duration, and the critical power.",
    discussion: """
      EXAMPLE
        cairn row curve --from 2026-01-01
      """
  )

  @OptionGroup var athlete: AthleteOption
  @OptionGroup var range: DateRangeOptions

  @Option(help: "The machine.")
  var machine = RowingMachine.rowErg

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let curve = try await library.powerCurve(
      athlete: try await athlete.resolve(in: library), machine: machine, from: range.from,
      to: range.to, for: try await library.viewer())
    try output.write(CurveRecord(curve)) { RowText.curve(curve) }
  }
}

/// `cairn row load`: shows the training load of the latest days.
struct RowLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Show the training load of each day, with averages of 7 and 42 days.",
    discussion: """
      Without --from, the latest 42 days are shown. Without --to, the last day is today: the \
      averages fall on each day of rest. The load needs heart rates.

      EXAMPLE
        cairn row load --athlete Anna --from 2026-09-01
      """
  )

  /// The number of days that are shown by default.
  private static let days = 42

  @OptionGroup var athlete: AthleteOption
  @OptionGroup var range: DateRangeOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let calendar = MomentText.local
    let end = range.to ?? .now
    let first = calendar.date(byAdding: .day, value: 1 - Self.days, to: end - 1)
    let history = try await library.load(
      athlete: try await athlete.resolveOne(in: library), from: range.from ?? first,
      to: range.to, in: calendar)
    try output.write(LoadRecord(history)) { RowText.load(history) }
  }
}

/// `cairn row compare`: compares two sessions.
struct RowCompare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two sessions, or a session with a target.",
    discussion: """
      At each position the command shows pace and power of both, and the lead of the first: metres \
      at equal times, seconds at equal distances.

      A target is a pace for the whole session, or pieces by distance or time with their paces.

      EXAMPLE
        cairn row compare 6f1c 82d0 --by distance
        cairn row compare 6f1c --target 2:00
        cairn row compare 6f1c --target "1500m@2:02, 500m@1:55" --by time
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Argument(help: "The other session's ID, or any unambiguous prefix of it.")
  var other: String?

  @Option(
    help: "A target instead of another session: a pace such as 1:58.5, or pieces with paces.",
    transform: Self.plan)
  var target: SessionPlan?

  @Option(help: "The axis along which the sessions are compared.")
  var by = SessionComparison.Axis.distance

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if (other == nil) == (target == nil) {
      throw ValidationError("Give the ID of another session, or a target with --target.")
    }
  }

  private static func plan(_ text: String) throws -> SessionPlan {
    guard let plan = try? SessionPlan(text: text) else {
      throw ValidationError("'\(text)' is not a target. \(SessionPlan.help)")
    }
    return plan
  }

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    let comparison =
      if let other {
        try await library.compare(
          id, SessionIdentifier.resolve(other, in: library), by: by)
      } else {
        try await library.compare(id, with: target ?? SessionPlan(pieces: []), by: by)
      }
    try output.write(ComparisonRecord(comparison)) { RowText.comparison(comparison) }
  }
}
