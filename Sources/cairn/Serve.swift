// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap
import WebApp

/// `cairn serve`: the pages, until a signal ends them.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the pages on this machine.",
    discussion: """
      The pages are reachable from this machine only. Control-C ends the server.

      EXAMPLE
        cairn serve --port 9000 --data ~/rucks
      """
  )

  @OptionGroup var data: DataOptions

  @Option(help: "The port to listen on; 0 takes any free one.")
  var port = 8080

  @Flag(help: "Store a sample ruck first if there is none.")
  var sample = false

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: give a number from 0 to 65535.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    if sample { _ = try await library.addSampleIfEmpty() }
    try await PageServer(library: library, port: port).run()
  }
}
