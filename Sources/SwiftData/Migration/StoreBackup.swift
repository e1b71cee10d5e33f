// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A copy of a store's database, made before it is migrated.
///
/// The migration is one transaction, so that SQLite itself undoes it; the copy is for the case that
/// it can't, as on a failing disk. External files need none: those of the old version are removed
/// after the commit only.
struct StoreBackup {
  let url: URL

  /// The place of a store's backup.
  static func url(of store: URL) -> URL {
    store.deletingLastPathComponent().appending(path: store.lastPathComponent + "-before-migration")
  }

  /// Copies a store as it was committed last, whoever is writing it.
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

  /// Writes the copy back over the store's content, on a connection that has no transaction.
  func restore(_ database: Database) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let copy = try DatabaseQueue(
      path: url.path(percentEncoded: false), configuration: configuration)
    try copy.read { try $0.backup(to: database) }
    try copy.close()
  }

  func remove() { DatabaseCopy.remove(url) }

  /// True if a migration that was killed has left a backup of a store.
  static func exists(for store: URL) -> Bool {
    FileStep.exists(url(of: store))
  }

  /// Removes what a migration that was killed has left.
  static func removeLeftOver(of store: URL) {
    let copy = DatabaseCopy(to: url(of: store))
    DatabaseCopy.remove(copy.url)
  }
}
