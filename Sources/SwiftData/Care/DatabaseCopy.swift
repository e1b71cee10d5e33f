// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A copy of a database that is made under another name beside its place, and put there as a whole.
///
/// It is one file, in SQLite's rollback mode, so that it can be moved and kept where nothing may be
/// written.
struct DatabaseCopy {
  let url: URL
  /// Where the copy is made.
  let partial: URL

  /// The copy that is to lie at `url`; what a killed process has left of another is removed.
  init(to url: URL) {
    self.url = url
    partial = url.appendingPathExtension("partial")
    discard()
  }

  /// Copies what a connection sees: the snapshot of its transaction, or what was committed last.
  func write(from source: Database) throws {
    let copy = try DatabaseQueue(path: partial.path(percentEncoded: false))
    try copy.writeWithoutTransaction { database in
      try source.backup(to: database)
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
  }

  /// Puts the copy in its place, in one step and on the disk.
  func publish() throws {
    try FileStep.flush(partial)
    try FileStep.rename(partial, to: url)
    try FileStep.flush(url.deletingLastPathComponent())
  }

  /// Removes what was made so far.
  func discard() { Self.remove(partial) }

  /// Removes a database with the files that SQLite makes beside it.
  static func remove(_ url: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] { FileStep.remove(url, suffix) }
  }
}
