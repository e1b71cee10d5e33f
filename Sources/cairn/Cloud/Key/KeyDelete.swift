// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud key delete`.
struct KeyDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a key: nothing that it signs is taken from now on.",
    discussion: """
      EXAMPLE
        cairn cloud key delete ID
      """
  )

  @Argument(help: "The key's id.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteKey(id)
    try output.write(DeletedRecord(deleted: id)) { id + "\n" }
  }
}
