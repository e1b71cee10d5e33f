// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud token`: manages API tokens.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Create, list and delete API tokens.",
    discussion: """
      EXAMPLES
        cairn cloud token create --container iCloud.org.example.app
        cairn cloud token list
        cairn cloud token delete 3
      """,
    subcommands: [
      TokenCreate.self, TokenList.self, TokenDelete.self,
    ]
  )
}

/// `cairn cloud token create`.
struct TokenCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an API token and print it once.",
    discussion: """
      A program sends the token as ckAPIToken. The server stores only its hash.

      EXAMPLE
        cairn cloud token create --container iCloud.org.example.app --allowed-origin https://app.example.org
      """
  )

  @Option(help: "The container's name.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Option(
    name: .customLong("allowed-origin"),
    help: ArgumentHelp(
      "A web origin that may use the token, or * for all; repeat the option for several.",
      valueName: "origin"))
  var allowedOrigins: [String] = []

  @Option(help: "The URL to redirect to after sign-in, instead of notifying the opening page.")
  var callback: String?

  @Option(help: "A name for the token, shown in the list.")
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

/// `cairn cloud token list`.
struct TokenList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the API tokens without their secrets.",
    discussion: """
      EXAMPLE
        cairn cloud token list --container iCloud.org.example.app
      """
  )

  @Option(help: "List only this container's tokens.")
  var container: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let tokens = try await data.openAccounts().tokens(ofContainer: container)
    try output.write(tokens.map { TokenRecord($0) }) {
      var table = TextTable([
        .right("ID"), .left("CONTAINER"), .left("ENVIRONMENT"), .left("NAME"), .left("ORIGINS"),
      ])
      for token in tokens {
        table.add([
          "\(token.id)", token.container, token.environment.rawValue, token.name,
          token.allowedOrigins.joined(separator: " "),
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}

/// `cairn cloud token delete`.
struct TokenDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an API token; the server then rejects requests that use it.",
    discussion: """
      EXAMPLE
        cairn cloud token delete 3
      """
  )

  @Argument(help: "The token's ID in the list.")
  var id: Int64

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteToken(id)
    try output.write(DeletedRecord(deleted: "\(id)")) { "\(id)\n" }
  }
}

/// An API token as JSON, without its secret.
struct TokenRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, container, environment, name, callback, created
    case allowedOrigins = "allowed_origins"
  }

  let token: APIToken

  init(_ token: APIToken) {
    self.token = token
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(token.id, forKey: .id)
    try container.encode(token.container, forKey: .container)
    try container.encode(token.environment.rawValue, forKey: .environment)
    try container.encode(token.name, forKey: .name)
    try container.encode(token.allowedOrigins, forKey: .allowedOrigins)
    try container.encode(token.callback, forKey: .callback)
    try container.encode(token.created.jsonText, forKey: .created)
  }
}
