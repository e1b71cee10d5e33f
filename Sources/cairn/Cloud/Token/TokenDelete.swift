// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud token delete`.
struct TokenDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an API token: nobody can use it from now on.",
    discussion: """
      EXAMPLE
        cairn cloud token delete 3
      """
  )

  @Argument(help: "The token's number in the list.")
  var id: Int64

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteToken(id)
    try output.write(DeletedRecord(deleted: "\(id)")) { "\(id)\n" }
  }
}
