// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud quota`: the group.
struct QuotaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quota",
    abstract: "Say how much containers and users may store, and see what they do.",
    discussion: """
      What is there already stays, can be read, and can always be deleted.

      EXAMPLES
        cairn cloud quota show
        cairn cloud quota set 50GB --container iCloud.org.example.app
        cairn cloud quota set 1GB --container iCloud.org.example.app --each-user
        cairn cloud quota set 5GB --container iCloud.org.example.app --user ann
      """,
    subcommands: [QuotaShow.self, QuotaSet.self, QuotaClear.self]
  )
}
