// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row list`: lists the sessions, newest first.
struct RowList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sessions, newest first.",
    discussion: """
      EXAMPLE
        cairn row list --from 2026-05-01 --machine RowErg --json
      """
  )

  @OptionGroup var athlete: AthleteOption
  @OptionGroup var range: DateRangeOptions

  @Option(help: "The machine.")
  var machine: RowingMachine?

  @Option(help: "The kind of session.")
  var type: SessionType?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let query = SessionQuery(
      athlete: try await athlete.resolve(in: library), from: range.from, to: range.to,
      machine: machine, type: type
    ).restricted(to: try await library.viewer())
    let sessions = try await library.allSessions(query)
    try StandardOutput.write(
      output.json
        ? SessionRecord.list(sessions.map { SessionRecord($0) }) : RowText.list(sessions))
  }
}

/// `cairn row show`: shows one session with its intervals.
struct RowShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one session: figures, intervals and strokes.",
    discussion: """
      EXAMPLE
        cairn row show 6f1c --strokes
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Flag(help: "Print a table of the strokes, too; JSON always has them.")
  var strokes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    guard let detail = try await library.session(id) else {
      throw CommandError("the session \(id.idText) has just been deleted")
    }
    let isListed = strokes || output.json
    let list = isListed ? try await library.strokes(of: id) : []
    let rests = isListed ? try await library.restStrokes(of: id) : []
    try output.write(SessionDetailRecord(detail, strokes: list, restStrokes: rests)) {
      RowText.detail(detail) + (strokes ? "\n" + RowText.strokes(list) : "")
        + (strokes && !rests.isEmpty ? "\nIn rests\n" + RowText.strokes(rests) : "")
    }
  }
}

/// `cairn row edit`: changes a session.
struct RowEdit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a session's start, kind, machine, workout, comments or athlete.",
    discussion: """
      EXAMPLE
        cairn row edit 6f1c --type race --comments "Club championship"
        cairn row edit 6f1c --finish
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Option(help: "The new start, \(MomentText.help).", transform: MomentText.argument)
  var start: Date?

  @Option(help: "The new kind of session.")
  var type: SessionType?

  @Option(help: "The new machine.")
  var machine: RowingMachine?

  @Option(help: "The new description of the workout, such as 5x500m/2:00r.")
  var workout: String?

  @Option(help: "The new comments.")
  var comments: String?

  @Flag(help: "Close an interrupted recording as incomplete, with the figures of what was rowed.")
  var finish = false

  @OptionGroup var athlete: AthleteOption
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if start == nil, type == nil, machine == nil, workout == nil, comments == nil,
      athlete.athlete == nil, !finish
    {
      throw ValidationError(
        "Nothing to change: give --start, --type, --machine, --workout, --comments, --finish or "
          + "--athlete.")
    }
  }

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    let edit = SessionEdit(
      startedAt: start, type: type, machine: machine, workout: workout, comments: comments,
      athlete: athlete.athlete == nil ? nil : try await athlete.resolve(in: library))
    var session = try await library.edit(id, edit)
    if finish { session = try await library.closeSession(id) }
    let shown = session
    try output.write(SessionRecord(shown)) { RowText.list([shown]) }
  }
}

/// `cairn row delete`: deletes one session after a confirmation.
struct RowDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete one session with its strokes.",
    discussion: """
      The command asks for confirmation; without a terminal, give --yes.

      EXAMPLE
        cairn row delete 6f1c --yes
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    guard let session = try await library.session(id)?.summary else {
      throw CommandError("the session \(id.idText) has just been deleted")
    }
    if !yes {
      try Confirmation.ask("Delete \(RowText.line(session))?", refusal: "nothing was deleted")
    }
    try await library.delete(id)
    try output.write(DeletedRecord(deleted: id.idText)) { "deleted \(id.idText)\n" }
  }
}

/// `cairn row export`: writes one session to a file for other programs.
struct RowExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write one session as a FIT, TCX or CSV file.",
    discussion: """
      EXAMPLE
        cairn row export 6f1c --format fit --output session.fit
      """
  )

  @OptionGroup var identifier: SessionIdentifier

  @Option(help: "The file format.")
  var format: SessionFormat

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let id = try await identifier.resolve(in: library)
    let bytes = try await library.export(id, as: format)
    guard let file, file != "-" else { return try StandardOutput.write(bytes) }
    try OutputFile(path: file).write(bytes)
  }
}
