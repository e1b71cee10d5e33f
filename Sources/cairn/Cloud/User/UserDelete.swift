// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user delete`.
struct UserDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a user with their private data.",
    discussion: """
      EXAMPLE
        cairn cloud user delete ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteUser(name)
    try output.write(DeletedRecord(deleted: name)) { name + "\n" }
  }
}
