// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck`: manages rucks.
struct Ruck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manage rucks, routes, gear, goals, groups, plans and health.",
    discussion: """
      EXAMPLES
        cairn ruck import hike.gpx more/*.gpx --pack-weight "35 lb"
        cairn ruck list
        cairn ruck show 6f1c
      """,
    subcommands: [
      RuckImport.self, RuckAdd.self, RuckList.self, RuckShow.self, RuckStats.self, RuckExport.self,
      RuckEditing.self, RuckDelete.self, RuckProfile.self, RecordCommand.self, RuckRecords.self,
      RuckLoadCommand.self, RuckCompare.self, RuckTrim.self, RuckSplit.self, RuckJoin.self,
      RuckUndo.self, RuckZone.self, RuckCheck.self, RuckReport.self,
      RouteGroup.self, ReviewGroup.self, GearGroup.self, GoalGroup.self, ChallengeGroup.self,
      GroupGroup.self, EventGroup.self, FeedGroup.self, PlanGroup.self, ContactGroup.self,
      HealthGroup.self, StandardGroup.self,
    ]
  )
}

/// A ruck, given by its ID or any unambiguous prefix of it.
struct RuckIdentifier: ParsableArguments {
  @Argument(help: "The ruck's ID, or any unambiguous prefix of it.")
  var id: String

  /// Finds the one ruck that matches.
  ///
  /// - Throws: ``CommandError`` if no ruck matches, or more than one.
  func resolve(in library: RuckLibrary) async throws -> UUID {
    let found = try await library.ids(matching: id)
    if let only = found.first, found.count == 1 { return only }
    guard !found.isEmpty else {
      throw CommandError(
        "no ruck ID begins with '\(id.printable)': list the IDs with cairn ruck list")
    }
    let shown = found.prefix(4).map(\.idText).joined(separator: ", ")
    let more = found.count > 4 ? ", ..." : ""
    throw CommandError(
      "'\(id.printable)' matches \(found.count) rucks: give a longer prefix of \(shown)\(more)")
  }
}

/// `cairn ruck show`: shows one ruck without its track.
struct RuckShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one ruck: figures, energy, gear, route, weather and segments.",
    discussion: """
      EXAMPLE
        cairn ruck show 6f1c
      """
  )

  @OptionGroup var identifier: RuckIdentifier
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    guard let ruck = try await library.ruck(id) else {
      throw CommandError("the ruck \(id.idText) has just been deleted")
    }
    let unitSystem = try await library.profile().unitSystem
    let parts = try await RuckParts(of: id, in: library, along: ruck.track)
    try output.write(RuckDetailRecord(ruck, parts)) { RuckText(unitSystem).detail(ruck, parts) }
  }
}

/// `cairn ruck stats`: shows totals and personal bests.
struct RuckStats: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show totals and personal bests of all rucks, or the totals of periods.",
    discussion: """
      EXAMPLES
        cairn ruck stats
        cairn ruck stats --by month
      """
  )

  @Option(help: "Show the totals of each day, week, month or year.")
  var by: RuckPeriod?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let unitSystem = try await library.profile().unitSystem
    if let by {
      let periods = try await library.totals(by: by)
      return try output.write(RuckJSON.list(periods.map { .period($0) })) {
        RuckText(unitSystem).periods(periods, by: by)
      }
    }
    let totals = try await library.totals()
    try output.write(TotalsRecord(totals)) { RuckText(unitSystem).totals(totals) }
  }
}

