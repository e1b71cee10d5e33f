// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck export`: one ruck as a file that other programs read.
struct RuckExport: AsyncParsableCommand {
  /// What an export can be written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case gpx
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write one ruck as a GPX file.",
    discussion: """
      EXAMPLE
        cairn ruck export 6f1c --format gpx --output hike.gpx
      """
  )

  @OptionGroup var identifier: RuckIdentifier

  @Option(help: "The form of the file.")
  var format = Format.gpx

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    let bytes: Data
    switch format {
    case .gpx: bytes = try await library.exportGPX(id)
    }
    guard let file, file != "-" else { return try StandardOutput.write(bytes) }
    try OutputFile(path: file).write(bytes)
  }
}
