// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user disable`.
struct UserDisable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Keep a user from signing in, and sign them out everywhere.",
    discussion: """
      EXAMPLE
        cairn cloud user disable ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().setDisabled(true, user: name)
    try output.write(["name": name]) { name + "\n" }
  }
}
