// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row import`: imports workouts from files of logbooks, apps and watches.
struct RowImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import workouts from CSV, FIT and TCX files.",
    discussion: """
      The formats are recognized by their content: season and result files of the Concept2 \
      logbook, ErgData, painsled, BoatCoach, ErgStick, RP3, SmartRow, Hero, SpeedCoach, FIT and \
      TCX. A workout that was imported before changes nothing; a file with strokes adds them to \
      its session. A bad row or file is reported, the others are imported, and the status is 1.

      EXAMPLE
        cairn row import season.csv result.csv --athlete Anna
      """
  )

  @Argument(
    help: "The files to import.", completion: .file(extensions: ["csv", "fit", "tcx", "txt"]))
  var files: [String]

  @OptionGroup var athlete: AthleteOption

  @Option(
    help: "The start of the workout, for a file without a date; for one file only.",
    transform: MomentText.argument)
  var start: Date?

  @Option(help: "The session to which the strokes belong, by ID; for one file only.")
  var session: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    for (name, isGiven) in [("--start", start != nil), ("--session", session != nil)]
    where isGiven && files.count > 1 {
      throw ValidationError("\(name) needs exactly one file, but \(files.count) are given.")
    }
  }

  func run() async throws {
    let library = try data.openRowing()
    var chosen = try await athlete.resolve(in: library)
    if chosen == nil { chosen = try await library.viewer().athlete?.id }
    var options = RowingImportOptions(athlete: chosen, start: start)
    if let session {
      options.session = try await SessionIdentifier.resolve(session, in: library)
    }
    let progress = ProgressLine()
    let report = await library.importFiles(
      files.map { URL(fileURLWithPath: $0) }, options: options
    ) { now in
      let workouts =
        switch now.workouts {
        case 0: ""
        case 1: "1 workout"
        case let count: "\(count) workouts"
        }
      progress.show(file: now.file, index: now.index, of: now.total, detail: workouts)
    }
    progress.clear()
    for entry in report.imported + report.merged {
      for warning in entry.warnings {
        StandardError.write(
          "cairn: \(Self.place(entry.file, entry.line)): warning: \(warning.printable)\n")
      }
    }
    for file in report.failed {
      StandardError.write("cairn: \(Self.place(file.file, file.line)): \(file.error.printable)\n")
    }
    let failure = report.failed.isEmpty ? nil : ExitCode.failure
    do {
      try StandardOutput.write(
        output.json ? RowImportRecord(report).text() : RowText.report(report))
    } catch is OutputClosed {
      // The exit status still reports whether every row was imported.
    }
    if let failure { throw failure }
  }

  private static func place(_ file: String, _ line: Int?) -> String {
    file.printable + (line.map { ":\($0)" } ?? "")
  }
}
