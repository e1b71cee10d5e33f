// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import SystemSupport

/// The asset files, with random names, in a folder next to the database.
package final class AssetFiles: Sendable {
  private let directory: URL
  /// A queue for file operations, so that a slow disk does not block the thread pool.
  let queue = DispatchQueue(label: "cairn.cloud.assets", attributes: .concurrent)

  /// Opens the folder, and creates it if needed.
  package init(_ directory: URL) throws {
    self.directory = directory
    try PrivateFolder.own(directory)
    try PrivateFolder.own(directory.appending(path: "partial"))
  }

  /// Reads a folder that may not exist.
  init(existing directory: URL) { self.directory = directory }

  /// True for a valid name of an asset file.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == 36 && UUID(uuidString: name) != nil && name == name.lowercased()
  }

  package func url(_ file: String) -> URL {
    directory.appending(path: String(file.prefix(2))).appending(path: file)
  }

  /// Creates a partial file, which gets its final name at the end of the upload.
  package func begin() throws -> AssetUpload {
    let name = UUID().uuidString.lowercased()
    let partial = directory.appending(path: "partial").appending(path: name)
    return AssetUpload(
      name: name, handle: try Self.create(partial), partial: partial, files: self)
  }

  /// Creates a file that only its owner can read.
  private static func create(_ file: URL) throws -> FileHandle {
    let descriptor = open(
      file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == ENOSPC
        ? StorageError.full("cannot create an asset file")
        : StorageError.unavailable("cannot create an asset file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Moves a synced file to its final path, and syncs the directories.
  func move(_ partial: URL, to name: String) throws {
    let url = url(name)
    let folder = url.deletingLastPathComponent()
    let isNew = !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
    try PrivateFolder.make(folder)
    try FileManager.default.moveItem(at: partial, to: url)
    try Self.synchronize(folder)
    if isNew { try Self.synchronize(directory) }
  }

  /// Syncs a directory, which makes its entries durable.
  private static func synchronize(_ folder: URL) throws {
    let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw StorageError.unavailable("cannot sync an asset folder")
    }
  }

  /// The size of a file in bytes; nil if it does not exist.
  func size(_ file: String) -> Int64? {
    let path = url(file).path(percentEncoded: false)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber)?.int64Value
  }

  /// The SHA-256 of a file in base64.
  func checksum(_ file: String) throws -> String {
    let handle = try FileHandle(forReadingFrom: url(file))
    defer { try? handle.close() }
    var digest = SHA256()
    while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty {
      digest.update(data: bytes)
    }
    return Data(digest.finalize()).base64EncodedString()
  }

  /// Writes and syncs a complete file.
  func write(_ bytes: Data, to name: String) throws {
    let partial = directory.appending(path: "partial").appending(path: UUID().uuidString)
    try PrivateFolder.own(directory)
    try PrivateFolder.make(partial.deletingLastPathComponent())
    defer { try? FileManager.default.removeItem(at: partial) }
    let handle = try Self.create(partial)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    try handle.close()
    remove(name)
    try move(partial, to: name)
  }

  /// The names of all complete files.
  func names() throws -> [String] {
    let path = directory.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "partial" }
      .flatMap { folder in
        try FileManager.default.contentsOfDirectory(
          at: directory.appending(path: folder), includingPropertiesForKeys: nil
        ).map(\.lastPathComponent)
      }
  }

  /// Removes a file, if it exists.
  func remove(_ file: String) { try? FileManager.default.removeItem(at: url(file)) }

  /// Returns the complete and the partial files that were last modified before a date.
  func files(untouchedSince moment: Date) throws -> (finished: [String], partial: [URL]) {
    var (finished, partial): ([String], [URL]) = ([], [])
    for folder in try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    {
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
      {
        let values = try file.resourceValues(forKeys: [.contentModificationDateKey])
        guard let date = values.contentModificationDate, date < moment else { continue }
        if folder.lastPathComponent == "partial" {
          partial.append(file)
        } else {
          finished.append(file.lastPathComponent)
        }
      }
    }
    return (finished, partial)
  }
}
