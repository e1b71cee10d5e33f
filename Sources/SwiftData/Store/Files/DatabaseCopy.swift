// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A copy of a database that is written under a temporary name beside its target and then renamed.
///
/// It is one file, in SQLite's rollback mode, so that it can be moved and opened on read-only
/// media.
struct DatabaseCopy {
  let url: URL
  /// The temporary file.
  let partial: URL

  /// Prepares a copy to `url`; removes the temporary file of a killed process.
  init(to url: URL) {
    self.url = url
    partial = url.appendingPathExtension("partial")
    discard()
  }

  /// Copies the state that a connection sees: the snapshot of its transaction, or the last commit.
  func write(from source: Database) throws {
    let copy = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try copy.writeWithoutTransaction { database in
      try source.backup(to: database)
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
  }

  /// Moves the copy to its target atomically and durably.
  func publish() throws {
    try FileSystem.flush(partial)
    try FileSystem.rename(partial, to: url)
    try FileSystem.flush(url.deletingLastPathComponent())
  }

  /// Removes the temporary file.
  func discard() { Self.remove(partial) }

  /// Removes a database with its journal files.
  static func remove(_ url: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] { FileSystem.remove(url, suffix) }
  }
}
