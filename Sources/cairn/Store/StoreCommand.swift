// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn store`: the group of what can be done with the file of a store, of whatever program.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, back up, restore and vacuum a store's file.",
    discussion: """
      Works on the store of any program that uses Cairn's SwiftData, also while it runs.

      EXAMPLES
        cairn store check ~/.local/share/cairn/ruckmap.store
        cairn store backup rucks.store --to ~/backups/rucks.store
      """,
    subcommands: [StoreCheck.self, StoreBackup.self, StoreRestore.self, StoreVacuum.self]
  )
}
