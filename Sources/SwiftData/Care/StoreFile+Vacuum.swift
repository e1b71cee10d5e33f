// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreFile {
  /// Rewrites the database without the room of what was deleted, and empties its log.
  ///
  /// Others go on reading; those that want to write wait. It takes as much room again on the disk
  /// until it is done. Throws ``SwiftDataError/storeIsLocked`` if others write for longer than the
  /// timeout; nothing was changed then.
  package func vacuum() throws -> VacuumReport {
    try requireFile()
    return try WriterLock.of(url).locked(timeout: lockTimeout, store: name) {
      try translatingErrors {
        let before = size
        let queue = try open(forWriting: true)
        let isLogEmptied = try queue.writeWithoutTransaction { database in
          try requireStore(database)
          return try Self.compact(database)
        }
        try queue.close()
        return VacuumReport(bytesBefore: before, bytesAfter: size, isLogEmptied: isLogEmptied)
      }
    }
  }
}
