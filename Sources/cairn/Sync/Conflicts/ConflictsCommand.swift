// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn sync conflicts`: what two devices did apart, and what of it was not kept.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show the changes that a merge did not keep, and have them back.",
    discussion: """
      When two devices have changed the same value before they heard of each other, the later one stays, \
      and the other is listed here, on the device that noticed. Without a subcommand they are listed.

      EXAMPLES
        cairn sync conflicts
        cairn sync conflicts restore 3
        cairn sync conflicts dismiss 3
      """,
    subcommands: [ConflictsList.self, ConflictsRestore.self, ConflictsDismiss.self],
    defaultSubcommand: ConflictsList.self
  )
}
