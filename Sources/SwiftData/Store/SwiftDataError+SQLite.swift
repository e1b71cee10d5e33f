// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SwiftDataError {
  /// Translates an SQLite error, with a remedy.
  init(_ error: DatabaseError, store name: String) {
    let reason = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .storeIsLocked.withMessage(
        "\(name) is locked: another program has been writing it for too long. "
          + "Wait for it to end, or end it, and try again; nothing was changed.")
    case .SQLITE_FULL:
      self = .storeIsFull.withMessage(
        "There is no space left on the disk of \(name). Free some space and try again; "
          + "earlier saves are intact.")
    case .SQLITE_READONLY:
      self = .storeIsReadOnly.withMessage(
        "\(name) can't be written (\(reason)). Check the permissions of the file and its folder.")
    case .SQLITE_IOERR:
      self = .storeFailure.withMessage(
        "Reading or writing \(name) failed (\(reason)). Check the disk, its free space and the "
          + "permissions of the file's folder; earlier saves are intact.")
    case .SQLITE_CANTOPEN:
      self = .loadIssueModelContainer.withMessage(
        "\(name) can't be opened (\(reason)). Check that its folder exists and that the file, "
          + "and the -wal and -shm files beside it, may be read and written.")
    case .SQLITE_NOTADB:
      self = .loadIssueModelContainer.withMessage(
        "\(name) is not a SQLite database. Choose another file; it was not changed.")
    case .SQLITE_CORRUPT:
      self = .storeIsCorrupt.withMessage(
        "\(name) is damaged (\(reason)); nothing in it was changed. \(DamageReport(path: name)) "
          + "Copy it and the -wal file beside it to a safe place, then restore a backup or try "
          + "\"sqlite3 FILE .recover\".")
    case .SQLITE_ERROR
    where reason.hasPrefix("no such table") || reason.hasPrefix("no such column"):
      self = .storeIsCorrupt.withMessage(
        "\(name) lacks a table or column (\(reason)): another program has changed its "
          + "tables. Restore a backup; nothing was changed.")
    default:
      self = .storeFailure.withMessage(
        "\(name): \(reason) (SQLite code \(error.extendedResultCode)).")
    }
  }
}
