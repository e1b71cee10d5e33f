// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user password`.
struct UserPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Give a user a new password, which signs them out everywhere.",
    discussion: """
      EXAMPLE
        cairn cloud user password ann --password-file -
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var secret: SecretInput
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let password = try secret.read()
    try await data.openAccounts().setPassword(password, ofUser: name)
    try output.write(["name": name]) { name + "\n" }
  }
}
