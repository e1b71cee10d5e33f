// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck import`: stores recordings; each file wholly or not at all.
struct RuckImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the recordings in files.",
    discussion: """
      A file that is stored already changes nothing. A file that can't be read is reported, and \
      the others are stored all the same; the exit status is then 1.

      EXAMPLE
        cairn ruck import hike.gpx more/*.gpx --pack-weight "35 lb"
      """
  )

  @Argument(help: "GPX files.", completion: .file(extensions: ["gpx"]))
  var files: [String]

  @Option(
    parsing: .unconditional, help: "What you carried: \(WeightArgument.help).",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(
    parsing: .unconditional,
    help: "What you weigh, kept in your profile: \(WeightArgument.help).",
    transform: WeightArgument.init)
  var bodyWeight: WeightArgument?

  @Option(help: "The ruck's name, in place of the one in the file; for one file only.")
  var name: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if name != nil, files.count > 1 {
      throw ValidationError("--name goes with one file, and \(files.count) are given.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let unitSystem = try await library.profile().unitSystem
    let options = ImportOptions(
      packWeight: try packWeight?.kilograms(in: unitSystem),
      bodyWeight: try bodyWeight?.kilograms(in: unitSystem),
      name: name
    )
    let progress = ProgressLine()
    let report = await library.importFiles(
      files.map { URL(fileURLWithPath: $0) }, options: options, progress: progress.show)
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
      // Who closed the pipe still gets to know whether every file was stored.
    }
    if let failure { throw failure }
  }
}
