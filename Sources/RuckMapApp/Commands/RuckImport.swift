// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck import`: imports recordings, each file completely or not at all.
struct RuckImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import recordings, and exports of Strava, Apple Health and Cairn.",
    discussion: """
      Formats are recognised by content: GPX, TCX and FIT, also compressed by gzip; zip archives of \
      them; the bulk export of Strava; export.zip or export.xml of Apple Health; JSON of cairn ruck \
      export, and the folder of cairn export. An unpacked export may be given as its folder. Of an \
      archive, only walks and hikes are imported, unless --all-sports is given. A file with several \
      activities becomes several rucks.

      JSON of cairn ruck export --all restores all objects with equal values. An object or a \
      recording that is stored already, in any format, changes nothing, so that an interrupted \
      import can be started again. If a file or an object can't be read, the command reports it, \
      imports the others, and exits with status 1.

      EXAMPLES
        cairn ruck import hike.gpx more/*.gpx --pack-weight "35 lb"
        cairn ruck import strava-export.zip
        cairn ruck import ~/cairn-export
      """
  )

  @Argument(
    help: "The files, archives and folders of exports to import.",
    completion: .file(extensions: ["gpx", "tcx", "fit", "gz", "zip", "xml", "csv", "json"]))
  var files: [String]

  @Option(
    parsing: .unconditional, help: "The pack weight, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(
    parsing: .unconditional,
    help: "Your body weight, stored in your profile, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var bodyWeight: WeightArgument?

  @Option(help: "The ruck's name, instead of the name in the file; for one file only.")
  var name: String?

  @Option(help: "The surface, for the energy. (default: paved_road)")
  var surface: WalkingSurface?

  @Flag(help: "Import all recordings of archives, not only walks.")
  var allSports = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if name != nil, files.count > 1 {
      throw ValidationError("--name needs exactly one file, but \(files.count) are given.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let unitSystem = try await library.profile().unitSystem
    let options = ImportOptions(
      packWeight: try packWeight?.kilograms(in: unitSystem),
      bodyWeight: try bodyWeight?.kilograms(in: unitSystem),
      name: name, surface: surface, includesAllSports: allSports
    )
    let progress = ProgressLine()
    let report = await library.importFiles(
      files.map { URL(fileURLWithPath: $0) }, options: options
    ) { now in
      let points =
        switch now.points {
        case 0: ""
        case 1: "1 point"
        case let count: "\(count) points"
        }
      progress.show(file: now.file, index: now.index, of: now.total, detail: points)
    }
    progress.clear()
    for file in report.imported {
      for warning in file.warnings {
        StandardError.write("cairn: \(file.file.printable): warning: \(warning.printable)\n")
      }
    }
    for file in report.failed {
      let line = file.line.map { ":\($0)" } ?? ""
      StandardError.write("cairn: \(file.file.printable)\(line): \(file.error.printable)\n")
    }
    let failure = report.failed.isEmpty ? nil : ExitCode.failure
    do {
      try output.write(ImportRecord(report)) { RuckText(unitSystem).report(report) }
    } catch is OutputClosed {
      // The exit status still reports whether every file was imported.
    }
    if let failure { throw failure }
  }
}
