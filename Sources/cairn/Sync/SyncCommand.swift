// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn sync`: the group of what keeps this device in step with others.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Keep the data in step with your other devices; see cairn login first.",
    discussion: """
      Without a subcommand it sends and fetches once, and with --watch it stays and keeps in step: see \
      cairn sync now --help.

      EXAMPLES
        cairn sync
        cairn sync --watch
        cairn sync status
        cairn sync conflicts
      """,
    subcommands: [SyncNow.self, SyncStatusCommand.self, ConflictsCommand.self],
    defaultSubcommand: SyncNow.self
  )
}
