// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a JSON store, which each save replaces as a whole.
struct JSONStoreFile {
  /// The store's identifier and its models.
  struct Contents: Codable {
    let identifier: String
    let models: [DefaultSnapshot]
  }

  let url: URL

  private var path: String { url.path(percentEncoded: false) }
  private var temporaryPath: String { path + ".new" }

  /// The contents; nil if there is no file yet.
  func read() throws -> Contents? {
    // The file of a save that a crash has interrupted.
    unlink(temporaryPath)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try JSONDecoder().decode(Contents.self, from: Data(contentsOf: url))
    } catch {
      throw JSONStoreError.unreadable(path: path, reason: "\(error)")
    }
  }

  /// Replaces the file: writes another one to the disk, then renames it.
  func write(_ contents: Contents) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(contents)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    do {
      try writeSynchronously(data)
      guard rename(temporaryPath, path) == 0 else { throw failure("rename") }
      try synchronizeFolder()
    } catch {
      unlink(temporaryPath)
      throw error
    }
  }

  private func writeSynchronously(_ data: Data) throws {
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw failure("open") }
    defer { close(file) }
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Self.write(file, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0 {
          if errno == EINTR { continue }
          throw failure("write")
        }
        rest = rest.dropFirst(count)
      }
    }
    // Without it, the renamed file could be empty after a power failure.
    guard fsync(file) == 0 else { throw failure("fsync") }
  }

  /// Writes the new name of the file to the disk.
  private func synchronizeFolder() throws {
    let folder = open(url.deletingLastPathComponent().path(percentEncoded: false), O_RDONLY)
    guard folder >= 0 else { throw failure("open") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure("fsync") }
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  private func failure(_ call: String) -> JSONStoreError {
    .unwritable(path: path, reason: "\(call): \(String(cString: strerror(errno))).")
  }
}
