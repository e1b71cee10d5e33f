// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The state of a mirror whose store was restored from a backup.
///
/// The backup's pending changes may have been sent since the backup, and other devices may have
/// deleted their records since. So the zone is fetched before anything is sent, and a deletion on
/// the server wins over each change from the backup.
struct RestoredState {
  /// The number of the last change in the backup; 0 if the store was never restored.
  private let lastChange: Int64
  /// Whether the zone was not fetched since the restore.
  let isFetchDue: Bool

  /// The state of a store that was never restored.
  init() { (lastChange, isFetchDue) = (0, false) }

  /// Reads the stored state.
  init(_ tables: MirrorTables) throws {
    lastChange = try tables.integer(.restoredChange) ?? 0
    isFetchDue = try tables.integer(.fetchDue) != nil
  }

  /// Whether a record's pending change is from the backup.
  func includes(_ note: RecordNote) -> Bool { note.change > 0 && note.change <= lastChange }
}

extension Mirror {
  /// Handles a restore of the store from a backup since the last start.
  ///
  /// The device continues under another number: timestamps that it generated after the backup exist
  /// on the server, and a backup may be restored on several machines.
  func handleRestore() throws {
    let isHandled = try context.reading(store: store) { tables in
      guard let restore = try tables.lastRestore() else { return true }
      return try MirrorTables(tables).text(.restoration) == restore
    }
    if !isHandled {
      try transaction { tables in
        if let stored = try Self.clock(tables) { clock = stored }
        // Another process may have been first.
        guard let restore = try tables.tables.lastRestore(),
          try tables.text(.restoration) != restore
        else { return }
        // Saves before the backup retain their times and the former number.
        try takeNote(tables)
        clock = clock.renumbered(surroundings.newNode())
        try tables.set(.restoration, .text(restore))
        try tables.set(.restoredChange, .integer(tables.integer(.change) ?? 0))
        try tables.set(.fetchDue, .integer(1))
        for item in [MirrorTables.Item.status, .asked, .answered, .answer] {
          try tables.set(item, .null)
        }
      }
    }
    restored = try context.reading(store: store) { try RestoredState(MirrorTables($0)) }
  }

  /// Records that the zone was fetched, so that changes can be sent after a restore.
  func didFetchZone() throws {
    guard restored.isFetchDue else { return }
    restored = try transaction { tables in
      try tables.set(.fetchDue, .null)
      return try RestoredState(tables)
    }
  }
}
