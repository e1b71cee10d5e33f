// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// `cairn ruck list`: what is stored, newest first.
struct RuckList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the rucks, newest first.",
    discussion: """
      EXAMPLE
        cairn ruck list --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let rucks = try await library.rucks()
    let unitSystem = try await library.profile().unitSystem
    try output.write(rucks.map { RuckRecord($0) }) { RuckText(unitSystem).list(rucks) }
  }
}