/// `cairn ruck edit`: changes a ruck's values.
struct RuckEditing: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change the name, notes, weights, surface or exertion of rucks.",
    discussion: """
      A new pack weight, body weight or surface recalculates the energy. If the ruck has several \
      loads, a new pack weight changes each by the same difference, and --load chooses a single one. \
      Gear is chosen with cairn ruck gear use, and the route with cairn ruck route assign.

      The day, the distance, the time, the climb and the heart rate can be changed if the ruck has no \
      recording.

      Several rucks are changed together: if one can't be changed, all stay as they are.

      EXAMPLES
        cairn ruck edit 6f1c --name "Morning loop" --pack-weight "30 lb" --rpe 6
        cairn ruck edit 6f1c --body-weight "178 lb"
        cairn ruck edit 6f1c --load 2 --pack-weight "20 lb"
        cairn ruck edit 6f1c --segment 3 --surface loose_sand
        cairn ruck edit 6f1c 81d0 --pack-weight "35 lb"
        cairn ruck edit 6f1c --distance "5.2 mi" --time 1:35
      """
  )

  @Argument(help: "The IDs of the rucks, or unambiguous prefixes of them.")
  var ids: [String]

  @Option(help: "The new name.")
  var name: String?

  @Option(help: "The new notes.")
  var notes: String?

  @Option(
    parsing: .unconditional, help: "The new pack weight, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(
    parsing: .unconditional, help: "The body weight at the ruck, such as \"180 lb\" or \"82 kg\".",
    transform: WeightArgument.init)
  var bodyWeight: WeightArgument?

  @Option(help: "The number of the load that --pack-weight changes, from 1; see cairn ruck show.")
  var load: Int?

  @Option(help: "The perceived exertion from 1 to 10; 0 removes it.")
  var rpe: Int?

  @Option(help: "The surface, such as dirt_road or loose_sand.")
  var surface: WalkingSurface?

  @Option(help: "The number of the segment whose surface changes, from 1; see cairn ruck show.")
  var segment: Int?

  @Option(help: "Whether the ruck may be published: true or false.")
  var `public`: Bool?

  @OptionGroup var entry: EntryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  private var edit: RuckEdit {
    // The surface of a segment is not the ruck's.
    let surface = segment == nil ? self.surface : nil
    return RuckEdit(
      name: name, notes: notes, rpe: rpe == 0 ? nil : rpe,
      surface: surface == .pavedRoad ? nil : surface, isPublic: `public`,
      cleared: Set(
        (rpe == 0 ? [.rpe] : [RuckEdit.OptionalValue]())
          + (surface == .pavedRoad ? [.surface] : [])))
  }

  func validate() throws {
    if edit == RuckEdit(), packWeight == nil, bodyWeight == nil, surface == nil, !entry.isGiven {
      throw ValidationError(
        "Nothing to change: give --name, --notes, --pack-weight, --body-weight, --rpe, --surface or "
          + "--public, or "
          + "--distance, --time, --day, --start, --climb or --heart-rate for a ruck without a "
          + "recording.")
    }
    if load != nil, packWeight == nil {
      throw ValidationError("--load needs the new weight: give --pack-weight.")
    }
    if segment != nil, surface == nil {
      throw ValidationError("--segment needs the new surface: give --surface.")
    }
    if ids.count > 1, name != nil || load != nil || segment != nil || entry.isGiven {
      throw ValidationError(
        "--name, --load, --segment and the corrections of a ruck without a recording need exactly one "
          + "ruck, but \(ids.count) are given.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let ids = try await RuckIdentifier.resolve(self.ids, in: library)
    let profile = try await library.profile()
    let unitSystem = profile.unitSystem
    if `public` == true, profile.privacyLevel != .public {
      throw CommandError(
        profile.isChild
          ? "a child's ruck is always private"
          : "the ruck can't be public: the audience of your profile is \(profile.privacyLevel.rawValue)."
            + " Change it with cairn ruck profile --privacy public")
    }
    var edit = edit
    let weight = try packWeight?.kilograms(in: unitSystem)
    edit.bodyWeight = try bodyWeight?.kilograms(in: unitSystem)
    if let load { edit.loads[load] = weight } else { edit.packWeight = weight }
    if ids.count == 1, let id = ids.first {
      if entry.isGiven { try await entry.correct(id, in: library) }
      let ruck = try await changed(id, edit, in: library)
      try output.write(RuckRecord(ruck)) { RuckText(unitSystem).list([ruck]) }
      return
    }
    var selection = RuckSelectionEdit()
    selection.edit = edit
    try await library.change(ids, selection)
    let rucks = try await library.rucks(Set(ids))
    try output.write(rucks.map { RuckRecord($0) }) { RuckText(unitSystem).list(rucks) }
  }

  /// Changes one ruck, and the surface of its segment if one is given.
  private func changed(
    _ id: UUID, _ edit: RuckEdit, in library: RuckLibrary
  ) async throws -> RuckSummary {
    guard let segment else { return try await library.edit(id, edit) }
    do {
      return try await library.edit(id, edit, surface: surface, ofSegment: segment)
    } catch let error as RuckObjectError {
      throw CommandError(error.errorDescription ?? "there is no such segment")
    }
  }
}

/// `cairn ruck delete`: deletes rucks after a confirmation.
struct RuckDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete rucks with their tracks.",
    discussion: """
      The command asks for confirmation; without a terminal, give --yes. Several rucks are deleted \
      together, or none.

      EXAMPLES
        cairn ruck delete 6f1c --yes
        cairn ruck delete 6f1c 81d0
      """
  )

  @Argument(help: "The IDs of the rucks, or unambiguous prefixes of them.")
  var ids: [String]

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ids = try await RuckIdentifier.resolve(self.ids, in: library)
    var rucks: [RuckSummary] = []
    for id in ids {
      guard let ruck = try await library.ruck(id)?.summary else {
        throw CommandError("the ruck \(id.idText) has just been deleted")
      }
      rucks.append(ruck)
    }
    let text = RuckText(try await library.profile().unitSystem)
    if !yes {
      let lines = rucks.map { text.line($0) }.joined(separator: "; ")
      try Confirmation.ask("Delete \(lines)?", refusal: "nothing was deleted")
    }
    try await library.delete(ids)
    let records = ids.map { DeletedRecord(deleted: $0.idText) }
    let message = ids.map { "deleted \($0.idText)\n" }.joined()
    if let record = records.first, records.count == 1 {
      try output.write(record) { message }
    } else {
      try output.write(records) { message }
    }
  }
}
