// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud key`: the group.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Register, list and delete server-to-server keys.",
    discussion: """
      EXAMPLES
        cairn cloud key create --container iCloud.org.example.app --public-key job.pem
        cairn cloud key list
      """,
    subcommands: [
      KeyCreate.self, KeyList.self, KeyDelete.self,
    ]
  )
}
