// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap
import WebApp

/// `cairn serve`: the pages, until a signal ends them.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the pages, and a CloudKit server for the apps, on this machine.",
    discussion: """
      Both are reachable from this machine only: cairn cloud serve serves others, too. After cairn login \
      the data are kept in step with your other devices. Control-C ends all of it.

      EXAMPLES
        cairn serve --port 9000 --data ~/rucks
        cairn serve --no-cloud
      """
  )

  @OptionGroup var data: DataOptions

  @Option(parsing: .unconditional, help: "The port to listen on; 0 takes any free one.")
  var port = 8080

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port of the CloudKit server. (default: 8333, or any free one with --port 0)",
      valueName: "port"))
  var cloudPort: Int?

  @Flag(name: .customLong("no-cloud"), help: "Serve the pages alone.")
  var isWithoutCloud = false

  @Flag(help: "Store a sample ruck first if there is none.")
  var sample = false

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
        throw ValidationError("Give either --cloud-port, another one than --port, or --no-cloud.")
      }
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    if sample { _ = try await library.addSampleIfEmpty() }
    var cloud: EmbeddedCloud?
    if !isWithoutCloud {
      cloud = try await EmbeddedCloud(
        data: data, port: cloudPort ?? (port == 0 ? 0 : 8333), isPortGiven: cloudPort != nil)
    }
    try await PageServer(
      library: library, port: port, cloud: cloud, account: DeviceAccount(data)
    ).run()
  }
}
