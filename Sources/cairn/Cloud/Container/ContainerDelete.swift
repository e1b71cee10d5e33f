// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud container delete`.
struct ContainerDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a container with its tokens, keys and everybody's data in it.",
    discussion: """
      EXAMPLE
        cairn cloud container delete iCloud.org.example.app
      """
  )

  @Argument(help: "The container's name, which begins with iCloud.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteContainer(id)
    try output.write(DeletedRecord(deleted: id)) { id + "\n" }
  }
}
