// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud token create`.
struct TokenCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an API token; prints it, once.",
    discussion: """
      A program sends it as ckAPIToken. Only its hash is kept.

      EXAMPLE
        cairn cloud token create --container iCloud.org.example.app --allowed-origin https://app.example.org
      """
  )

  @Option(help: "The container.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Option(
    name: .customLong("allowed-origin"),
    help: ArgumentHelp(
      "A page's origin that may use the token, or * for all; may be given more than once.",
      valueName: "origin"))
  var allowedOrigins: [String] = []

  @Option(help: "Where somebody is sent who has signed in, instead of telling the page that asked.")
  var callback: String?

  @Option(help: "What to call the token in the list.")
  var name = ""

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  private struct Created: Encodable {
    let id: Int64
    let token: String
  }

  func run() async throws {
    let (id, token) = try await data.openAccounts().createToken(
      container: container, environment: environment.value, name: name,
      allowedOrigins: allowedOrigins, callback: callback)
    try output.write(Created(id: id, token: token)) { token + "\n" }
  }
}
