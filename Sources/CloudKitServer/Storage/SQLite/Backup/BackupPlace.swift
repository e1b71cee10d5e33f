// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A backup: a folder with the server's file and those of the assets, or one file that has these in it.
enum BackupPlace: Sendable {
  case folder(URL)
  case file(URL)

  /// A folder if one is there, or the path ends as one.
  init(_ url: URL) {
    let path = url.path(percentEncoded: false)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    self = isFolder.boolValue || !exists && path.hasSuffix("/") ? .folder(url) : .file(url)
  }

  /// The file of the database.
  var database: URL {
    switch self {
    case .folder(let url): url.appending(path: "cloud.sqlite")
    case .file(let url): url
    }
  }

  /// The files of the assets; nil where the database has them.
  var assets: AssetFiles? {
    guard case .folder(let url) = self else { return nil }
    return AssetFiles(existing: url.appending(path: "cloud-assets", directoryHint: .isDirectory))
  }

  var path: String {
    switch self {
    case .folder(let url), .file(let url): url.path(percentEncoded: false)
    }
  }

  /// The table of a file that has assets in it.
  static let assetTable = "backup_assets"

  // MARK: Data that serves

  /// Refuses to write where a server has its data: the one that is copied, or another one.
  ///
  /// A backup keeps no log; a file that has one was opened by a server.
  func refuseData(of source: URL, assets folder: URL) throws(BackupError) {
    let target = database
    let names = ["", "-wal", "-shm", "-journal"].map { source.lastPathComponent + $0 }
    let home = FileIdentity(source.deletingLastPathComponent())
    let isBeside = FileIdentity(target.deletingLastPathComponent()) == home
    var isData = isBeside && names.contains(target.lastPathComponent)
    if let file = FileIdentity(target), file == FileIdentity(source) { isData = true }
    if let own = FileIdentity(folder) {
      var places = FileIdentity.chain(target.deletingLastPathComponent())
      if case .folder(let url) = self {
        places.formUnion(
          FileIdentity.chain(url.appending(path: "cloud-assets", directoryHint: .isDirectory)))
      }
      if places.contains(own) { isData = true }
    }
    if isData || Self.hasLog(target) { throw .isData(path) }
  }

  /// Refuses to replace what is no backup, whatever else it may be.
  func refuseOthers() throws(BackupError) {
    let path = database.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let hasAssets = Self.hasAssets(inBackup: path), hasAssets == (assets == nil) else {
      throw .notReplaced(path)
    }
  }

  /// Whether a backup has the assets in its file; nil for what is none.
  private static func hasAssets(inBackup path: String) -> Bool? {
    var configuration = Configuration()
    configuration.readonly = true
    guard let file = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    defer { try? file.close() }
    return try? file.read { db in
      let known = Set(SQLiteServerStore.migrator.migrations)
      guard try !SQLiteServerStore.migrator.appliedIdentifiers(db).isDisjoint(with: known) else {
        return nil
      }
      return try db.tableExists(assetTable)
    }
  }

  /// True for a file of SQLite that is written by way of a log beside it.
  private static func hasLog(_ file: URL) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let head = try? handle.read(upToCount: 20), head.count == 20,
      head.starts(with: Data("SQLite format 3\0".utf8))
    else { return false }
    return head[18] == 2 || head[19] == 2
  }

  // MARK: Files

  /// The bytes of an asset, if they are those that were sent.
  static func bytes(of file: URL, _ size: Int64, _ checksum: String) -> Data? {
    guard let data = try? Data(contentsOf: file), isSame(data, size, checksum) else { return nil }
    return data
  }

  static func isSame(_ data: Data, _ size: Int64, _ checksum: String) -> Bool {
    Int64(data.count) == size
      && Data(SHA256.hash(data: data)).base64EncodedString() == checksum
  }

  /// Waits until what a file or folder has is on the disk.
  static func synchronize(_ url: URL) throws {
    let descriptor = open(url.path(percentEncoded: false), O_RDONLY)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw BackupError.failed(
        file: url.path(percentEncoded: false), reason: String(cString: strerror(errno)))
    }
  }

  /// Puts a file in the place of another, whole or not at all.
  static func replace(_ target: URL, with file: URL) throws {
    try synchronize(file)
    let (from, to) = (file.path(percentEncoded: false), target.path(percentEncoded: false))
    guard rename(from, to) == 0 else {
      throw BackupError.failed(file: to, reason: String(cString: strerror(errno)))
    }
    try synchronize(target.deletingLastPathComponent())
  }

  /// Removes a file of SQLite with what lies beside it.
  static func removeDatabase(_ file: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
    }
  }

  /// A new file, its owner's alone, which keeps no log beside.
  static func makeDatabase(_ file: URL) throws -> DatabaseQueue {
    removeDatabase(file)
    let path = file.path(percentEncoded: false)
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw BackupError.failed(file: path, reason: "it can't be written") }
    var configuration = Configuration()
    configuration.label = "cairn.cloud.backup"
    configuration.foreignKeysEnabled = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs what takes long on a thread of its own.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(
          with: Result {
            do {
              return try body()
            } catch let error as DatabaseError {
              throw StorageError(error)
            }
          })
      }
    }
  }
}
