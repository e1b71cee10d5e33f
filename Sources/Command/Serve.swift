// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import DeviceSync
import Foundation
import PageKit

/// `cairn serve`: serves the pages until a signal stops it.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the pages, and a CloudKit server for the apps, on this machine.",
    discussion: """
      Both are reachable only from this machine; cairn cloud serve also serves other machines. \
      After cairn login, the command syncs the data with your other devices. Control-C stops \
      everything.

      EXAMPLES
        cairn serve --port 9000 --data ~/cairn
        cairn serve --no-cloud
      """
  )

  @OptionGroup var data: DataOptions

  @Option(parsing: .unconditional, help: "The port to listen on; 0 selects any free port.")
  var port = 8080

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port of the CloudKit server. (default: 8333, or any free port with --port 0)",
      valueName: "port"))
  var cloudPort: Int?

  @Flag(name: .customLong("no-cloud"), help: "Serve the pages without the CloudKit server.")
  var isWithoutCloud = false

  @Flag(help: "Add sample data first to each app without data.")
  var sample = false

  @Option(
    help: ArgumentHelp(
      "The maps' tiles: an .mbtiles file, or a server's https URL with {z}, {x} and {y}. "
        + "(default: by the settings page)",
      valueName: "file|url"))
  var tiles: String?

  @Option(
    help: ArgumentHelp("The attribution of the tile server's maps.", valueName: "text"))
  var tilesAttribution: String?

  @OptionGroup(title: "Other devices") var lan: LANOptions

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: give a number from 0 to 65535.")
    }
    if let cloudPort {
      guard (0...65535).contains(cloudPort) else {
        throw ValidationError(
          "--cloud-port \(cloudPort) is not a port: give a number from 0 to 65535.")
      }
      guard !isWithoutCloud, cloudPort == 0 || cloudPort != port else {
        throw ValidationError("Give either --no-cloud or a --cloud-port that differs from --port.")
      }
    }
    if tilesAttribution != nil, tiles == nil {
      throw ValidationError("--tiles-attribution requires --tiles.")
    }
  }

  func run() async throws {
    if sample {
      for app in AppRegistry.apps { try await app.addSample(in: data.url) }
    }
    let option = try tiles.map { try MapTiles(argument: $0, attribution: tilesAttribution) }
    let apps = try OpenApps(available: data.url)
    for failure in apps.failures {
      StandardError.write("cairn: \(failure.app.name) is not served: \(failure.reason.printable)\n")
    }
    var cloud: EmbeddedCloud?
    if !isWithoutCloud {
      cloud = try await EmbeddedCloud(
        data: data, port: cloudPort ?? (port == 0 ? 0 : 8333), isPortGiven: cloudPort != nil)
    }
    try await PageServer(
      apps: apps,
      configuration: WebServerConfiguration(
        port: port,
        settings: SettingsStore(file: data.url.appending(path: DataOptions.settingsFile)),
        maps: MapSource(option: option, leaflet: LeafletFiles())),
      cloud: cloud, account: DeviceAccount(data), lan: try lan.access(in: data.url)
    ).run()
  }
}
