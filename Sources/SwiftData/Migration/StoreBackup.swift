// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A copy of a store's database, written before a migration.
///
/// The migration is one transaction, which SQLite itself rolls back. The copy is for a rollback
/// that fails, as on a failing disk. External files need no copy: files of the old version are
/// removed only after the commit.
struct StoreBackup {
  let url: URL

  /// The URL of a store's backup.
  static func url(of store: URL) -> URL {
    store.deletingLastPathComponent().appending(path: store.lastPathComponent + "-before-migration")
  }

  /// Copies the last committed state of a store, even while another connection writes.
  init(of store: URL) throws {
    url = Self.url(of: store)
    let copy = DatabaseCopy(to: url)
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let source = try DatabaseQueue(
        path: store.path(percentEncoded: false), configuration: configuration)
      try source.writeWithoutTransaction { try copy.write(from: $0) }
      try source.close()
      try copy.publish()
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Writes the copy back into the store, on a connection without a transaction.
  func restore(_ database: Database) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let copy = try DatabaseQueue(
      path: url.path(percentEncoded: false), configuration: configuration)
    try copy.read { try $0.backup(to: database) }
    try copy.close()
  }

  func remove() { DatabaseCopy.remove(url) }

  /// True if there is a backup, which a killed or running migration has written.
  static func exists(for store: URL) -> Bool {
    FileSystem.exists(url(of: store))
  }

  /// Removes the backup of a killed migration.
  static func removeLeftOver(of store: URL) {
    let copy = DatabaseCopy(to: url(of: store))
    DatabaseCopy.remove(copy.url)
  }
}
