// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// Whether the store belongs to a user; the first user asked for becomes its owner.
  package func belongs(to user: String) throws -> Bool {
    try transaction { tables in
      guard let known = try tables.text(.user) else {
        try tables.set(.user, .text(user))
        return true
      }
      return known == user
    }
  }

  /// The record name of the user who owns the data; nil if the store was never synced.
  package func owner() throws -> String? {
    try context.reading(store: store) { try MirrorTables($0).text(.user) }
  }

  /// Detaches the data from its user: all of it is sent, under the same record names, to the next
  /// user who syncs the store.
  ///
  /// If this is interrupted, the store still belongs to the user, but no record counts as sent: the
  /// server's records of that user are merged with the local ones.
  package func leaveAccount() throws {
    try zoneIsGone()
    try transaction { tables in
      // The tombstones belong to the other user.
      try tables.forgetDeletions()
      for item in [MirrorTables.Item.user, .engine, .status] { try tables.set(item, .null) }
    }
  }
}
