// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB
import SystemSupport

/// The location of a backup: a folder with the database and asset files, or one file with both.
enum BackupLocation: Sendable {
  case folder(URL)
  case file(URL)

  /// Creates a folder location if a folder exists or the path ends with a slash.
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

  /// The asset files; nil if the database contains the assets.
  var assets: AssetFiles? {
    guard case .folder(let url) = self else { return nil }
    return AssetFiles(existing: url.appending(path: "cloud-assets", directoryHint: .isDirectory))
  }

  var path: String {
    switch self {
    case .folder(let url), .file(let url): url.path(percentEncoded: false)
    }
  }

  /// The table with the assets in a backup of one file.
  static let assetTable = "backup_assets"

  // MARK: Server data

  /// Throws if the location belongs to the data of this or another server.
  ///
  /// A backup has no write-ahead log; a file in WAL mode was opened by a server.
  func checkNotServerData(of source: URL, assets folder: URL) throws(BackupError) {
    let target = database
    let names = ["", "-wal", "-shm", "-journal"].map { source.lastPathComponent + $0 }
    let home = FileIdentity(source.deletingLastPathComponent())
    let isBeside = FileIdentity(target.deletingLastPathComponent()) == home
    var isServerData = isBeside && names.contains(target.lastPathComponent)
    if let file = FileIdentity(target), file == FileIdentity(source) { isServerData = true }
    if let own = FileIdentity(folder) {
      var folders = FileIdentity.chain(target.deletingLastPathComponent())
      if case .folder(let url) = self {
        folders.formUnion(
          FileIdentity.chain(url.appending(path: "cloud-assets", directoryHint: .isDirectory)))
      }
      if folders.contains(own) { isServerData = true }
    }
    if isServerData || Self.hasLog(target) { throw .isServerData(path) }
  }

  /// Throws if an existing file at the location is not a backup.
  func checkReplaceable() throws(BackupError) {
    let path = database.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let hasAssets = Self.hasAssets(inBackup: path), hasAssets == (assets == nil) else {
      throw .notReplaced(path)
    }
  }

  /// True if a backup's file contains the assets; nil if the file is not a backup.
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

  /// True for a SQLite file in WAL mode.
  private static func hasLog(_ file: URL) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let head = try? handle.read(upToCount: 20), head.count == 20,
      head.starts(with: Data("SQLite format 3\0".utf8))
    else { return false }
    return head[18] == 2 || head[19] == 2
  }

  // MARK: Files

  /// The bytes of an asset; nil if they differ from the uploaded bytes.
  static func bytes(of file: URL, _ size: Int64, _ checksum: String) -> Data? {
    guard let data = try? Data(contentsOf: file), isSame(data, size, checksum) else { return nil }
    return data
  }

  static func isSame(_ data: Data, _ size: Int64, _ checksum: String) -> Bool {
    Int64(data.count) == size
      && Data(SHA256.hash(data: data)).base64EncodedString() == checksum
  }

  /// Flushes a file or folder to disk.
  static func synchronize(_ url: URL) throws {
    let descriptor = open(url.path(percentEncoded: false), O_RDONLY)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw BackupError.failed(
        file: url.path(percentEncoded: false), reason: SystemError.last.message)
    }
  }

  /// Replaces a file atomically.
  static func replace(_ target: URL, with file: URL) throws {
    try synchronize(file)
    let (from, to) = (file.path(percentEncoded: false), target.path(percentEncoded: false))
    guard rename(from, to) == 0 else {
      throw BackupError.failed(file: to, reason: SystemError.last.message)
    }
    try synchronize(target.deletingLastPathComponent())
  }

  /// Removes a SQLite file with its log, shared-memory and journal files.
  static func removeDatabase(_ file: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
    }
  }

  /// Creates a database file without a log, accessible only for its owner.
  static func makeDatabase(_ file: URL) throws -> DatabaseQueue {
    removeDatabase(file)
    let path = file.path(percentEncoded: false)
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw BackupError.failed(file: path, reason: "the file cannot be written") }
    var configuration = Configuration()
    configuration.label = "cairn.cloud.backup"
    configuration.foreignKeysEnabled = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs a blocking body on a background thread.
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
