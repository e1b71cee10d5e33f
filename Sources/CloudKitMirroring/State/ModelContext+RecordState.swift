// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// The state of one record in a mirrored store.
package enum RecordState: String, Hashable, Sendable {
  /// The store was never mirrored, or the record is not known yet.
  case unknown
  /// A change waits for the server's answer.
  case pending
  /// The server has the current version.
  case acknowledged
}

extension ModelContext {
  /// Returns the state of the record with a name in one of the container's stores.
  package func recordState(named name: String, ofStore index: Int) throws -> RecordState {
    try reading(store: index) { tables in
      var isMirrored = false
      try tables.run("SELECT 1 FROM sqlite_schema WHERE name = '_cairn_sync_record'") { _ in
        isMirrored = true
      }
      guard isMirrored else { return .unknown }
      var state = RecordState.unknown
      try tables.run(
        "SELECT change, tag IS NOT NULL FROM _cairn_sync_record WHERE name = ?1", [.text(name)]
      ) { row in
        state = row.integer(0) > 0 ? .pending : row.integer(1) == 1 ? .acknowledged : .unknown
      }
      return state
    }
  }

  /// Returns the number of the last transaction whose changes mirroring has recorded; nil if the store was
  /// never mirrored.
  ///
  /// The states of records don't include the changes of later transactions.
  package func recordedTransaction(ofStore index: Int) throws -> Int64? {
    try reading(store: index) { tables in
      var isMirrored = false
      try tables.run("SELECT 1 FROM sqlite_schema WHERE name = '_cairn_sync_item'") { _ in
        isMirrored = true
      }
      return isMirrored ? try MirrorTables(tables).integer(.history) : nil
    }
  }
}
