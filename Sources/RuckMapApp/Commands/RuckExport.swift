// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck export`: writes one ruck, or all objects of the store, to a file.
struct RuckExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a ruck as GPX, TCX, FIT, GeoJSON, CSV or JSON, or all data as JSON.",
    discussion: """
      FIT and TCX need a recording with times. A ruck without positions can be exported as FIT, TCX and \
      JSON. FIT has the weather, too. Privacy zones are cut, except with --include-private and --all. \
      cairn ruck import restores JSON with all values.

      --all exports the rucks, and all else that you have entered: profile, gear, routes with \
      waypoints and reviews, goals, plans, events, groups, challenges, standards, contacts, \
      measurements, privacy zones, and the feed. Treat the file as private.

      EXAMPLES
        cairn ruck export 6f1c --output hike.gpx
        cairn ruck export 6f1c --format fit --output hike.fit
        cairn ruck export --all --output ruckmap.json
      """
  )

  @Argument(help: "The ruck's ID, or any unambiguous prefix of it.")
  var id: String?

  @Flag(help: "Export all rucks and all other objects with all values, as JSON.")
  var all = false

  @Option(help: "The file format. (default: gpx; with --all: json)")
  var format: RuckFileFormat?

  @Flag(help: "Include the positions inside of privacy zones.")
  var includePrivate = false

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func validate() throws {
    if all == (id != nil) { throw ValidationError("Give either the ID of a ruck, or --all.") }
    if all, let format, format != .json {
      throw ValidationError("--all writes JSON. Export single rucks as \(format.title).")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    guard let id else { return try await exportAll(library) }
    let ids = try await RuckIdentifier.resolve([id], in: library)
    for id in ids {
      let bytes = try await library.export(
        id, as: format ?? .gpx, includesPrivatePlaces: includePrivate)
      if let file, file != "-" {
        try OutputFile(path: file).write(bytes)
      } else {
        try StandardOutput.write(bytes)
      }
    }
  }

  private func exportAll(_ library: RuckLibrary) async throws {
    guard let file, file != "-" else {
      try await library.exportAll { try StandardOutput.write($0) }
      return
    }
    try await OutputFile(path: file).writePrivate { append in
      _ = try await library.exportAll(append)
    }
  }
}
