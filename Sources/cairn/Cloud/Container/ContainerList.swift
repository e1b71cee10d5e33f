// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud container list`.
struct ContainerList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the containers.",
    discussion: """
      EXAMPLE
        cairn cloud container list --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let containers = try await data.openAccounts().containers()
    try output.write(containers.map { ContainerRecord($0) }) {
      containers.map { $0.name + "\n" }.joined()
    }
  }
}
