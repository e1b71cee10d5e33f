// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// Whether the data of the store are those of a user; the first who asks is the one.
  package func belongs(to user: String) throws -> Bool {
    try transaction { tables in
      guard let known = try tables.text(.user) else {
        try tables.set(.user, .text(user))
        return true
      }
      return known == user
    }
  }

  /// The name of the record of the user whose data they are; nil if nobody has synced them yet.
  package func owner() throws -> String? {
    try context.reading(store: store) { try MirrorTables($0).text(.user) }
  }

  /// Makes the data those of nobody: of the user who syncs them next, to whom all of it is sent, under the
  /// names that the records have.
  ///
  /// Something that stops it half way leaves the user, and records of which no server is said to have any:
  /// what that user's server has is merged with them.
  package func leaveAccount() throws {
    try zoneIsGone()
    try transaction { tables in
      // What was deleted was the other user's.
      try tables.forgetDeletions()
      for item in [MirrorTables.Item.user, .engine, .status] { try tables.set(item, .null) }
    }
  }
}
