// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user enable`.
struct UserEnable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Let a user sign in again.",
    discussion: """
      EXAMPLE
        cairn cloud user enable ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().setDisabled(false, user: name)
    try output.write(["name": name]) { name + "\n" }
  }
}
