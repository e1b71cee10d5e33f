// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A record that the server or the store rejects until it is changed.
package struct Refusal: Sendable, Hashable {
  /// The name of the record.
  package let recordName: String
  /// The type of the record.
  package let recordType: String
  /// The reason, for display.
  package let reason: String
}

extension Mirror {
  /// The oldest rejected records, up to a limit.
  package func refusals(limit: Int) throws -> [Refusal] {
    try context.reading(store: store) { tables in
      var refusals: [Refusal] = []
      try tables.run(
        "SELECT name, type, refusal FROM _cairn_sync_record WHERE refusal IS NOT NULL "
          + "AND refusal_code IS NOT 'withheld' ORDER BY id LIMIT ?", [.integer(Int64(limit))]
      ) {
        guard let name = $0.text(0), let type = $0.text(1), let reason = $0.text(2) else { return }
        refusals.append(Refusal(recordName: name, recordType: type, reason: reason))
      }
      return refusals
    }
  }
}
