// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck health`: manages body measurements.
struct HealthGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Record body weight, resting heart rate and sleep.",
    discussion: """
      The latest weight is also that of your profile, for the energy of new rucks.

      EXAMPLES
        cairn ruck health add --weight "80 kg" --resting-heart-rate 52
        cairn ruck health report --from 2026-03-01
      """,
    subcommands: [
      ObjectAdd<HealthOptions>.self, ObjectList<HealthOptions>.self,
      ObjectShow<HealthOptions>.self, ObjectEdit<HealthOptions>.self,
      ObjectRemove<HealthOptions>.self, HealthReportCommand.self,
    ])
}

/// The values of a measurement as options.
struct HealthOptions: ObjectOptions {
  static var kind: ObjectKind<MeasurementItem> { .measurements }
  static let example = "--weight \"80 kg\" --resting-heart-rate 52"

  @Option(help: "The day; today by default.")
  var day: String?

  @Option(parsing: .unconditional, help: "The body weight, \(WeightArgument.help).")
  var weight: String?

  @Option(help: "The body fat in percent.")
  var bodyFat: String?

  @Option(help: "The resting heart rate in beats per minute.")
  var restingHeartRate: String?

  @Option(help: "The hours of sleep.")
  var sleep: String?

  @Option(help: "Notes.")
  var notes: String?

  var texts: [String: String?] {
    [
      "day": day, "weight": weight, "body-fat": bodyFat,
      "resting-heart-rate": restingHeartRate, "sleep": sleep, "notes": notes,
    ]
  }
}

/// `cairn ruck health report`: prints the body values and the exercise of a period.
struct HealthReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Print the body values and the exercise of a period, to show a physician.",
    discussion: """
      The page /rucks/health/report has the same values for print.

      EXAMPLE
        cairn ruck health report --from 2026-03-01 --to 2026-06-01 --json
      """)

  @Option(
    help: "The first day, such as 2026-03-01. (default: 90 days before the last)",
    transform: DayArgument.init)
  var from: DayArgument?

  @Option(
    help: "The day after the last, such as 2026-06-01. (default: tomorrow)",
    transform: DayArgument.init)
  var to: DayArgument?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let calendar = format.calendar.calendar
    let now = Date()
    let end =
      to?.date ?? calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now)) ?? now
    let start =
      from?.date ?? calendar.date(byAdding: .day, value: -HealthReportRoute.days, to: end) ?? end
    guard start < end else {
      throw CommandError("the period is empty: give a --to that is after --from")
    }
    let report = try await library.healthReport(from: start, to: end)
    let profile = try await library.profile()
    let text = HealthReportText(report: report, format: format)
    try output.write(RuckJSON.health(report, profile)) {
      var table = TextTable(
        HealthReportText.columns.enumerated().map { index, title in
          index == 0 ? TextTable.Column.left(title.uppercased()) : .right(title.uppercased())
        })
      for row in text.series { table.add([row.name] + row.values) }
      return [
        "\(profile.displayName.printable), \(format.day(start)) to before \(format.day(end))\n",
        TextTable.fields(text.person(profile)),
        text.series.isEmpty
          ? "No measurement in this period.\n" : table.text(colors: StandardOutput.hasColors),
        TextTable.fields(text.exercise),
      ].filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }
}

extension RuckJSON {
  /// A health report in SI units.
  static func health(_ report: HealthReport, _ profile: UserProfile) -> RuckJSON {
    .object([
      "from": .date(report.start), "to": .date(report.end),
      "person": .object([
        "name": .text(profile.displayName), "age": RuckJSON(profile.age),
        "sex": RuckJSON(profile.sex?.rawValue), "height_m": RuckJSON(profile.height),
        "weight_kg": RuckJSON(profile.bodyWeight),
        "conditions": .list(report.conditions.map { .text($0.rawValue) }),
      ]),
      "weight_kg": series(report.weight), "body_fat_percent": series(report.bodyFat),
      "resting_heart_rate_bpm": series(report.restingHeartRate), "sleep_h": series(report.sleep),
      "exercise": .object([
        "rucks": .integer(report.rucks), "distance_m": .number(report.distance),
        "moving_s": .number(report.movingTime), "minutes_per_week": .number(report.minutesPerWeek),
        "elevation_gain_m": .number(report.elevationGain),
        "calories_kcal": .number(report.calories), "mean_pack_kg": RuckJSON(report.meanPackWeight),
        "heaviest_pack_kg": RuckJSON(report.heaviestPack),
        "mean_heart_rate_bpm": RuckJSON(report.averageHeartRate),
        "highest_heart_rate_bpm": RuckJSON(report.highestHeartRate),
      ]),
    ])
  }

  private static func series(_ series: HealthReport.Series?) -> RuckJSON {
    guard let series else { return .text(nil) }
    return .object([
      "count": .integer(series.count), "first": .number(series.first),
      "last": .number(series.last), "mean": .number(series.mean),
      "lowest": .number(series.lowest), "highest": .number(series.highest),
    ])
  }
}
