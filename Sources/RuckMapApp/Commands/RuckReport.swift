// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import RuckMap

/// `cairn ruck report`: writes a report of a period.
struct RuckReport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Print a report of a period: totals, months, records and standards.",
    discussion: """
      EXAMPLES
        cairn ruck report --year 2026
        cairn ruck report --from 2026-03-01 --to 2026-06-01 --json
      """
  )

  @Option(help: "A calendar year. (default: the current year)")
  var year: Int?

  @Option(help: "The first day, such as 2026-03-01.", transform: DayArgument.init)
  var from: DayArgument?

  @Option(
    help: "The day after the last, such as 2026-06-01.", transform: DayArgument.init)
  var to: DayArgument?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if year != nil, from != nil || to != nil {
      throw ValidationError("Give either --year, or --from and --to.")
    }
    if let year, !(1...9998).contains(year) {
      throw ValidationError("--year needs a year such as 2026.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let (start, end) = interval
    let months = try await library.totals(by: .month, from: start, to: end)
    let records = try await library.records()
    let standards = try await library.standardResults().filter(\.isPassed)
    let isInPeriod = { (ruck: RuckSummary) in ruck.startedAt >= start && ruck.startedAt < end }
    let fastest = records.fastest.filter { isInPeriod($0.ruck) }
    let text = RuckText(try await library.profile().unitSystem)
    try output.write(
      RuckJSON.object([
        "from": .date(start), "to": .date(end), "months": .list(months.map { .period($0) }),
        "records": .list(
          fastest.map {
            .object([
              "effort": .effort($0.effort), "band": .text($0.band.rawValue),
              "ruck": .ruck($0.ruck),
            ])
          }),
        "standards": .standards(standards),
      ])
    ) {
      var set = PersonalRecords()
      set.fastest = fastest
      set.longest = records.longest.filter { isInPeriod($0.ruck) }
      set.mostWork = records.mostWork.filter { isInPeriod($0.ruck) }
      set.mostClimb = records.mostClimb.filter { isInPeriod($0.ruck) }
      let title = "Rucks from \(start.localText.prefix(10)) to before \(end.localText.prefix(10))"
      return [
        title + "\n", text.periods(months, by: .month),
        set.longest.isEmpty && fastest.isEmpty
          ? nil : "Records set in this period\n\n" + text.records(set),
        standards.isEmpty ? nil : "Standards passed\n\n" + text.standards(standards),
      ].compactMap(\.self).joined(separator: "\n")
    }
  }

  /// The period in the user's time zone.
  private var interval: (start: Date, end: Date) {
    let calendar = Calendar.current
    let now = Date()
    let current = calendar.component(.year, from: now)
    func newYear(_ year: Int) -> Date {
      calendar.date(from: DateComponents(year: year, month: 1, day: 1)) ?? now
    }
    guard from != nil || to != nil else {
      return (newYear(year ?? current), newYear((year ?? current) + 1))
    }
    return (from?.date ?? newYear(1970), to?.date ?? newYear(current + 1))
  }
}

/// A day argument, such as `2026-03-01`, in the user's time zone.
struct DayArgument: Sendable {
  let date: Date

  /// Parses `text`.
  ///
  /// - Throws: `ValidationError`, which names the accepted form.
  init(_ text: String) throws {
    let parts = text.split(separator: "-").map { Int($0) }
    var components = DateComponents()
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else {
      throw ValidationError("Write a day such as 2026-03-01.")
    }
    (components.year, components.month, components.day) = (year, month, day)
    components.calendar = Calendar.current
    guard components.isValidDate, let date = components.date else {
      throw ValidationError("\(text) is no day. Write a day such as 2026-03-01.")
    }
    self.date = date
  }
}

extension RuckJSON {
  static func period(_ totals: PeriodTotals) -> RuckJSON {
    .object([
      "start": .text(String(totals.start.localText.prefix(10))), "count": .integer(totals.count),
      "distance_m": .number(totals.distance), "duration_s": .number(totals.duration),
      "moving_s": .number(totals.movingTime), "elevation_gain_m": .number(totals.elevationGain),
      "calories_kcal": .number(totals.calories),
    ])
  }
}

extension RuckText {
  /// A table of periods, the earliest first.
  func periods(_ totals: [PeriodTotals], by period: RuckPeriod) -> String {
    guard !totals.isEmpty else { return "No rucks with times in this period.\n" }
    var table = TextTable([
      .left(period.rawValue.uppercased()), .right("RUCKS"), .right("DISTANCE"), .right("TIME"),
      .right("GAIN"), .right("ENERGY"),
    ])
    for entry in totals {
      let day = String(entry.start.localText.prefix(10))
      let label =
        switch period {
        case .day, .week: day
        case .month: String(day.prefix(7))
        case .year: String(day.prefix(4))
        }
      table.add([
        label, "\(entry.count)", format.distance(entry.distance), format.duration(entry.duration),
        format.elevation(entry.elevationGain), format.calories(entry.calories),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }
}
