// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud key list`.
struct KeyList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the server-to-server keys.",
    discussion: """
      EXAMPLE
        cairn cloud key list --json
      """
  )

  @Option(help: "Only those of this container.")
  var container: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let keys = try await data.openAccounts().keys(ofContainer: container)
    try output.write(keys.map { KeyRecord($0) }) {
      var table = TextTable([
        .left("ID"), .left("CONTAINER"), .left("ENVIRONMENT"), .left("NAME"),
      ])
      for key in keys { table.add([key.id, key.container, key.environment.rawValue, key.name]) }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}
