// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud user token`.
struct UserToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Sign a user in without a password; prints a web auth token.",
    discussion: """
      For scripts and tests: a program sends it as ckWebAuthToken, percent-encoded.

      EXAMPLE
        cairn cloud user token ann --container iCloud.org.example.app
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @Option(help: "The container.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Flag(help: "Two weeks in place of half an hour.")
  var stay = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let token = try await data.openAccounts().webToken(
      forUser: name, container: container, environment: environment.value, staying: stay)
    try output.write(["token": token]) { token + "\n" }
  }
}
