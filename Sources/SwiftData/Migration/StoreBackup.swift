// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    let partial = url.appendingPathExtension("partial")
    Self.remove(partial)
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(
      path: store.path(percentEncoded: false), configuration: configuration)
    let path = partial.path(percentEncoded: false)
    do {
      let copy = try DatabaseQueue(path: path)
      try source.backup(to: copy)
      try copy.close()
      try source.close()
      try Self.flush(partial)
      guard rename(path, url.path(percentEncoded: false)) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    } catch {
      Self.remove(partial)
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

  func remove() { Self.remove(url) }

  private static func remove(_ url: URL) {
    let path = url.path(percentEncoded: false)
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Waits until the copy is on the disk.
  private static func flush(_ file: URL) throws {
    let descriptor = open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// True if a migration that was killed has left a backup of a store.
  static func exists(for store: URL) -> Bool {
    access(url(of: store).path(percentEncoded: false), F_OK) == 0
  }

  /// Removes what a migration that was killed has left.
  static func removeLeftOver(of store: URL) {
    remove(url(of: store))
    remove(url(of: store).appendingPathExtension("partial"))
  }
}
