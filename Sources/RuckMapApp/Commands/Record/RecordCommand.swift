// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck record`: records a ruck, and changes the running one.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a ruck from a GPS receiver, and pause, resume, change or end it.",
    discussion: """
      Without a subcommand, a ruck is started or resumed. The other subcommands change the running \
      ruck from another terminal.

      EXAMPLES
        cairn ruck record --pack-weight "35 lb"
        cairn ruck record pause
        cairn ruck record load "25 lb"
        cairn ruck record end --rpe 7 --notes "Rain after the summit"
      """,
    subcommands: [
      RecordStart.self, RecordStatus.self, RecordPause.self, RecordResume.self, RecordLoad.self,
      RecordReturn.self, RecordContinue.self, RecordJoin.self, RecordEnd.self, RecordDiscard.self,
    ],
    defaultSubcommand: RecordStart.self
  )
}

/// The running ruck to change.
struct RunningRuck: ParsableArguments {
  @Option(help: "The running ruck's ID, or a prefix of it; needed if several run.")
  var ruck: String?

  /// Finds the ruck.
  ///
  /// - Throws: ``CommandError`` if no ruck runs, or several do.
  func resolve(in library: RuckLibrary) async throws -> RecordingSnapshot {
    let running = try await library.activeRecordings(matching: ruck)
    if running.count == 1 { return running[0] }
    guard !running.isEmpty else {
      throw CommandError("no ruck is running: start one with cairn ruck record")
    }
    let ids = running.map { $0.id.shortText }.joined(separator: ", ")
    throw CommandError(
      "\(running.count) rucks are running: give --ruck with one of \(ids), or choose the one that "
        + "goes on with cairn ruck record continue")
  }
}

/// `cairn ruck record status`: shows the running rucks.
struct RecordStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the running rucks.",
    discussion: """
      EXAMPLE
        cairn ruck record status --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let running = try await library.activeRecordings()
    let text = RecordingText(try await library.profile().unitSystem)
    try output.write(running.map { RecordingRecord($0, at: .now) }) {
      running.isEmpty
        ? "No ruck is running.\n"
        : running.map { text.status($0, at: .now) }.joined(separator: "\n")
    }
  }
}

/// `cairn ruck record pause`: pauses the running ruck.
struct RecordPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause the running ruck; a pause adds no distance, motion or energy.",
    discussion: """
      EXAMPLE
        cairn ruck record pause
      """
  )

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await RecordingChange(running, output, data).run { library, id in
      try await library.pauseRecording(id)
    }
  }
}

/// `cairn ruck record resume`: resumes the paused ruck.
struct RecordResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume the paused ruck.",
    discussion: """
      EXAMPLE
        cairn ruck record resume
      """
  )

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await RecordingChange(running, output, data).run { library, id in
      try await library.resumeRecording(id)
    }
  }
}

/// `cairn ruck record load`: changes the load or the surface of the running ruck.
struct RecordLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Change the pack weight or the surface of the running ruck from now on.",
    discussion: """
      EXAMPLES
        cairn ruck record load "25 lb"
        cairn ruck record load --surface loose_sand
      """
  )

  @Argument(help: "The new pack weight, \(WeightArgument.help).", transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(help: "The new surface.")
  var surface: WalkingSurface?

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if packWeight == nil, surface == nil {
      throw ValidationError("Nothing to change: give a weight or --surface.")
    }
  }

  func run() async throws {
    try await RecordingChange(running, output, data).run { library, id in
      let unitSystem = try await library.profile().unitSystem
      let change = LoadChange(
        packWeight: try packWeight?.kilograms(in: unitSystem), surface: surface)
      return try await library.changeLoad(of: id, change)
    }
  }
}

/// `cairn ruck record end`: ends the running ruck.
struct RecordEnd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End the running ruck.",
    discussion: """
      A ruck whose recording was interrupted ends at its last position.

      EXAMPLE
        cairn ruck record end --rpe 7 --notes "Rain after the summit"
      """
  )

  @Option(help: "Perceived exertion, 1 to 10.")
  var rpe: Int?

  @Option(help: "Your notes.")
  var notes: String?

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if let rpe, !(1...10).contains(rpe) {
      throw ValidationError("--rpe \(rpe) is out of range: give 1 to 10.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await running.resolve(in: library)
    let summary = try await library.endRecording(ruck.id, RecordingEnd(rpe: rpe, notes: notes))
    let unitSystem = try await library.profile().unitSystem
    try output.write(RuckRecord(summary)) { RuckText(unitSystem).list([summary]) }
  }
}

/// `cairn ruck record discard`: deletes the running ruck.
struct RecordDiscard: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Delete the running ruck with its positions.",
    discussion: """
      The command asks for confirmation; without a terminal, give --yes.

      EXAMPLE
        cairn ruck record discard --yes
      """
  )

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await running.resolve(in: library)
    let text = RecordingText(try await library.profile().unitSystem)
    if !yes {
      try Confirmation.ask(
        "Delete the running ruck, \(text.line(ruck, at: .now))?", refusal: "nothing was deleted")
    }
    try await library.discardRecording(ruck.id)
    try output.write(DeletedRecord(deleted: ruck.id.idText)) { "deleted \(ruck.id.idText)\n" }
  }
}

/// A change of the running ruck, with its output.
struct RecordingChange {
  private let running: RunningRuck
  private let output: OutputOptions
  private let data: DataOptions

  init(_ running: RunningRuck, _ output: OutputOptions, _ data: DataOptions) {
    self.running = running
    self.output = output
    self.data = data
  }

  func run(_ change: (RuckLibrary, UUID) async throws -> RecordingSnapshot) async throws {
    let library = try data.openLibrary()
    let ruck = try await change(library, try await running.resolve(in: library).id)
    let text = RecordingText(try await library.profile().unitSystem)
    try output.write(RecordingRecord(ruck, at: .now)) { text.status(ruck, at: .now) }
  }
}
