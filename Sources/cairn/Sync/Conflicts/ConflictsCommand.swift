// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring

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

/// The log of one store.
struct ConflictLog {
  let store: AppStore
  let notes: MirrorNotes

  /// The logs of all stores that have been in step.
  static func all(_ account: DeviceAccount) throws -> [ConflictLog] {
    guard try account.login() != nil else { return [] }
    return try AppStore.all.compactMap { store in
      try account.notes(of: store).map { ConflictLog(store: store, notes: $0) }
    }
  }

  /// The log that has a conflict.
  static func with(_ id: Int64, _ account: DeviceAccount) throws -> (ConflictLog, Conflict) {
    for log in try all(account) {
      if let conflict = try log.notes.conflicts().first(where: { $0.id == id }) {
        return (log, conflict)
      }
    }
    throw CommandError("there is no conflict \(id): see cairn sync conflicts")
  }
}
