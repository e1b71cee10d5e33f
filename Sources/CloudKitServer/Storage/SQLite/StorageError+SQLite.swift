// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StorageError {
  /// Creates a storage error from a SQLite error; any other error is an internal error.
  init(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = error as? StorageError ?? .failed("\(error)")
      return
    }
    // The message omits the statement's values, which may be private. A failed copy of a whole file
    // leaves no message at the connection.
    let said = error.message.flatMap { $0 == "not an error" ? nil : $0 }
    let message =
      said.map { "\($0) (SQLite \(error.extendedResultCode.rawValue))" }
      ?? "SQLite \(error.extendedResultCode)"
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(message)
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY,
      .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT:
      self = .unavailable(message)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(message)
    default: self = .failed(message)
    }
  }
}
