// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// File operations whose errors name the file and the system's reason.
enum FileSystem {
  /// Returns whether a file exists.
  static func exists(_ url: URL, _ suffix: String = "") -> Bool {
    access(path(url, suffix), F_OK) == 0
  }

  /// Returns whether a folder exists.
  static func isFolder(_ url: URL) -> Bool {
    var status = stat()
    return stat(path(url), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the size of a file in bytes; 0 if it does not exist.
  static func size(_ url: URL, _ suffix: String = "") -> Int {
    var status = stat()
    return stat(path(url, suffix), &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the names of the files in a folder; empty if it does not exist.
  static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }

  /// Removes a file if it exists.
  static func remove(_ url: URL, _ suffix: String = "") { unlink(path(url, suffix)) }

  /// Removes a folder if it is empty.
  static func removeEmptyFolder(_ url: URL) { rmdir(path(url)) }

  /// Renames a file, replacing an existing file with the new name.
  static func rename(_ url: URL, _ suffix: String = "", to new: URL, _ newSuffix: String = "")
    throws
  {
    let (from, to) = (path(url, suffix), path(new, newSuffix))
    guard SystemSupport.rename(from, to) == 0 else {
      throw failure("\(from) can't be renamed to \(to)")
    }
  }

  /// Creates a hard link.
  static func link(_ url: URL, to new: URL) throws {
    let (from, to) = (path(url), path(new))
    guard SystemSupport.link(from, to) == 0 else {
      throw failure("\(from) can't be linked to \(to)")
    }
  }

  /// Creates a folder and its parent folders.
  static func makeFolder(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError.storeFailure.withMessage(
        "The folder \(path(url)) can't be created: \(error.localizedDescription) Choose "
          + "another, or change its permissions.")
    }
  }

  /// Flushes a file's content, or a folder's entries, to the disk.
  static func flush(_ url: URL) throws {
    let descriptor = open(path(url), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("\(path(url)) can't be read") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("\(path(url)) can't be written") }
  }

  /// Copies a file atomically; returns false if the source does not exist.
  static func copy(_ source: URL, to target: URL) throws -> Bool {
    let partial = target.appendingPathExtension("partial")
    let input = open(path(source), O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      if errno == ENOENT { return false }
      throw failure("\(path(source)) can't be read")
    }
    defer { close(input) }
    let output = open(path(partial), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw failure("\(path(partial)) can't be written") }
    do {
      defer { close(output) }
      try copyBytes(from: input, path(source), to: output, path(partial))
      guard fsync(output) == 0 else { throw failure("\(path(partial)) can't be written") }
    } catch {
      remove(partial)
      throw error
    }
    try rename(partial, to: target)
    return true
  }

  private static func copyBytes(
    from input: Int32, _ source: String, to output: Int32, _ target: String
  ) throws {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while true {
        let count = read(input, buffer.baseAddress, buffer.count)
        if count == 0 { return }
        guard count > 0 else {
          if errno == EINTR { continue }
          throw failure("\(source) can't be read")
        }
        var done = 0
        while done < count {
          let written = write(output, buffer.baseAddress.map { $0 + done }, count - done)
          if written > 0 {
            done += written
          } else if errno != EINTR {
            throw failure("\(target) can't be written")
          }
        }
      }
    }
  }

  private static func path(_ url: URL, _ suffix: String = "") -> String {
    url.path(percentEncoded: false) + suffix
  }

  /// Creates an error from the last system call's `errno`.
  private static func failure(_ problem: String) -> SwiftDataError {
    let error = SystemError.last
    let message = "\(problem): \(error.message). Check the disk and the permissions."
    if error.code == ENOSPC || error.code == EDQUOT {
      return SwiftDataError.storeIsFull.withMessage(message)
    }
    return SwiftDataError.storeFailure.withMessage(message)
  }
}
