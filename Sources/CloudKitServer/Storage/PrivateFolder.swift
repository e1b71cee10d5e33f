// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Folders that nobody but their owner can look into.
enum PrivateFolder {
  /// Why a folder can't be made.
  struct Failure: Error, LocalizedError, CustomStringConvertible {
    let path: String
    let code: Int32

    /// What the system says of it.
    var reason: String { String(cString: strerror(code)) }

    var description: String {
      "the folder \(PathText.quoted(path)) can't be made: \(reason)"
    }

    var errorDescription: String? { description }
  }

  /// Makes a folder and those above it that are not there; what is there stays as it is.
  static func make(_ folder: URL) throws(Failure) {
    let path = folder.standardizedFileURL.path(percentEncoded: false)
    if isFolder(path) { return }
    let parent = folder.standardizedFileURL.deletingLastPathComponent()
    if parent.path(percentEncoded: false) != path { try make(parent) }
    // Another process may make it at the same time.
    guard mkdir(path, 0o700) != 0 else { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    // What is there is a file.
    throw Failure(path: path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// Makes a folder, or takes one that is there away from everybody else.
  static func own(_ folder: URL) throws(Failure) {
    try make(folder)
    let path = folder.path(percentEncoded: false)
    // One that belongs to somebody else stays: whoever gave it to us has decided who sees it.
    _ = chmod(path, 0o700)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
