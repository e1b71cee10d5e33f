// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud container create`.
struct ContainerCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a container; prints its name.",
    discussion: """
      EXAMPLE
        cairn cloud container create iCloud.org.example.app
      """
  )

  @Argument(help: "The container's name, which begins with iCloud.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts(making: true).createContainer(id)
    try output.write(["container": id]) { id + "\n" }
  }
}
