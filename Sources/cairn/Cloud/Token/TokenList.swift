// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud token list`.
struct TokenList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the API tokens, without what is secret.",
    discussion: """
      EXAMPLE
        cairn cloud token list --container iCloud.org.example.app
      """
  )

  @Option(help: "Only those of this container.")
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
