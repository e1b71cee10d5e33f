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
}
