// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StorageError {
  /// What an error of SQLite means to those who asked; any other error is a fault.
  init(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = error as? StorageError ?? .failed("\(error)")
      return
    }
    // Without the values of the statement, which may be private.
    let message = "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))"
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
