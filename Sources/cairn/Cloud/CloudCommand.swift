// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud`: the group of the sync server and its administration.
struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Run a CloudKit server, and manage its containers, users and keys.",
    discussion: """
      Everything that is managed works while the server runs, and counts from the next request on.

      EXAMPLES
        cairn cloud container create iCloud.org.example.app
        cairn cloud token create --container iCloud.org.example.app
        cairn cloud user create ann --password-file -
        cairn cloud serve
      """,
    subcommands: [
      CloudServe.self, ContainerCommand.self, TokenCommand.self, UserCommand.self, KeyCommand.self,
      QuotaCommand.self, CloudBackup.self, CloudRestore.self, CloudCheck.self,
    ]
  )
}
