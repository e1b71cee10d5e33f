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
      athlete: try await athlete.resolve(in: library), from: range.from, to: range.to)
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
      weightClass: weightClass)
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
      to: range.to)
    try output.write(CurveRecord(curve)) { RowText.curve(curve) }
  }
}

/// `cairn row load`: shows the training load of the latest days.
struct RowLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Show the training load of each day, with averages of 7 and 42 days.",
    discussion: """
      Without --from, the latest 42 days are shown. The load needs heart rates.

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
    var history = try await library.load(
      athlete: try await athlete.resolveOne(in: library), from: range.from, to: range.to,
      in: MomentText.local)
    if range.from == nil { history.days = Array(history.days.suffix(Self.days)) }
    let shown = history
    try output.write(LoadRecord(shown)) { RowText.load(shown) }
  }
}

/// `cairn row compare`: compares two sessions.
struct RowCompare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two sessions, or a session with a target pace.",
    discussion: """
      At each position the command shows pace and power of both, and the lead of the first: metres \
      at equal times, seconds at equal distances.

      EXAMPLE
        cairn row compare 6f1c 82d0 --by distance
        cairn row compare 6f1c --target 2:00
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Argument(help: "The other session's ID, or any unambiguous prefix of it.")
  var other: String?

  @Option(help: "A target pace for 500 m instead of another session, such as 1:58.5.")
  var target: String?

  @Option(help: "The axis along which the sessions are compared.")
  var by = SessionComparison.Axis.distance

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if (other == nil) == (target == nil) {
      throw ValidationError("Give the ID of another session, or a pace with --target.")
    }
    if let target, PaceText.seconds(target) == nil {
      throw ValidationError("'\(target)' is not a pace. Write minutes and seconds, such as 1:58.5.")
    }
  }

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    let comparison: SessionComparison
    if let other {
      comparison = try await library.compare(
        id, SessionIdentifier.resolve(other, in: library), by: by)
    } else {
      let pace = target.flatMap(PaceText.seconds) ?? 0
      comparison = try await library.compare(id, withPace: pace, by: by)
    }
    try output.write(ComparisonRecord(comparison)) { RowText.comparison(comparison) }
  }
}

extension RowingLibrary {
  /// Compares a session with a constant pace over its whole distance.
  func compare(
    _ id: UUID, withPace pace: Double, by axis: SessionComparison.Axis
  ) throws -> SessionComparison {
    guard let distance = try session(id)?.summary.distance else {
      throw RowingLibraryError.sessionNotFound(id.idText)
    }
    let plan = SessionPlan(pieces: [.init(distance: distance, pace: pace)])
    return try compare(id, with: plan, by: axis)
  }
}

/// A pace as a user writes it.
enum PaceText {
  /// Parses minutes and seconds, such as `1:58.5`, or seconds.
  ///
  /// - Parameter text: The text.
  /// - Returns: Seconds between 30 and 3600; nil for another text.
  static func seconds(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let match = text.wholeMatch(of: /(?:(\d{1,2}):)?(\d{1,4}(?:\.\d{1,3})?)/),
      let rest = Double(match.2)
    else { return nil }
    let seconds = (match.1.flatMap { Double($0) } ?? 0) * 60 + rest
    if match.1 != nil, rest >= 60 { return nil }
    return (30...3600).contains(seconds) ? seconds : nil
  }
}
