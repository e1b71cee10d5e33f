// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// `cairn ruck health`: manages body measurements.
struct HealthGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Record body weight, resting heart rate and sleep.",
    discussion: """
      The latest weight is also that of your profile, for the energy of new rucks.

      EXAMPLE
        cairn ruck health add --weight "80 kg" --resting-heart-rate 52
      """,
    subcommands: [
      ObjectAdd<HealthOptions>.self, ObjectList<HealthOptions>.self,
      ObjectShow<HealthOptions>.self, ObjectEdit<HealthOptions>.self,
      ObjectRemove<HealthOptions>.self,
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
