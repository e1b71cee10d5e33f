// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud token`: the group.
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
