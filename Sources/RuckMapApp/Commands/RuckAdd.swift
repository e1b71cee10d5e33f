// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck add`: stores a ruck without a recording.
struct RuckAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a ruck without a recording, such as one on a treadmill.",
    discussion: """
      The energy is that of a steady walk over the distance in the time.

      EXAMPLES
        cairn ruck add --distance "5 mi" --time 1:30 --pack-weight "35 lb"
        cairn ruck add --distance "8 km" --time 1:45 --day 2026-11-21 --start 06:30
      """
  )

  @Option(help: "The distance, such as \"5 mi\" or \"8 km\".")
  var distance: String

  @Option(help: "The time, such as 1:30 or \"90 min\".")
  var time: String

  @Option(help: "The day, such as 2026-11-21. (default: today)")
  var day: String?

  @Option(help: "The start, such as 06:30. (default: the time before now, or 12:00)")
  var start: String?

  @Option(
    parsing: .unconditional, help: "The pack weight, \(WeightArgument.help). (default: 0)",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(help: "The climb, such as \"200 m\" or \"600 ft\".")
  var climb: String?

  @Option(help: "The mean heart rate in beats per minute.")
  var heartRate: Int?

  @Option(help: "The perceived exertion from 1 to 10.")
  var rpe: Int?

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The notes.")
  var notes: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let ruck: RuckSummary
    do {
      var form = RuckEntryForm(
        day: day, start: start, distance: distance, time: time, climb: climb, name: name,
        notes: notes)
      form.packWeight = try packWeight?.kilograms(in: format.unitSystem)
      (form.rpe, form.heartRate) = (rpe, heartRate)
      ruck = try await library.add(try form.entry(format, at: Date()))
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      let option = problem.field.map { "--\($0): " } ?? ""
      throw CommandError(option + problem.message)
    }
    try output.write(RuckRecord(ruck)) { RuckText(format.unitSystem).list([ruck]) }
  }
}

/// The options that correct a ruck without a recording.
struct EntryOptions: ParsableArguments {
  @Option(help: "The distance of a ruck without a recording, such as \"5 mi\".")
  var distance: String?

  @Option(help: "The time of a ruck without a recording, such as 1:30 or \"90 min\".")
  var time: String?

  @Option(help: "The day of a ruck without a recording, such as 2026-11-21.")
  var day: String?

  @Option(help: "The start of a ruck without a recording, such as 06:30.")
  var start: String?

  @Option(help: "The climb of a ruck without a recording, such as \"200 m\".")
  var climb: String?

  @Option(help: "The mean heart rate of a ruck without a recording; 0 removes it.")
  var heartRate: Int?

  /// Whether any option is given.
  var isGiven: Bool {
    ![distance, time, day, start, climb].allSatisfy { $0 == nil } || heartRate != nil
  }

  /// Corrects a ruck.
  ///
  /// - Throws: `CommandError` for a ruck with a recording or an impossible value, or an error of the store.
  func correct(_ ruck: UUID, in library: RuckLibrary) async throws {
    guard let stored = try await library.entry(of: ruck) else {
      throw CommandError(
        "the ruck has a recording, from which its distance and its times follow. Change its track "
          + "with cairn ruck trim, split or join")
    }
    let format = try await library.fieldFormat()
    var form = RuckEntryForm(stored, format)
    form.day = day ?? form.day
    form.start = start ?? form.start
    form.distance = distance ?? form.distance
    form.time = time ?? form.time
    form.climb = climb ?? form.climb
    if let heartRate { form.heartRate = heartRate == 0 ? nil : heartRate }
    do {
      _ = try await library.correct(
        ruck, to: try form.entry(format, at: Date(), correcting: stored))
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      let option = problem.field.map { "--\($0): " } ?? ""
      throw CommandError(option + problem.message)
    }
  }
}
