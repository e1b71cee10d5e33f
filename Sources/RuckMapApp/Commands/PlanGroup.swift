// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck plan`: manages training plans.
struct PlanGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Manage training plans and their planned rucks.",
    discussion: """
      EXAMPLES
        cairn ruck plan add --name "Twelve miles" --target 2027-06-30
        cairn ruck plan ruck "Twelve miles" --title "Easy five" --day 2027-05-01
      """,
    subcommands: [
      ObjectAdd<PlanOptions>.self, ObjectList<PlanOptions>.self, PlanShow.self,
      PlanRuckAdd.self, PlanDone.self, ObjectEdit<PlanOptions>.self,
      ObjectRemove<PlanOptions>.self,
    ])
}

/// The values of a plan as options.
struct PlanOptions: ObjectOptions {
  static var kind: ObjectKind<PlanItem> { .plans }
  static let example = "--name \"Twelve miles\" --target 2027-06-30"

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The first day.")
  var start: String?

  @Option(help: "The day of the test.")
  var target: String?

  @Option(help: "Whether the plan is active: yes or no.")
  var active: String?

  @Option(help: "The description.")
  var details: String?

  var texts: [String: String?] {
    ["name": name, "start": start, "target": target, "active": active, "details": details]
  }
}

/// The values of a planned ruck as options.
struct PlannedRuckOptions: ObjectOptions {
  static var kind: ObjectKind<PlannedRuckItem> { .plannedRucks }
  static let example = "--title \"Easy five\" --day 2027-05-01"

  @Option(help: "The title.")
  var title: String?

  @Option(help: "The day.")
  var day: String?

  @Option(help: "The distance.")
  var distance: String?

  @Option(help: "The time, such as 1:30.")
  var duration: String?

  @Option(parsing: .unconditional, help: "The pack, \(WeightArgument.help).")
  var pack: String?

  @Option(help: "The exertion from 1 to 10.")
  var rpe: String?

  @Option(help: "Minutes before the day at which a reminder is due.")
  var reminder: String?

  var texts: [String: String?] {
    [
      "title": title, "day": day, "distance": distance, "duration": duration, "pack": pack,
      "rpe": rpe, "reminder": reminder,
    ]
  }
}

/// `cairn ruck plan show`: shows a plan with its planned rucks.
struct PlanShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a plan with its planned rucks.",
    discussion: """
      EXAMPLE
        cairn ruck plan show "Twelve miles"
      """)

  @OptionGroup var object: ObjectArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let kind = ObjectKind<PlanItem>.plans
    let plan = try await object.resolve(kind, in: library)
    let format = try await library.fieldFormat()
    try output.write(kind.record(plan)) {
      let rucks =
        plan.rucks.isEmpty
        ? "" : "\n" + ObjectKind<PlannedRuckItem>.plannedRucks.table(plan.rucks, format)
      return kind.detail(plan, format) + rucks
    }
  }
}

/// `cairn ruck plan ruck`: adds a planned ruck to a plan.
struct PlanRuckAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ruck", abstract: "Add a planned ruck to a plan.",
    discussion: """
      EXAMPLE
        cairn ruck plan ruck "Twelve miles" --title "Easy five" --day 2027-05-01
      """)

  @OptionGroup var object: ObjectArgument
  @OptionGroup var options: PlannedRuckOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if FieldFormat.text(options.title) == nil { throw ValidationError("Give --title.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let plan = try await object.resolve(.plans, in: library)
    let kind = ObjectKind<PlannedRuckItem>.plannedRucks
    let format = try await library.fieldFormat()
    var ruck = kind.new()
    ruck.plan = plan.id
    try kind.apply(options: options.texts, to: &ruck, format)
    do {
      let stored = try await library.insert(ruck)
      try output.write(kind.record(stored)) { kind.table([stored], format) }
    } catch {
      throw ObjectKind<PlannedRuckItem>.commandError(error)
    }
  }
}

/// `cairn ruck plan done`: fulfils a planned ruck by the ruck of its day.
struct PlanDone: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Fulfil a planned ruck by the ruck of its day.",
    discussion: """
      EXAMPLE
        cairn ruck plan done "Easy five"
      """)

  @Argument(help: "The planned ruck's title, or an unambiguous prefix of its ID.")
  var planned: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let kind = ObjectKind<PlannedRuckItem>.plannedRucks
    let found = try await library.object(kind, matching: planned)
    let format = try await library.fieldFormat()
    guard let ruck = try await library.ruck(fulfilling: found, in: format.calendar.calendar)
    else {
      throw CommandError(
        "there is no ruck on \(format.day(found.date)): import or record it first")
    }
    let stored = try await library.edit(PlannedRuckItem.self, found.id) { $0.ruck = ruck }
    try output.write(kind.record(stored)) { kind.table([stored], format) }
  }
}
