// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of assets, in a folder beside the database, under random names.
package final class AssetFiles: Sendable {
  private let directory: URL
  /// Files work on a queue of their own: a slow disk holds up no task.
  let queue = DispatchQueue(label: "cairn.cloud.assets", attributes: .concurrent)

  /// Makes the folder if it is not there.
  package init(_ directory: URL) throws {
    self.directory = directory
    try PrivateFolder.own(directory)
    try PrivateFolder.own(directory.appending(path: "partial"))
  }

  /// To look at a folder, which may not be there.
  init(existing directory: URL) { self.directory = directory }

  /// True for what a file of an asset may be called.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == 36 && UUID(uuidString: name) != nil && name == name.lowercased()
  }

  package func url(_ file: String) -> URL {
    directory.appending(path: String(file.prefix(2))).appending(path: file)
  }

  /// Begins a file; it is there only once it is finished.
  package func begin() throws -> AssetUpload {
    let name = UUID().uuidString.lowercased()
    let partial = directory.appending(path: "partial").appending(path: name)
    return AssetUpload(
      name: name, handle: try Self.create(partial), partial: partial, files: self)
  }

  /// A new file that nobody else can read.
  private static func create(_ file: URL) throws -> FileHandle {
    let descriptor = open(
      file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == ENOSPC
        ? StorageError.full("a file for an asset can't be made")
        : StorageError.unavailable("a file for an asset can't be made")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Puts a file that was written, and is on the disk, in its place.
  func move(_ partial: URL, to name: String) throws {
    let url = url(name)
    let folder = url.deletingLastPathComponent()
    let isNew = !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
    try PrivateFolder.make(folder)
    try FileManager.default.moveItem(at: partial, to: url)
    try Self.synchronize(folder)
    if isNew { try Self.synchronize(directory) }
  }

  /// A name in a folder is on the disk only once the folder is.
  private static func synchronize(_ folder: URL) throws {
    let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw StorageError.unavailable("a folder of assets can't be written")
    }
  }

  /// The size of a file in bytes; nil if it is not there.
  func size(_ file: String) -> Int64? {
    let path = url(file).path(percentEncoded: false)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber)?.int64Value
  }

  /// SHA-256 of a file, in base64.
  func checksum(_ file: String) throws -> String {
    let handle = try FileHandle(forReadingFrom: url(file))
    defer { try? handle.close() }
    var digest = SHA256()
    while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty {
      digest.update(data: bytes)
    }
    return Data(digest.finalize()).base64EncodedString()
  }

  /// Writes a file whole, so that it is on the disk.
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

  /// The names of all files that are finished.
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

  /// Removes a file; one that is not there is no error.
  func remove(_ file: String) { try? FileManager.default.removeItem(at: url(file)) }

  /// Files that were not touched since a moment, by name, and those that never were finished.
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
